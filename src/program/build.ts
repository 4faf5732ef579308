/**
 * Builds the service from its parts: which feature's routes are served, which jobs run, and what fills each port.
 * Only this file, `build-workers.ts` and `main.ts` build things; tests start the very same service (`test/harness/service.ts`).
 */
import type { FastifyInstance } from "fastify";
import { appRoutes } from "../apps/apps.routes.ts";
import { createKeyAuthenticator } from "../apps/authenticate-key.query.ts";
import { availabilityRoutes } from "../bookings/api/availability.routes.ts";
import { bookingSetupRoutes } from "../bookings/api/booking-setup.routes.ts";
import type { BookingRouteDeps } from "../bookings/api/booking-route-deps.ts";
import { bookingRoutes } from "../bookings/api/bookings.routes.ts";
import { holdRoutes } from "../bookings/api/holds.routes.ts";
import { venueActionRoutes } from "../bookings/api/venue-actions.routes.ts";
import { buildProviders } from "./build-providers.ts";
import { buildBookingDeps, buildSlotTokens } from "./build-bookings.ts";
import { buildPictures, buildWebhookMeans } from "./build-outgoing.ts";
import { buildWorkers, runDueTimers, type Workers } from "./build-workers.ts";
import { quoteDelivery } from "../delivery-zones/zones/check-zones.query.ts";
import { deliveryZoneRoutes } from "../delivery-zones/api/delivery-zones.routes.ts";
import { docsPagesPlugin } from "../docs-pages/docs-pages.plugin.ts";
import { feedbackRoutes } from "../feedback/feedback.routes.ts";
import { createRequestMemory } from "../feedback/remember-requests.job.ts";
import { floorRoutes } from "../floor/floor.routes.ts";
import { idExists } from "./id-exists.ts";
import { locationRoutes } from "../locations/locations.routes.ts";
import { menuRoutes } from "../menus/api/menus.routes.ts";
import { createOperatorAuthenticator } from "../operator/authenticate-operator.query.ts";
import { operatorRoutes } from "../operator/operator.routes.ts";
import { createDisplayNumbers } from "../orders/place/display-numbers.command.ts";
import { itemChangeRoutes } from "../orders/api/item-changes.routes.ts";
import { orderRoutes } from "../orders/api/orders.routes.ts";
import { describeOrder } from "../orders/order/describe-order.query.ts";
import { applyPaymentNews, applyRefundNewsToOrder } from "../orders/decide/pay-order.command.ts";
import { openThreads } from "./build-threads.ts";
import { openSenders, type TwilioPerEnvironment } from "../messaging/open-senders.command.ts";
import { twilioWebhooksPlugin } from "../messaging/twilio-webhooks.plugin.ts";
import { openProcessors, type StripePerEnvironment } from "../payments/stripe/open-processors.command.ts";
import { payPages } from "../payments/pages/pay-pages.plugin.ts";
import { stripeWebhookPlugin } from "../payments/stripe/stripe-webhook.plugin.ts";
import type { PageRoute } from "../pages/page.ts";
import { codingFor, compress } from "../pages/compress.ts";
import { pagesPlugin } from "../pages/pages.plugin.ts";
import type { Databases, HttpPorts } from "../platform/http/ports.ts";
import { probesPlugin } from "../platform/http/probes.plugin.ts";
import type { BoundRoute } from "../platform/http/route.ts";
import { createServer } from "../platform/http/server.ts";
import type { Wakeups } from "../platform/jobs/wakeups.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { Database, Environment } from "../platform/postgres/database.ts";
import { createAddressLimits, type AddressLimitCounts, type AddressLimits } from "../platform/limits/address-limits.ts";
import { createRateLimit } from "../platform/limits/rate-limit.ts";
import { takeBudget, type BudgetLimits } from "../platform/limits/rate-budget.ts";
import { createChannelAuthenticator } from "../channels/authenticate-channel.query.ts";
import { reserveRoutes } from "../channels/reserve.routes.ts";
import { sandboxRoutes } from "../sandbox/sandbox.routes.ts";
import { stockRoutes } from "../stock/stock.routes.ts";
import { guestBookingRoutes } from "../store/book/booking-guest.routes.ts";
import { holdPages } from "../store/book/booking-hold-pages.plugin.ts";
import { managePages } from "../store/manage/booking-manage-pages.plugin.ts";
import { ownBookingRoutes } from "../store/manage/booking-own.routes.ts";
import { orderPages } from "../store/order/order-pages.plugin.ts";
import { bookPages } from "../store/book/booking-pages.plugin.ts";
import { bookingSearchRoutes } from "../store/book/booking-search.routes.ts";
import { openBookingDesk } from "../store/book/open-booking-desk.command.ts";
import { orderChangeRoutes } from "../store/order/order-change.routes.ts";
import { createPhotos } from "../store/photos/photos.query.ts";
import { photosPlugin } from "../store/photos/photos.plugin.ts";
import { createStoreEnvironments } from "../store/shared/store-environments.query.ts";
import { storePages } from "../store/menu/store-pages.plugin.ts";
import { storeRoutes } from "../store/menu/store.routes.ts";
import { webhookRoutes } from "../webhooks/api/webhooks.routes.ts";
import { waitFollowRoutes } from "../store/wait/wait-follow.routes.ts";
import { waitPages } from "../store/wait/wait-pages.plugin.ts";
import { createEntryFollower } from "../waitlist/queue/follow-entry.query.ts";
import { waitlistEntryRoutes } from "../waitlist/api/waitlist-entries.routes.ts";
import { waitlistRoutes } from "../waitlist/api/waitlist.routes.ts";

