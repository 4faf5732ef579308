/**
 * The mark that ties an address of ours to one message: the links at the foot of its e-mail, and the address for its
 * bounce. Guarantees: nobody can make the mark of a message without having seen the message (80 bits of an HMAC under a
 * key of this use and service). A mark of one use is never valid for another use. Pure.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { keyFor } from "../kernel/key-for.ts";
import { parseId, type Id } from "../kernel/id.ts";

export type MarkUse = "stop" | "bounce";

const markBytes = 10;

/** The key of marks: derived from the secret of the service, for one service. */
export function markKey(secretKey: Buffer, livemode: boolean): Buffer {
  return keyFor(secretKey, "mail marks", livemode);
}

/** A message and its mark as one word: `msg_….0123456789abcdef0123`. In small letters, as mail servers may write it. */
export function marked(key: Buffer, use: MarkUse, id: Id<"msg">): string {
  return `${id}.${markOf(key, use, id).toString("hex")}`;
}

/** The message that a marked word names; undefined where the mark is not of it under any of the keys. */
export function readMarked(keys: readonly Buffer[], use: MarkUse, word: string): Id<"msg"> | undefined {
  const dot = word.indexOf(".");
  const parsed = parseId("msg", word.slice(0, Math.max(dot, 0)).toLowerCase());
  const mark = Buffer.from(word.slice(dot + 1), "hex");
  if (parsed.kind !== "ok" || mark.length !== markBytes || word.length !== dot + 1 + markBytes * 2) return undefined;
  return keys.some((key) => timingSafeEqual(markOf(key, use, parsed.id), mark)) ? parsed.id : undefined;
}

function markOf(key: Buffer, use: MarkUse, id: Id<"msg">): Buffer {
  return createHmac("sha256", key).update(`${use}\n${id}`).digest().subarray(0, markBytes);
}
