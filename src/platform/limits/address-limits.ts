/**
 * Limits per address for callers without a key: diners and guests. Each process counts in its memory, before any work,
 * and adds the counts that other processes have told it (`shared-counts.ts`).
 *
 * Guarantees: one network counts as one caller (an IPv4 address, or the 64 bits of an IPv6 network). Names are counted
 * independently. A flood of addresses costs no memory and takes nothing from other callers (`rate-limit.ts`). Behind a
 * proxy, the address is the one that the configured number of trusted hops names (TRUSTED_PROXIES), else the peer's.
 */
import { monotonicMs } from "../../kernel/clock.ts";
import { addressBytes } from "../outgoing-http/address-safety.ts";
import { createRateLimit } from "./rate-limit.ts";
import type { SharedCounts } from "./shared-counts.ts";

/**
 * `diner_reads`: menus, quotes, tracking. `diner_writes`: placing, booking, cancelling. `address_suggestions`: addresses
 * while a diner types. `photos`: pictures of dishes.
 * `wrong_keys`: calls with an API key that opens nothing; calls with a right key are not counted.
 */
export type AddressLimitName = "diner_reads" | "diner_writes" | "address_suggestions" | "photos" | "wrong_keys";
export type AddressLimitCounts = Readonly<Record<AddressLimitName, number>>;

/** Requests a minute from one address: a family behind one address orders without noticing, a script does not get far. */
export const usualAddressLimits: AddressLimitCounts = {
  diner_reads: 240,
  diner_writes: 30,
  address_suggestions: 120,
  photos: 600,
  wrong_keys: 60,
};

export interface AddressLimits {
  /** Counts one; answers the whole seconds to wait, at least 1, when the address is over its limit. */
  count(name: AddressLimitName, address: string): number | undefined;
}

/** Makes the limits with nothing counted yet. */
export function createAddressLimits(
  given: Partial<AddressLimitCounts> = {},
  now: () => number = monotonicMs,
  shared?: SharedCounts,
): AddressLimits {
  const counts = { ...usualAddressLimits, ...given };
  const of = (name: AddressLimitName) => createRateLimit({ limit: counts[name], windowMs: 60_000, now });
  const limits = {
    diner_reads: of("diner_reads"),
    diner_writes: of("diner_writes"),
    address_suggestions: of("address_suggestions"),
    photos: of("photos"),
    wrong_keys: of("wrong_keys"),
  };
  return {
    count(name, address) {
      const network = networkOf(address);
      const together = shared?.count(name, network, counts[name]);
      return limits[name].count(network) ?? together;
    },
  };
}

/** What counts as one caller: an IPv4 address, also when it is written as IPv6, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const bytes = addressBytes(address);
  if (bytes === undefined) return address.toLowerCase();
  if (bytes.length === 4) return bytes.join(".");
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
  return `${groups.join(":")}::/64`;
}