export interface ServiceSettings {
  readonly version: string;
  /** What partners reach us by, without a slash at the end; without a live one, the same for both. */
  readonly baseUrls: { readonly test: string; readonly live: string | null };
  readonly operatorToken: string;
  readonly secretKey: Buffer;
  /** Keys that it replaced: they open what is not yet sealed anew. */
  readonly previousSecretKeys?: readonly Buffer[];
  /** In the test environment only; live never delivers to private addresses. */
  readonly allowPrivateWebhooks: boolean;
  readonly paymentProcessor: "test" | "stripe";
  /** Accounts of the environments that have one. */
  readonly stripe?: StripePerEnvironment;
  /** Who carries messages to guests, where it is not the outbox. */
  readonly twilio?: TwilioPerEnvironment;
  /** Requests a minute, per app and environment; the limits of document 2 when absent. */
  readonly budgets?: BudgetLimits;
  /** Requests a minute, per address, of callers without a key; the usual ones when absent. */
  readonly addressLimits?: Partial<AddressLimitCounts>;
  /** How many proxies in front are believed when they say whom a request comes from. */
  readonly trustedProxies?: number;
  /** Every answer is checked against its schema; on in tests. */
  readonly checkAnswers: boolean;
}

export interface ServiceParts {
  readonly settings: ServiceSettings;
  readonly databases: Databases;
  /** A small pool of its own for the test environment's order numbers, and one for live. */
  readonly counters: Databases;
  /** Pools of the background work's own; without them it shares those of the requests. */
  readonly workerDatabases?: Databases;
  readonly wakeups: Wakeups;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Serves these routes instead of all, for tests of one feature. */
  readonly routes?: readonly BoundRoute[];
}

export interface Service {
  readonly server: FastifyInstance;
  readonly routes: readonly BoundRoute[];
  readonly workers: Workers;
  /** Tells the parts that write absolute addresses where the service is reached, once it listens. */
  setBaseUrl(url: string): void;
  /** Fires every timer that is due, once; workers do so by themselves. */
  runDue(database: Database): Promise<void>;
  /** Writes what is remembered and closes outgoing connections; the last thing to call. */
  close(): Promise<void>;
}

/** A whole restaurant may join from one network, a script gets no further than that. */
const joinLimit = { limit: 60, windowMs: 3_600_000, now: Date.now };

