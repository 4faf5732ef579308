/**
 * Judges the operator's token. Only SHA-256 hashes are compared, in constant time, so the time shows neither the length
 * nor a matching beginning. Wrong tokens are counted per address (an IPv4 address or the /64 of an IPv6 address); after
 * ten in a minute they are answered 429. A valid token is never limited, so nobody can lock the operator out
 * (rules/http 10.2). Each process adds the counts that other processes have told it. Called by the HTTP layer for every
 * operator route.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { monotonicMs } from "../kernel/clock.ts";
import { done, refuse, type Done, type Refusal } from "../kernel/refusal.ts";
import { networkOf } from "../platform/limits/address-limits.ts";
import { createRateLimit } from "../platform/limits/rate-limit.ts";
import type { SharedCounts } from "../platform/limits/shared-counts.ts";

export type AuthenticateOperator = (token: string, address: string) => Done | Refusal<"unauthorized" | "rate_limited">;

const badTokensPerMinute = 10;

/** Makes the judge of one token; it answers done for the token itself, and for none where the service has no token. */
export function createOperatorAuthenticator(
  token: string | null,
  now: () => number = monotonicMs,
  shared?: SharedCounts,
): AuthenticateOperator {
  const expected = token === null ? null : hashOf(token);
  const badTokens = createRateLimit({ limit: badTokensPerMinute, windowMs: 60_000, now });
  return (given, address) => {
    if (expected !== null && timingSafeEqual(hashOf(given), expected)) return done;
    const network = networkOf(address);
    const together = shared?.count("wrong_operator_tokens", network, badTokensPerMinute);
    const wait = badTokens.count(network) ?? together;
    if (wait === undefined) return refuse("unauthorized", "the operator token is not the one of this service");
    return refuse("rate_limited", `too many wrong operator tokens from this address; wait ${wait} s`, undefined, wait);
  };
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
