/**
 * Fills the port of bookings: the adapter of a location, from its settings. Settings are read for every use, so a change
 * acts at once. Built adapters are kept by their settings. An address has one breaker for all its
 * locations.
 */
import type { FindProvider, ReservationProvider } from "../bookings/provider/reservation-provider.ts";
import { monotonicMs } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { OutgoingHttp } from "../platform/outgoing-http/outgoing-http.ts";
import type { Database, Db } from "../platform/postgres/database.ts";
import type { SealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { createBookingServerV3 } from "./booking-server-v3.client.ts";
import { passwordRow } from "./password-row.ts";
import {
  createCircuitBreaker,
  usualBreaker,
  type CircuitBreakerOptions,
  type CircuitBreaker,
} from "./circuit-breaker.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { findSettings, listSettings } from "./provider-settings.sql.ts";
import { createSimulatedProvider } from "./simulated-provider.command.ts";

export interface FindProviderDeps {
  readonly database: Database;
  readonly outgoing: OutgoingHttp;
  readonly sealing: SealedSecrets;
  readonly breaker?: Partial<CircuitBreakerOptions>;
}

const maxKept = 2_000;

/** The settings of a location's provider. */
export function findProviderSettings(db: Db, locationId: Id<"str">): Promise<ProviderSettings | undefined> {
  return findSettings(db, locationId);
}

/** The settings of every location that has some. */
export async function listProviderSettings(db: Db): Promise<ReadonlyMap<Id<"str">, ProviderSettings>> {
  const rows = await listSettings(db);
  return new Map(rows.map(({ location_id: id, ...settings }) => [id, settings]));
}

/** Makes the finder. */
export function createProviderFinder(deps: FindProviderDeps): FindProvider {
  const built = new Map<string, ReservationProvider>();
  const breakers = new Map<string, CircuitBreaker>();

  function breakerOf(address: string): CircuitBreaker {
    const breaker =
      breakers.get(address) ?? createCircuitBreaker({ now: monotonicMs, ...usualBreaker, ...deps.breaker });
    breakers.set(address, breaker);
    return breaker;
  }

  function build(locationId: Id<"str">, settings: ProviderSettings): ReservationProvider {
    const { database, outgoing } = deps;
    if (settings.adapter === "simulated") return createSimulatedProvider({ database, locationId, sleep });
    const baseUrl = settings.base_url ?? "";
    return createBookingServerV3({
      outgoing,
      breaker: breakerOf(baseUrl),
      baseUrl,
      authorization: authorizationOf(deps.sealing, locationId, settings),
      terms: settings.terms,
      now: () => database.clock.now(),
    });
  }

  return async (locationId) => {
    const settings = await findSettings(deps.database.read, locationId);
    if (settings === undefined) return undefined;
    const key = keyOf(locationId, settings);
    const provider = built.get(key) ?? build(locationId, settings);
    if (built.size >= maxKept) built.clear();
    built.set(key, provider);
    return provider;
  };
}

/** All that an adapter is built from: the count of saves begins anew when a provider is taken away and attached again. */
function keyOf(locationId: Id<"str">, { password_sealed: sealed, ...settings }: ProviderSettings): string {
  return JSON.stringify([locationId, settings, sealed?.toString("base64")]);
}

function authorizationOf(sealing: SealedSecrets, locationId: Id<"str">, settings: ProviderSettings): string | null {
  const { username, password_sealed: sealed } = settings;
  if (username === null && sealed === null) return null;
  const password = sealed === null ? "" : sealing.unseal(passwordRow(locationId), sealed);
  return `Basic ${Buffer.from(`${username ?? ""}:${password}`).toString("base64")}`;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
