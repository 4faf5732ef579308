/**
 * Finds the primary among the hosts of a database. A new connection goes to the host that took writes last. When that
 * host fails, it goes to the next one in the list, and after the last to the first. A host is good when a connection to
 * it passed the check of its session: it is not in recovery, and it takes writes. With one host there is nothing to
 * search.
 *
 * While a primary is down, another host may become the primary. When the old one runs again, it takes writes for a
 * moment. It is recognized by its timeline, which is older than one that was already seen.
 */
import { hostsOf, sessionsOf, type AddressSessions, type HostAddress } from "./database-address.ts";

export interface PrimarySearch {
  /** How sessions of every host are. */
  readonly sessions: AddressSessions;
  /** How many hosts there are. */
  readonly count: number;
  /** The host to connect to now. */
  next(): HostAddress;
  /** The host that took writes last; undefined before the first. */
  primary(): HostAddress | undefined;
  /** Says that a host takes writes, and which timeline it writes where that is known. */
  found(host: HostAddress, timeline?: number): void;
  /** Whether another host has begun a newer timeline, as far as this search has seen. */
  isOvertaken(timeline: number): boolean;
  /** Says that a host cannot be reached, does not answer in time or takes no writes. */
  failed(host: HostAddress): void;
}

/** Begins a search at the first host of the address. */
export function searchPrimary(url: string): PrimarySearch {
  const hosts = hostsOf(url);
  let at = 0;
  let primary: HostAddress | undefined;
  let newest = 0;
  function hostAt(index: number): HostAddress {
    const host = hosts[index];
    if (host === undefined) throw new Error("a database has at least one host");
    return host;
  }
  return {
    sessions: sessionsOf(url),
    count: hosts.length,
    next: () => hostAt(at),
    primary: () => primary,
    isOvertaken: (timeline) => timeline < newest,
    found(host, timeline = 0) {
      newest = Math.max(newest, timeline);
      primary = host;
      at = hosts.indexOf(host);
    },
    failed(host) {
      // Whoever fails at a host that was already passed over does not pass over another one.
      if (hostAt(at) === host) at = (at + 1) % hosts.length;
    },
  };
}
