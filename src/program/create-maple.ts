/**
 * Builds one service: which routes and pages it has, which jobs run, and what fills each port. A service does not know
 * its environment; test and live differ only in the parts that are given here.
 */
import { withinLimit } from "../platform/time-limit.ts";
import { createKeyAuthenticator } from "../apps/authenticate-key.query.ts";
import type { BookingRouteDeps } from "../bookings/api/booking-route-deps.ts";
import { buildBookingDeps, buildProviders, orderCursors, placeTokens } from "./parts/build-providers.ts";
import { buildPictures, buildProvider, buildWebhookDeps } from "./parts/build-outgoing.ts";
import { buildRequestLog, buildWorkers, runDueTimers, type Workers } from "./parts/build-workers.ts";
import { quoteDelivery } from "../delivery-zones/zones/check-zones.query.ts";
import { idExists } from "./id-exists.sql.ts";
import { createDisplayNumbers } from "../orders/place/display-numbers.cache.ts";
import { buildSenders } from "./parts/build-waitlist.ts";
import { setPaymentTaker } from "../bookings/payments/set-payment-taker.query.ts";
import { createProcessors } from "../payments/stripe/create-processors.client.ts";
import { createTestProcessor } from "../payments/test-processor/test-processor.command.ts";
import { listPages } from "./list-pages.ts";
import type { PageRoute } from "../pages/page.ts";
import { takeBudget } from "../platform/limits/rate-budget.sql.ts";
import { demoCode } from "../people/sign-in/demo-people.command.ts";
import { createSignInDeps } from "../people/sign-in/sign-in-deps.cache.ts";
import { createConsoleAuthenticator } from "../people/session/authenticate-console.command.ts";
import { createChannelAuthenticator } from "../channels/authenticate-channel.query.ts";
import { findApiFault } from "../sandbox/faults/meet-fault.command.ts";
import { createGuestBookingDeps } from "../store/book/guest-booking-deps.cache.ts";
import { helpersOf } from "../store/around/privacy-page.ts";
import { labelsOf } from "../kernel/service-labels.ts";
import { createGeocoder } from "../addresses/geocoder.client.ts";
import type { HttpService } from "../platform/http/ports.ts";
import type { OutgoingHttp } from "../platform/outgoing-http/outgoing-http.ts";
import type { Database } from "../platform/postgres/database.ts";
import type { MapleParts } from "./maple-parts.ts";
import { listRoutes } from "./list-routes.ts";

/** One service, whole: test or live. */
export interface Maple extends HttpService {
  readonly pages: readonly PageRoute[];
  readonly workers: Workers;
  readonly pictures: OutgoingHttp;
  /** Fires every timer that is due, once; workers do so by themselves. */
  runDue(): Promise<void>;
  /** Writes what is remembered and closes outgoing connections; the last thing to call. */
  close(): Promise<void>;
}

/** Builds one service; nothing listens or runs yet. */
export function createMaple(parts: MapleParts): Maple {
  const { database, secretKeys, log, metrics, baseUrl, traits } = parts;
  const { livemode } = database;
  const [secretKey, ...previousSecretKeys] = secretKeys;
  const requests = buildRequestLog(parts);
  const deps = buildWebhookDeps({ secretKeys, livemode, allowPrivate: parts.allowPrivate, baseUrl }, database);
  const processors = createProcessors(parts, traits.takesTestCards ? createTestProcessor(database) : undefined);
  const senders = buildSenders({ ...parts, livemode, secretKey });
  const booked = buildBookingDeps(secretKey, livemode, parts.locationWaitMs);
  const providers = buildProviders({ ...parts, ...booked });
  const booking: BookingRouteDeps = { ...booked, books: providers.books, providers: providers.deps };
  const workers = buildWorkers({
    ...parts,
    threads: parts.threads.menus,
    database: parts.workerDatabase,
    deps,
    processors,
    providers,
    senders,
  });
  const { name: processor } = processors;
  setPaymentTaker(database.read, { processor, baseUrl });
  const runDue = (of: Database): Promise<void> => runDueTimers(of, { metrics, log, processors, senders });
  const placing = { processor, displayNumbers: createDisplayNumbers(parts.counters), deliveryTerms: quoteDelivery };
  const access = { signIn: createSignInDeps(parts.hasher, secretKeys), baseUrl };
  const guestBooking = createGuestBookingDeps({ ...parts, ...booking, secretKey, previousSecretKeys });
  const account = {
    database,
    authenticate: createConsoleAuthenticator(database, parts.consoleLimits),
    isSecure: () => traits.needsHttps || baseUrl().startsWith("https:"),
    ...access,
    provider: buildProvider(parts),
    showsLocations: parts.hasDirectory
      ? ("listed" as const)
      : parts.hasDemoPeople
        ? ("all" as const)
        : ("none" as const),
    demoCode: parts.hasDemoPeople ? demoCode(secretKey) : undefined,
  };
  const addresses = createGeocoder(parts.geocoder ?? { name: "none", url: "", key: null });
  const faces = {
    ...parts,
    geocoder: addresses.geocoder,
    placeTokens: placeTokens(secretKey, database),
    access,
    account,
    developer: {
      account,
      threads: parts.threads.menus,
      webhooks: deps,
      placing,
      baseUrl,
      runDue,
      hasSandbox: traits.hasSandbox,
    },
    placing,
    deliveryTerms: quoteDelivery,
    booking,
    guestBooking,
    requests,
    deps,
    providers,
    orderCursors: orderCursors(secretKey, livemode),
  };
  const pictures = buildPictures(parts.allowPrivate);
  const maple: Maple = {
    ...labelsOf({ livemode }),
    database,
    routes: parts.routes?.(database) ?? listRoutes({ ...faces, runDue, service: () => maple }),
    pages: listPages({ ...faces, helpers: helpersOf(parts), processors }),
    workers,
    pictures,
    authenticateKey: createKeyAuthenticator(database.read),
    authenticateChannel: createChannelAuthenticator(database.read),
    authenticateConsole: account.authenticate,
    isSecure: account.isSecure,
    takeBudget: (appId, budget) => takeBudget(database, appId, budget, parts.budgets),
    keepsBodies: traits.keepsBodies,
    idExists: (id) => idExists(database.read, id),
    ...(traits.hasFaults ? { findFault: (call) => findApiFault(database, call) } : {}),
    remember: (answered) => requests.remember(answered),
    runDue: () => runDue(database),
    async close() {
      await withinLimit("the last write of requests", 3_000, () => requests.stop()).catch(() => {});
      await providers.close();
      await Promise.all([addresses.close(), deps.outgoing.close(), pictures.close()]);
    },
  };
  return maple;
}
