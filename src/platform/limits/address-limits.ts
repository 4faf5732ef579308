/**
 * Limits per address for callers that have no key: diners and guests. Counted in the memory of this process, before any
 * work. Guarantees: one network counts as one caller (an IPv4 address, or the 64 bits of an IPv6 network); names are
 * counted independently; a flood of addresses costs neither memory nor somebody else's turn (`rate-limit.ts`). Behind a
 * proxy the address is the one that the configured number of trusted hops vouches for (TRUSTED_PROXIES), else the peer's.
 */
import { isIPv6 } from "node:net";
import type { Instant } from "../../kernel/clock.ts";
import { createRateLimit } from "./rate-limit.ts";

/** `diner_reads`: menus, quotes, tracking. `diner_writes`: placing, booking, cancelling. `photos`: pictures of dishes. */
export type AddressLimitName = "diner_reads" | "diner_writes" | "photos";
export type AddressLimitCounts = Readonly<Record<AddressLimitName, number>>;

/** Requests a minute from one address: a family behind one address orders without noticing, a script does not get far. */
export const usualAddressLimits: AddressLimitCounts = { diner_reads: 240, diner_writes: 30, photos: 600 };

export interface AddressLimits {
  /** Counts one; answers the whole seconds to wait, at least 1, when the address is over its limit. */
  count(name: AddressLimitName, address: string): number | undefined;
}

/** Makes the limits with nothing counted yet. */
export function createAddressLimits(
  now: () => Instant,
  counts: AddressLimitCounts = usualAddressLimits,
): AddressLimits {
  const of = (name: AddressLimitName) => createRateLimit({ limit: counts[name], windowMs: 60_000, now });
  const limits = { diner_reads: of("diner_reads"), diner_writes: of("diner_writes"), photos: of("photos") };
  return { count: (name, address) => limits[name].count(networkOf(address)) };
}

/** What counts as one caller: an IPv4 address, also when it is written as IPv6, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const text = address.replace(/%.*$/, "").toLowerCase();
  if (!isIPv6(text)) return text;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = text.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill("0"), ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