/** Builds the service; nothing listens or runs yet. */
export function buildService(parts: ServiceParts): Service {
  const { settings, databases, log, metrics } = parts;
  const addressLimits = createAddressLimits(Date.now, settings.addressLimits);
  const baseUrls = { ...settings.baseUrls };
  const baseUrlOf = (environment: Environment): string =>
    environment === "live" ? (baseUrls.live ?? baseUrls.test) : baseUrls.test;
  const memory = createRequestMemory(databases, {
    onError: (error) => log.warn({ err: error }, "requests not remembered"),
  });
  const means = buildWebhookMeans(settings, baseUrlOf);
  const threads = openThreads();
  const processors = openProcessors(settings, databases);
  const follower = createEntryFollower();
  const senders = openSenders(settings.twilio ?? {}, baseUrlOf);
  const workerDatabases = parts.workerDatabases ?? databases;
  const slotTokens = buildSlotTokens(settings.secretKey);
  const turnsAndCursors = buildBookingDeps(settings.secretKey, slotTokens);
  const providers = buildProviders({
    databases,
    secretKeys: [settings.secretKey, ...(settings.previousSecretKeys ?? [])],
    allowPrivate: settings.allowPrivateWebhooks,
    tokens: slotTokens,
    turns: turnsAndCursors.turns,
    log,
  });
  const booking: BookingRouteDeps = { ...turnsAndCursors, providers: providers.of };
  const workers = buildWorkers({
    ...parts,
    databases: workerDatabases,
    threads: threads.menus,
    means,
    processors,
    providers,
    senders,
  });
  const runDue = (database: Database): Promise<void> => runDueTimers(database, { metrics, log, processors, senders });
  const placing = {
    processor: processors.nameFor,
    displayNumbers: createDisplayNumbers(parts.counters.test),
    deliveryTerms: quoteDelivery,
  };
  const livePlacing =
    parts.counters.live === undefined
      ? placing
      : { ...placing, displayNumbers: createDisplayNumbers(parts.counters.live) };
  const ordering = {
    environments: createStoreEnvironments(databases),
    placing: (environment: Environment) => (environment === "live" ? livePlacing : placing),
    deliveryTerms: quoteDelivery,
    baseUrlOf,
    wakeups: parts.wakeups,
  };
  const pictures = buildPictures(settings);
  const desk = openBookingDesk({ ...settings, ...booking, environments: ordering.environments, baseUrlOf });
  const routes = parts.routes ?? [
    ...appRoutes({ version: settings.version }),
    ...locationRoutes(),
    ...menuRoutes({ threads: threads.menus }),
    ...stockRoutes(),
    ...deliveryZoneRoutes(threads.imports),
    ...orderRoutes({ baseUrlOf }),
    ...itemChangeRoutes(),
    ...availabilityRoutes(booking),
    ...holdRoutes(booking),
    ...bookingRoutes(booking),
    ...venueActionRoutes(booking),
    ...floorRoutes(),
    ...waitlistRoutes({ turns: booking.turns, baseUrlOf }),
    ...waitlistEntryRoutes({ turns: booking.turns, baseUrlOf }),
    ...waitFollowRoutes({ environments: ordering.environments, follower, wakeups: parts.wakeups }),
    ...bookingSetupRoutes(booking),
    ...webhookRoutes((environment) => means[environment], parts.wakeups),
    ...feedbackRoutes(memory),
    ...storeRoutes(ordering),
    ...orderChangeRoutes(ordering),
    ...bookingSearchRoutes(desk),
    ...guestBookingRoutes(desk),
    ...ownBookingRoutes(desk),
    ...sandboxRoutes({ ...placing, baseUrl: () => baseUrls.test, runDue }),
    ...reserveRoutes(providers.findForChannel),
    ...operatorRoutes({
      compare: threads.menus.compare,
      sealing: (environment) => providers.of(environment).sealing,
      allowPrivate: (environment) => providers.of(environment).allowPrivate,
    }),
  ];
  const onNews = applyPaymentNews;
  const pages: PageRoute[] = [
    ...storePages(ordering.environments),
    ...bookPages(desk),
    ...holdPages(desk),
    ...managePages(desk),
    ...waitPages({ desk, follower, joins: createRateLimit(joinLimit) }),
    ...orderPages(ordering),
    ...payPages({ databases, processors, onNews, describeOrder, baseUrlOf, now: Date.now, log }),
  ];
  const server = createServer({
    routes,
    databases,
    ports: buildPorts(parts, addressLimits, (answered) => memory.remember(answered)),
    hosts: { test: new URL(settings.baseUrls.test).host, live: hostOf(settings.baseUrls.live) },
    log,
    checkAnswers: settings.checkAnswers,
    compress: (text, accepted) => compress(Buffer.from(text), codingFor(accepted), "each"),
    ...(settings.trustedProxies === undefined ? {} : { trustedProxies: settings.trustedProxies }),
    plugins: [
      probesPlugin({ databases, metrics }),
      docsPagesPlugin({ routes: () => routes.map(({ route }) => route), baseUrl: () => baseUrls.test }),
      photosPlugin(
        createPhotos({ ...ordering, outgoing: (environment) => pictures[environment], now: Date.now }),
        addressLimits,
      ),
      pagesPlugin({ pages, log, limits: addressLimits, ownHosts: () => Object.values(baseUrls).map(hostOf) }),
      twilioWebhooksPlugin({ databases, twilio: settings.twilio ?? {}, baseUrlOf, log }),
      stripeWebhookPlugin({
        databases,
        stripe: settings.stripe ?? {},
        log,
        onNews,
        onRefundNews: applyRefundNewsToOrder,
      }),
    ],
  });
  return {
    server,
    routes,
    workers,
    setBaseUrl: (url) => void (baseUrls.test = url),
    runDue,
    async close() {
      await memory.stop();
      await threads.close();
      await providers.close();
      await Promise.all(
        [...Object.values(means).map(({ outgoing }) => outgoing), ...Object.values(pictures)].map((way) => way.close()),
      );
    },
  };
}

function buildPorts(parts: ServiceParts, limits: AddressLimits, remember: HttpPorts["onAnswered"]): HttpPorts {
  const { databases, metrics, settings } = parts;
  return {
    authenticateKey: createKeyAuthenticator({ test: databases.test.read, live: databases.live?.read }),
    authenticateOperator: createOperatorAuthenticator(settings.operatorToken),
    authenticateChannel: createChannelAuthenticator({ test: databases.test.read, live: databases.live?.read }),
    countAddress: (limit, address) => limits.count(limit, address),
    idExists: async (environment, id) => {
      const database = environment === "live" ? databases.live : databases.test;
      return database !== undefined && idExists(database.read, id);
    },
    takeBudget: async (environment, appId, budget) => {
      const database = environment === "live" ? databases.live : databases.test;
      return database === undefined ? undefined : takeBudget(database, appId, budget, settings.budgets);
    },
    onAnswered: (answered) => {
      const labels = { route: answered.route, status: String(answered.status) };
      metrics.requests.observe(labels, answered.durationMs / 1000);
      remember(answered);
    },
  };
}

function hostOf(url: string | null): string | undefined {
  return url === null ? undefined : new URL(url).host;
}
