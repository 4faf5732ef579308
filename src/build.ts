/**
 * Builds the service from its parts: which feature's routes are served, which jobs run, and what fills each port.
 * Only this file, `build-workers.ts` and `main.ts` build things; tests start the very same service (`test/service.ts`).
 */
import type { FastifyInstance } from "fastify";
import { appRoutes } from "./apps/apps.routes.ts";
import { createKeyAuthenticator } from "./apps/authenticate-key.query.ts";
import { buildWorkers, runDueTimers, type Workers } from "./build-workers.ts";
import { docsPagesPlugin } from "./docs-pages/docs-pages.plugin.ts";
import { feedbackRoutes } from "./feedback/feedback.routes.ts";
import { createRequestMemory } from "./feedback/remember-requests.job.ts";
import { idExists } from "./id-exists.ts";
import { locationRoutes } from "./locations/locations.routes.ts";
import { menuRoutes } from "./menus/menus.routes.ts";
import { createOperatorAuthenticator } from "./operator/authenticate-operator.query.ts";
import { operatorRoutes } from "./operator/operator.routes.ts";
import type { DeliveryTerms } from "./orders/delivery-terms.ts";
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
  /** In the test environment only; live never delivers to private addresses. */
  readonly allowPrivateWebhooks: boolean;
  readonly paymentProcessor: "test" | "stripe";
  /** Every answer is checked against its schema; on in tests. */
  readonly checkAnswers: boolean;
}

export interface ServiceParts {
  readonly settings: ServiceSettings;
  readonly databases: Databases;
  /** A small pool of its own for the test environment's order numbers, and one for live. */
  readonly counters: Databases;
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

/**
 * Delivery zones are not built yet (issue 7): simulated diners are delivered to anywhere, without a fee, so that partners
 * can develop the delivery lifecycle.
 */
const deliveryInSandbox: DeliveryTerms = async () => ({ fee: 0 });

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
  const workers = buildWorkers({ ...parts, means });
  const runDue = (database: Database): Promise<void> => runDueTimers(database, metrics);
  const placing = {
    processor: settings.paymentProcessor,
    displayNumbers: createDisplayNumbers(parts.counters.test),
    deliveryTerms: deliveryInSandbox,
  };
  const routes = parts.routes ?? [
    ...appRoutes({ version: settings.version }),
    ...locationRoutes(),
    ...menuRoutes(),
    ...stockRoutes(),
    ...orderRoutes({ baseUrlOf }),
    ...webhookRoutes((environment) => means[environment]),
    ...feedbackRoutes(memory),
    ...sandboxRoutes({ ...placing, baseUrl: () => baseUrls.test, runDue }),
    ...operatorRoutes(),
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
      await Promise.all([means.test.outgoing.close(), means.live.outgoing.close()]);
    },
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
      sealing: sealedSecrets([settings.secretKey], environment),
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
