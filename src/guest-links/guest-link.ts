/** The token of a link in a message to a guest (rules/messages-and-privacy 4.1): its form, and the hash that is stored. */
import { createHash } from "node:crypto";

/** 22 characters of base64url: 128 bits. */
const tokenForm = /^[\w-]{22}$/;

/** Whether a text may be the token of a link. */
export function isLinkToken(text: string): boolean {
  return tokenForm.test(text);
}

/** What is stored of a token. */
export function hashLinkToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
