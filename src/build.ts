/**
 * Builds the service from its parts: which feature's routes are served, which jobs run, and what fills each port.
 * Only this file, `build-workers.ts` and `main.ts` build things; tests start the very same service (`test/service.ts`).
 */
import { hkdfSync } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { appRoutes } from "./apps/apps.routes.ts";
import { createKeyAuthenticator } from "./apps/authenticate-key.query.ts";
import { availabilityRoutes } from "./bookings/availability.routes.ts";
import { bookingSetupRoutes } from "./bookings/booking-setup.routes.ts";
import { createBookingCursors } from "./bookings/booking-cursor.ts";
import type { BookingRouteDeps } from "./bookings/booking-route-deps.ts";
import { bookingRoutes } from "./bookings/bookings.routes.ts";
import { holdRoutes } from "./bookings/holds.routes.ts";
import { createSlotTokens, type SlotTokens } from "./bookings/slot-token.ts";
import { venueActionRoutes } from "./bookings/venue-actions.routes.ts";
import { createLocationTurns } from "./bookings/wait-for-location.query.ts";
import { buildWorkers, runDueTimers, type Workers } from "./build-workers.ts";
import { quoteDelivery } from "./delivery-zones/check-zones.query.ts";
import { deliveryZoneRoutes } from "./delivery-zones/delivery-zones.routes.ts";
import { docsPagesPlugin } from "./docs-pages/docs-pages.plugin.ts";
import { feedbackRoutes } from "./feedback/feedback.routes.ts";
import { createRequestMemory } from "./feedback/remember-requests.job.ts";
import { floorRoutes } from "./floor/floor.routes.ts";
import { idExists } from "./id-exists.ts";
import { locationRoutes } from "./locations/locations.routes.ts";
import { openMenuThreads } from "./menus/menu-threads.job.ts";
import { menuRoutes } from "./menus/menus.routes.ts";
import { createOperatorAuthenticator } from "./operator/authenticate-operator.query.ts";
import { operatorRoutes } from "./operator/operator.routes.ts";
import { createDisplayNumbers } from "./orders/display-numbers.command.ts";
import { orderRoutes } from "./orders/orders.routes.ts";
import { applyPaymentNews } from "./orders/pay-order.command.ts";
import { payPagesPlugin } from "./payments/pay-pages.plugin.ts";
import type { Databases, HttpPorts } from "./platform/http/ports.ts";
import { probesPlugin } from "./platform/http/probes.plugin.ts";
import type { BoundRoute } from "./platform/http/route.ts";
import { createServer } from "./platform/http/server.ts";
import type { Wakeups } from "./platform/jobs/wakeups.ts";
import type { Log } from "./platform/log.ts";
import type { Metrics } from "./platform/metrics.ts";
import { createOutgoingHttp } from "./platform/outgoing-http/outgoing-http.ts";
import type { Database, Environment } from "./platform/postgres/database.ts";
import { createTurns } from "./platform/postgres/turns.ts";
import { takeBudget, type BudgetLimits } from "./platform/rate-budget.ts";
import { sandboxRoutes } from "./sandbox/sandbox.routes.ts";
import { stockRoutes } from "./stock/stock.routes.ts";
import { sealedSecrets } from "./webhooks/sealed-secrets.ts";
import type { WebhookMeans } from "./webhooks/subscriptions.routes.ts";
import { webhookRoutes } from "./webhooks/webhooks.routes.ts";

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
  /** Requests a minute, per app and environment; the limits of document 2 when absent. */
  readonly budgets?: BudgetLimits;
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

