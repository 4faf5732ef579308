/**
 * API keys: `mpk_test_` or `mpk_live_`, 32 random characters, and a checksum of 6. The checksum tells a mistyped key
 * from an unknown one. Only the SHA-256 of a key is stored (rules/http 2.2).
 */
import { hash } from "node:crypto";
import { environmentWord, type Environment } from "../kernel/environment.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Writes a key from random bytes (at least 32; values of 248 and more are passed over so that no character is likelier). */
export function formatKey(livemode: boolean, random: Uint8Array): string | undefined {
  let secret = "";
  for (const byte of random) {
    if (byte < 248 && secret.length < 32) secret += alphabet[byte % 62];
  }
  if (secret.length < 32) return undefined;
  const body = `mpk_${environmentWord(livemode)}_${secret}`;
  return body + checksumOf(body);
}

export type ParsedKey =
  | { readonly kind: "ok"; readonly livemode: boolean; readonly hash: Buffer }
  | { readonly kind: "malformed" }
  | { readonly kind: "mistyped" };

/** Reads a key as a caller sent it. */
export function parseKey(key: string): ParsedKey {
  const match = /^mpk_(test|live)_([0-9A-Za-z]{38})$/.exec(key);
  if (match === null) return { kind: "malformed" };
  if (checksumOf(key.slice(0, -6)) !== key.slice(-6)) return { kind: "mistyped" };
  return { kind: "ok", livemode: match[1] === "live", hash: hashKey(key) };
}

/** The SHA-256 of the whole key. */
export function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

function checksumOf(body: string): string {
  let value = hash("sha256", `key checksum ${body}`, "buffer").readUIntBE(0, 6);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text += alphabet[value % 62];
    value = Math.floor(value / 62);
  }
  return text;
}

/** The environment that a key asks for by its prefix; test for everything else. */
export function environmentOfKey(key: string): Environment {
  return key.startsWith("mpk_live_") ? "live" : "test";
}
