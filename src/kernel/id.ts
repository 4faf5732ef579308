/**
 * Identifiers: a type prefix, `_`, and the 26 lower-case Crockford base-32 characters of a UUIDv7, so that ids of one
 * kind sort by the time they were made. Opaque to partners (rules/http 9.1).
 */
import { randomFillSync } from "node:crypto";
import type { Instant } from "./clock.ts";

export const idPrefixes = {
  app: "app",
  key: "API key",
  str: "location",
  ord: "order",
  oli: "order line",
  dws: "webhook subscription",
  evt: "event",
  dlv: "delivery",
  syn: "menu sync",
  cat: "menu catalog",
  mnv: "menu version",
  ctg: "menu category",
  item: "menu item",
  var: "menu variation",
  mgr: "modifier group",
  mop: "modifier option",
  val: "order validation",
  pay: "payment",
  rfd: "refund",
  pln: "payment link",
  pml: "payments ledger entry",
  och: "order item change",
  bkg: "booking",
  bkw: "waitlist entry",
  bkh: "booking hold",
  msg: "guest message",
  bch: "booking channel",
  dzn: "delivery zone",
  fbk: "feedback",
  req: "request",
  opn: "operation",
  aud: "audit entry",
  per: "person",
  rol: "role",
  inv: "invitation",
  pky: "passkey",
  ses: "session",
  pdv: "paired device",
  blk: "table block",
  grq: "group request",
  tal: "table alert",
  cer: "certification",
} as const;

export type IdPrefix = keyof typeof idPrefixes;
declare const brand: unique symbol;
export type Id<Prefix extends IdPrefix> = string & { readonly [brand]: Prefix };

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const pool = new Uint8Array(16 * 256);
let poolOffset = pool.length;
let lastMs = 0;
let counter = 0;
/** The program's own clock only until the process has read its database's. */
let idTime: () => Instant = Date.now;

/** From now on ids carry the time of this clock; when that is set back, the next ids go on from the last. */
export function takeIdTimeFrom(clock: () => Instant): void {
  idTime = clock;
}

/** The id that follows from a digest of 32 bytes: the same for the same bytes. It carries no time. */
export function idOfDigest<Prefix extends IdPrefix>(prefix: Prefix, digest: Uint8Array): Id<Prefix> {
  let text = alphabet[(digest[31] ?? 0) & 7] ?? "0";
  for (let i = 0; i < 25; i++) text += alphabet[(digest[i] ?? 0) & 31];
  return `${prefix}_${text}` as Id<Prefix>;
}

/** Makes a fresh id; ids made by one process strictly increase, also within a millisecond. */
export function newId<Prefix extends IdPrefix>(prefix: Prefix): Id<Prefix> {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const bytes = pool.subarray(poolOffset, poolOffset + 16);
  poolOffset += 16;
  const now = Math.floor(idTime());
  if (now > lastMs) {
    lastMs = now;
    counter = (((bytes[6] ?? 0) & 0x07) << 8) | (bytes[7] ?? 0);
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  return `${prefix}_${encode(lastMs, counter, bytes)}` as Id<Prefix>;
}

/** The 128 bits of a UUIDv7 (48 time, version, 12 counter, variant, 62 random) as 26 characters. */
function encode(ms: number, count: number, random: Uint8Array): string {
  let hex = ms.toString(16).padStart(12, "0") + (0x7000 | count).toString(16);
  hex += (0x80 | ((random[8] ?? 0) & 0x3f)).toString(16);
  for (let i = 9; i < 16; i++) hex += (random[i] ?? 0).toString(16).padStart(2, "0");
  // 26 characters of five bits hold 130: the first character carries the three highest.
  let text = "";
  let bits = 0;
  let value = 0;
  let need = 3;
  for (const digit of hex) {
    value = (value << 4) | Number.parseInt(digit, 16);
    bits += 4;
    while (bits >= need) {
      bits -= need;
      text += alphabet[(value >> bits) & 31];
      value &= (1 << bits) - 1;
      need = 5;
    }
  }
  return text;
}

export type ParsedId<Prefix extends IdPrefix> =
  | { readonly kind: "ok"; readonly id: Id<Prefix> }
  | { readonly kind: "malformed" }
  | { readonly kind: "other_prefix" };

/** The form of every id: a known prefix and 26 characters of 128 bits. */
export const idPattern = `^(${Object.keys(idPrefixes).join("|")})_[0-7][0-9a-hjkmnp-tv-z]{25}$`;
const idForm = new RegExp(idPattern);

/** Reads an id of one kind: malformed text and a well-formed id of another kind are told apart (400 and 404). */
export function parseId<Prefix extends IdPrefix>(prefix: Prefix, text: string): ParsedId<Prefix> {
  if (!idForm.test(text)) return { kind: "malformed" };
  if (!text.startsWith(`${prefix}_`)) return { kind: "other_prefix" };
  return { kind: "ok", id: text as Id<Prefix> };
}

/** The prefix of a well-formed id, or undefined. */
export function idPrefixOf(text: string): IdPrefix | undefined {
  return idForm.test(text) ? (text.slice(0, text.indexOf("_")) as IdPrefix) : undefined;
}

/** When a well-formed id that carries its time was made, in milliseconds of real time; undefined for other texts. */
export function idInstant(text: string): Instant | undefined {
  if (!idForm.test(text)) return undefined;
  // The first character has three bits, each other five: the first ten hold the 48 bits of the time.
  const start = text.length - 26;
  let ms = 0;
  for (let i = start; i < start + 10; i++) ms = ms * 32 + alphabet.indexOf(text[i] ?? "0");
  return ms;
}