/** Builds the service; nothing listens or runs yet. */
export function buildService(parts: ServiceParts): Service {
  const { settings, databases, log, metrics } = parts;
  const baseUrls = { ...settings.baseUrls };
  const baseUrlOf = (environment: Environment): string =>
    environment === "live" ? (baseUrls.live ?? baseUrls.test) : baseUrls.test;
  const memory = createRequestMemory(databases, {
    onError: (error) => log.warn({ err: error }, "requests not remembered"),
  });
  const means = buildWebhookMeans(settings, baseUrlOf);
  const threads = openMenuThreads();
  const workers = buildWorkers({ ...parts, databases: parts.workerDatabases ?? parts.databases, threads, means });
  const runDue = (database: Database): Promise<void> => runDueTimers(database, metrics, log);
  const placing = {
    processor: settings.paymentProcessor,
    displayNumbers: createDisplayNumbers(parts.counters.test),
    deliveryTerms: quoteDelivery,
  };
  const slotTokens = buildSlotTokens(settings.secretKey);
  const booking = buildBookingDeps(settings.secretKey, slotTokens);
  const routes = parts.routes ?? [
    ...appRoutes({ version: settings.version }),
    ...locationRoutes(),
    ...menuRoutes({ threads }),
    ...stockRoutes(),
    ...deliveryZoneRoutes(),
    ...orderRoutes({ baseUrlOf }),
    ...availabilityRoutes({ tokens: slotTokens }),
    ...holdRoutes(booking),
    ...bookingRoutes(booking),
    ...venueActionRoutes(booking),
    ...floorRoutes(),
    ...bookingSetupRoutes(),
    ...webhookRoutes((environment) => means[environment], parts.wakeups),
    ...feedbackRoutes(memory),
    ...sandboxRoutes({ ...placing, baseUrl: () => baseUrls.test, runDue }),
    ...operatorRoutes({ compare: threads.compare }),
  ];
  const server = createServer({
    routes,
    databases,
    ports: buildPorts(parts, (answered) => memory.remember(answered)),
    hosts: { test: new URL(settings.baseUrls.test).host, live: hostOf(settings.baseUrls.live) },
    log,
    checkAnswers: settings.checkAnswers,
    plugins: [
      probesPlugin({ databases, metrics }),
      docsPagesPlugin({ routes: () => routes.map(({ route }) => route), baseUrl: () => baseUrls.test }),
      payPagesPlugin({ database: databases.test, onNews: applyPaymentNews }),
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
      await Promise.all([means.test.outgoing.close(), means.live.outgoing.close()]);
    },
  };
}

/** Search, holds and bookings share them; a key of its own for each environment. */
function buildSlotTokens(secretKey: Buffer): (environment: Environment) => SlotTokens {
  const of = (environment: Environment): SlotTokens =>
    createSlotTokens(Buffer.from(hkdfSync("sha256", secretKey, "", `maple slot tokens ${environment}`, 32)));
  const made = { test: of("test"), live: of("live") };
  return (environment) => made[environment];
}

function buildBookingDeps(secretKey: Buffer, tokens: BookingRouteDeps["tokens"]): BookingRouteDeps {
  const of = (environment: Environment) => ({
    cursors: createBookingCursors(
      Buffer.from(hkdfSync("sha256", secretKey, "", `maple booking cursors ${environment}`, 32)),
    ),
    turns: createLocationTurns(createTurns({ atOnce: 3, maxWaiting: 500, maxWaitMs: 10_000 })),
  });
  const made = { test: of("test"), live: of("live") };
  return {
    tokens,
    cursors: (environment) => made[environment].cursors,
    turns: (environment) => made[environment].turns,
  };
}

function buildPorts(parts: ServiceParts, remember: HttpPorts["onAnswered"]): HttpPorts {
  const { databases, metrics, settings } = parts;
  return {
    authenticateKey: createKeyAuthenticator({ test: databases.test.read, live: databases.live?.read }),
    authenticateOperator: createOperatorAuthenticator(settings.operatorToken),
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

function buildWebhookMeans(
  settings: ServiceSettings,
  baseUrlOf: (environment: Environment) => string,
): Readonly<Record<Environment, WebhookMeans>> {
  const of = (environment: Environment): WebhookMeans => {
    const allowPrivate = environment === "test" && settings.allowPrivateWebhooks;
    return {
      outgoing: createOutgoingHttp({ allowPrivate }),
      sealing: sealedSecrets([settings.secretKey, ...(settings.previousSecretKeys ?? [])], environment),
      source: () => ({ baseUrl: baseUrlOf(environment), livemode: environment === "live" }),
      now: Date.now,
      rules: { allowPrivate },
    };
  };
  return { test: of("test"), live: of("live") };
}

function hostOf(url: string | null): string | undefined {
  return url === null ? undefined : new URL(url).host;
}
