/** The shared deps of all ways to sign in: the hasher, the counts of addresses, and the key under which accounts are counted. */
import { createHmac } from "node:crypto";
import { monotonicMs } from "../../kernel/clock.ts";
import { networkOf } from "../../platform/limits/address-limits.ts";
import { createRateLimit } from "../../platform/limits/rate-limit.ts";
import type { PasswordHasher } from "./password-hasher.cache.ts";

export interface SignInDeps {
  readonly hasher: PasswordHasher;
  /** Counts a sign-in as bad until it has worked; answers the whole seconds to wait when there were too many. */
  countBad(address: string): number | undefined;
  /** The sign-in has worked. */
  forgive(address: string): void;
  /** What stands for an account, a device or a PIN where it is counted or kept: under the present key, then under those before. */
  macs(
    kind: "account" | "pin" | "pin_attempts" | "pairing" | "recovery_code",
    ...parts: readonly string[]
  ): readonly [Buffer, ...Buffer[]];
}

const badPerMinute = 10;

/** Makes what the ways to sign in of one service share; `secretKeys` begins with the present one. */
export function createSignInDeps(
  hasher: PasswordHasher,
  secretKeys: readonly [Buffer, ...Buffer[]],
  now: () => number = monotonicMs,
): SignInDeps {
  const bad = createRateLimit({ limit: badPerMinute, windowMs: 60_000, now });
  return {
    hasher,
    countBad: (address) => bad.count(networkOf(address)),
    forgive: (address) => bad.takeBack(networkOf(address)),
    macs(kind, ...parts) {
      const mac = (key: Buffer): Buffer =>
        createHmac("sha256", key)
          .update(JSON.stringify(["people", kind, ...parts]))
          .digest();
      const [present, ...previous] = secretKeys;
      return [mac(present), ...previous.map(mac)];
    },
  };
}
