/** How a location's reservation provider is reached, as the operator sets it (rules/providers 1.7, 5.1). Pure. */
import { faultOfHost } from "../platform/outgoing-http/public-host.ts";

export const adapters = ["simulated", "booking_server_v3"] as const;
export type Adapter = (typeof adapters)[number];

/** What the provider calls the location, and which starts it is asked for: its contract has no list of them. */
export interface ProviderTerms {
  readonly merchant_id: string;
  readonly service_id: string;
  /** Whether it offers leases: without them its slots cannot be held. */
  readonly leases: boolean;
  readonly slot_interval_minutes: number;
  readonly duration_minutes: number;
  /** Venue-local, the first and the last start; a last one that is not after the first is of the next day. */
  readonly first_start: string;
  readonly last_start: string;
  readonly max_party_size: number;
}

export interface ProviderSettings {
  readonly adapter: Adapter;
  readonly revision: number;
  readonly base_url: string | null;
  readonly username: string | null;
  readonly password_sealed: Buffer | null;
  readonly terms: ProviderTerms;
}

/** As the operator sends it; what is absent stays, or is the usual. */
export interface GivenProvider extends Partial<ProviderTerms> {
  readonly adapter: Adapter;
  readonly base_url?: string;
  readonly username?: string;
  readonly password?: string;
}

export interface ProviderIssue {
  readonly path: string;
  readonly message: string;
}

/** What applies when the operator does not say. */
export function usualTerms(locationId: string): ProviderTerms {
  return {
    merchant_id: locationId,
    service_id: "reservation",
    leases: false,
    slot_interval_minutes: 30,
    duration_minutes: 90,
    first_start: "11:00",
    last_start: "22:00",
    max_party_size: 20,
  };
}

/** The terms after a change. */
export function termsAfter(present: ProviderTerms, given: GivenProvider): ProviderTerms {
  return {
    merchant_id: given.merchant_id ?? present.merchant_id,
    service_id: given.service_id ?? present.service_id,
    leases: given.leases ?? present.leases,
    slot_interval_minutes: given.slot_interval_minutes ?? present.slot_interval_minutes,
    duration_minutes: given.duration_minutes ?? present.duration_minutes,
    first_start: given.first_start ?? present.first_start,
    last_start: given.last_start ?? present.last_start,
    max_party_size: given.max_party_size ?? present.max_party_size,
  };
}

/** What a sandbox may have that a live service may not. */
export interface ProviderSandbox {
  /** Private addresses, and addresses without TLS. */
  readonly allowPrivate: boolean;
}

/**
 * Everything that is wrong with what the operator gives. Without a sandbox there are no simulated restaurants, no private
 * addresses and none without TLS (rules/providers 5.3).
 */
export function issuesOf(
  given: GivenProvider,
  where: { readonly sandbox: ProviderSandbox | undefined; readonly hasAddress: boolean },
): readonly ProviderIssue[] {
  const issues: ProviderIssue[] = [];
  const report = (field: string, message: string): void => {
    issues.push({ path: `body.booking_provider.${field}`, message });
  };
  if (given.adapter === "simulated") {
    if (where.sandbox === undefined)
      report("adapter", "simulated is of the sandbox: live has no simulated restaurants");
    for (const field of ["base_url", "username", "password"] as const) {
      if (given[field] !== undefined) report(field, "is of booking_server_v3 only");
    }
    return issues;
  }
  if (given.base_url === undefined && !where.hasAddress) report("base_url", "is required for booking_server_v3");
  const url = given.base_url === undefined ? undefined : URL.parse(given.base_url);
  if (url === null) report("base_url", "must be an address, for example https://bookings.example.com/reserve");
  else if (url !== undefined) {
    const allowPrivate = where.sandbox?.allowPrivate === true;
    const plain = allowPrivate && url.protocol === "http:";
    if (url.protocol !== "https:" && !plain) report("base_url", "must begin with https://");
    const hostFault = allowPrivate ? undefined : faultOfHost(url.hostname);
    if (hostFault !== undefined) report("base_url", `${hostFault}; name a host of the public internet`);
    if (url.username !== "" || url.password !== "")
      report("base_url", "must carry no credentials; use username and password");
    if (url.search !== "" || url.hash !== "") report("base_url", "must have no query and no fragment");
  }
  if (given.username?.includes(":") === true) report("username", "must have no colon");
  return issues;
}
