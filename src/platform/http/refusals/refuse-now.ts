/** The answer to a call that the service cannot serve now. */
import { refuse, type Refusal } from "../../../kernel/refusal.ts";

/** A person has to close a screen first, which takes longer than work that piles up. */
const ownStreamsSeconds = 30;

/** What the caller of a method does next: a read has no key. */
export function sendAgain(method: string): string {
  const reads = method === "GET" || method === "HEAD";
  return reads ? "send the same request again" : "send the same request with the same Idempotency-Key again";
}

/** 503 with one to three seconds to wait, at random, so that callers do not come back all at once. */
export function refuseNow(why: string, { method }: { readonly method: string }): Refusal<"unavailable"> {
  const seconds = why === "own_streams" ? ownStreamsSeconds : 1 + Math.floor(Math.random() * 3);
  const message = reasons[why] ?? "the service has more to do than it can";
  return refuse("unavailable", `${message}; ${sendAgain(method)}`, undefined, seconds);
}

const reasons: Readonly<Record<string, string>> = {
  bodies: "too many large bodies are being read",
  memory: "there is no memory for a large body",
  streams: "too many live pages are open",
  own_streams: "you have too many live screens open; close some",
};
