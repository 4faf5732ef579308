/**
 * Judges the name and password of a booking channel (HTTP Basic, RFC 7617), for every call to `/reserve/v3`. Only the
 * SHA-256 of a password of 32 random bytes is stored. The comparison takes constant time, also for an unknown channel.
 * Wrong passwords are counted per address (an IPv4 address or the /64 of an IPv6 address); after twenty in a minute they
 * are answered 429. A right password is never limited, so nobody can lock a channel out. A changed password is used from
 * the next call on.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { monotonicMs } from "../kernel/clock.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { HttpService } from "../platform/http/ports.ts";
import type { Db } from "../platform/postgres/database.ts";
import { networkOf } from "../platform/limits/address-limits.ts";
import { createRateLimit } from "../platform/limits/rate-limit.ts";
import { isNameOf } from "./channel-username.ts";
import { findByUsername } from "./channels.sql.ts";

const wrongPerMinute = 20;
const nobody = Buffer.alloc(32);

/** The hash of a password as it is stored. */
export function hashPassword(password: string): Buffer {
  return createHash("sha256").update(password).digest();
}

/** Makes the judge of one service. */
export function createChannelAuthenticator(
  db: Db,
  now: () => number = monotonicMs,
): HttpService["authenticateChannel"] {
  const wrong = createRateLimit({ limit: wrongPerMinute, windowMs: 60_000, now });
  return async (username, password, address) => {
    const isOurs = isNameOf(db.livemode, username) && username.length <= 200;
    const channel = isOurs ? await findByUsername(db, username) : undefined;
    const isRight = timingSafeEqual(hashPassword(password), channel?.password_hash ?? nobody);
    if (channel !== undefined && isRight) return { id: channel.id, locationIds: channel.location_ids };
    return refusal(wrong.count(networkOf(address)));
  };
}

function refusal(wait: number | undefined): Refusal<"unauthorized" | "rate_limited"> {
  if (wait === undefined) return refuse("unauthorized", "the name and password are not those of a booking channel");
  return refuse("rate_limited", `too many wrong passwords from this address; wait ${wait} s`, undefined, wait);
}
