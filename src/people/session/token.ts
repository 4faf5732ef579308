/** Tokens of sessions, shared devices, invitations and recovery links: 32 random bytes, kept as their SHA-256. */
import { createHash } from "node:crypto";

const form = /^[A-Za-z0-9_-]{43}$/;

/** The text of a token. */
export function tokenText(bytes: Buffer): string {
  if (bytes.length !== 32) throw new Error("a token has 32 bytes");
  return bytes.toString("base64url");
}

/** What of a token is kept; undefined for a text that is no token. */
export function tokenHash(token: string): Buffer | undefined {
  return form.test(token) ? createHash("sha256").update(token).digest() : undefined;
}
