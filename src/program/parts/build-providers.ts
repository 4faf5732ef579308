/** Builds the deps of search, holds and bookings, and the implementation of the port of reservation providers. */
import type { ProviderSandbox } from "../../providers/provider-settings.ts";
import type { BookingRouteDeps, ProviderAccess } from "../../bookings/api/booking-route-deps.ts";
import { createBookingCursors } from "../../bookings/book/booking-cursor.ts";
import { createBooks, type Books } from "../../bookings/at-provider/books.query.ts";
import { createProviderDesk } from "../../bookings/at-provider/provider-desk.command.ts";
import {
  followDueBookings,
  forgetSettled,
  settleDueOperations,
} from "../../bookings/at-provider/settle-operations.job.ts";
import { readUnsettled } from "../../bookings/at-provider/settle-by-hand.command.ts";
import { createSealedCursors, type SealedCursors } from "../../kernel/sealed-cursors.ts";
import { createPlaceTokens, type PlaceTokens } from "../../addresses/place-token.ts";
import { keyFor } from "../../kernel/key-for.ts";
import { labelsOf } from "../../kernel/service-labels.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import { resealPasswords } from "../../providers/change-provider.command.ts";
import { createSlotTokens, type SlotTokens } from "../../bookings/search/slot-token.ts";
import { createLocationPermits, type LocationPermits } from "../../bookings/make/wait-for-location.query.ts";
import { createProviderFinder } from "../../providers/find-provider.query.ts";
import { providerSecrets } from "../../providers/password-row.ts";
import { createNativeProvider, type FindChannelProvider } from "../../channels/native-provider.command.ts";
import { deletion, whileClockIsRight } from "../../platform/clock/clock-gate.ts";
import type { LoopOptions } from "../../platform/jobs/loop.ts";
import type { Log } from "../../platform/log.ts";
import { createOutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { createKeyedSemaphore } from "../../platform/postgres/keyed-semaphore.ts";
import { sealedSecrets, type SealedSecrets } from "../../webhooks/subscriptions/sealed-secrets.ts";
import type { ServiceTraits } from "../service-traits.ts";

/**
 * What the routes of bookings share: slot tokens and cursors with keys of their own for each service, and permits, for which a
 * call waits `locationWaitMs` at most.
 */
export function buildBookingDeps(
  secretKey: Buffer,
  livemode: boolean,
  locationWaitMs: number,
): Omit<BookingRouteDeps, "providers" | "books"> {
  return {
    tokens: createSlotTokens(keyFor(secretKey, "slot tokens", livemode)),
    cursors: createBookingCursors(keyFor(secretKey, "booking cursors", livemode)),
    permits: createLocationPermits(createKeyedSemaphore({ atOnce: 3, maxWaiting: 64, maxWaitMs: locationWaitMs })),
  };
}

export interface ProviderParts {
  readonly database: Database;
  readonly secretKeys: readonly Buffer[];
  readonly traits: Pick<ServiceTraits, "hasSandbox">;
  /** Never in live. */
  readonly allowPrivate: boolean;
  readonly tokens: SlotTokens;
  readonly permits: LocationPermits;
  readonly log: Log;
}

/** What workers and the operator need of it. */
export interface ProviderDeps extends ProviderAccess {
  readonly sealing: SealedSecrets;
  readonly sandbox: ProviderSandbox | undefined;
  readonly onFault: (error: unknown, id: string) => void;
}

export interface Providers {
  readonly deps: ProviderDeps;
  readonly books: Books;
  readonly findForChannel: FindChannelProvider;
  close(): Promise<void>;
}

/** A provider may take its time: what it did not answer by then is asked about later. */
const callTimeoutMs = 10_000;
const answerBytes = 1024 * 1024;

/** Builds the providers; nothing is asked yet. */
export function buildProviders(parts: ProviderParts): Providers {
  const { database, secretKeys, allowPrivate, tokens, permits, log, traits } = parts;
  const outgoing = createOutgoingHttp({ allowPrivate, totalTimeoutMs: callTimeoutMs, answerBytes });
  const sealing = sealedSecrets(secretKeys, database.livemode, providerSecrets);
  const find = createProviderFinder({ database, outgoing, sealing });
  const onFault = (error: unknown, id: string): void =>
    log.error({ err: error, id }, "provider operation not settled; the job will ask");
  const desk = createProviderDesk({ database, find, sealing, tokens, onFault });
  return {
    deps: { database, find, sealing, sandbox: traits.hasSandbox ? { allowPrivate } : undefined, onFault },
    books: createBooks({ tokens, permits, atProvider: desk }),
    findForChannel: ({ id: channelId }, locationId) =>
      createNativeProvider({ database, tokens, permits, channelId, locationId }),
    async close() {
      // Calls that are out end as unknown, which is written down.
      await outgoing.close();
      await desk.idle();
    },
  };
}

/** The background work with providers; writes go to the worker's own database. */
export function providerSweeps(
  { providers, metrics, log }: { readonly providers: Providers; readonly metrics: Metrics; readonly log: Log },
  database: Database,
): readonly Omit<LoopOptions, "wakeups" | "onError">[] {
  const labels = labelsOf(database);
  const deps = { ...providers.deps, database };
  const reseal = async (): Promise<boolean> => {
    const resealed = await database.transaction((tx) => resealPasswords(tx, deps.sealing));
    if (resealed > 0) log.info({ resealed }, "provider passwords sealed under the new SECRET_KEY");
    return false;
  };
  const measure = async (): Promise<boolean> => {
    const { count, oldest } = await readUnsettled(database.read);
    metrics.providerUnsettled.set(labels, count);
    metrics.providerOldest.set(labels, oldest === null ? 0 : (database.clock.now() - oldest) / 1000);
    return false;
  };
  return [
    {
      name: "settle_provider_operations",
      channel: "jobs",
      everyMs: 500,
      runOnce: whileClockIsRight(database, () => settleDueOperations(deps)),
    },
    { name: "follow_provider_bookings", everyMs: 2_000, runOnce: () => followDueBookings(deps) },
    deletion(database, "forget_provider_operations", () => forgetSettled(database)),
    { name: "reseal_provider_passwords", everyMs: hourMs, runOnce: reseal },
    { name: "measure_provider_operations", everyMs: 15_000, runOnce: measure },
  ];
}

const hourMs = 3_600_000;

/** The cursors of GET /orders, with a key of their own for each service. */
export function orderCursors(secretKey: Buffer, livemode: boolean): SealedCursors {
  return createSealedCursors(keyFor(secretKey, "order cursors", livemode));
}

/** The tokens of places that the geocoder found, with a key of their own for each service. */
export function placeTokens(secretKey: Buffer, { livemode, clock }: Database): PlaceTokens {
  return createPlaceTokens(keyFor(secretKey, "place tokens", livemode), () => clock.now());
}
