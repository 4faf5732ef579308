/**
 * Builds the services of a process, one for each environment that is configured, and the listener that picks one of them for
 * each request. Only the files of this folder build things; tests start the very same service (`test/harness/service.ts`).
 */
import { buildAdmission } from "./parts/build-admission.ts";
import { createThreads } from "./parts/build-threads.ts";
import type { FastifyInstance } from "fastify";
import { callBacks, picturesOf } from "./parts/build-outgoing.ts";
import { buildReadiness } from "./parts/build-readiness.ts";
import { type Workers } from "./parts/build-workers.ts";
import { docsPlugins } from "./list-pages.ts";
import { createOperatorAuthenticator } from "../operator/authenticate-operator.cache.ts";
import type { GeocoderSettings } from "../addresses/geocoder.ts";
import type { MapTiles } from "../maps/map-tiles.ts";
import type { ConsoleLimits } from "../people/session/authenticate-console.command.ts";
import type { ProviderSettings } from "../people/provider/sign-in-provider.ts";
import { createPasswordHasher } from "../people/sign-in/password-hasher.cache.ts";
import { codingFor, compress } from "../pages/compress.ts";
import { securityTextPlugin } from "../pages/security-txt.plugin.ts";
import { pagesPlugin } from "../pages/pages.plugin.ts";
import type { Databases, HttpPorts } from "../platform/http/ports.ts";
import { environmentOfHost } from "../platform/http/console/environment-of-host.ts";
import { probesPlugin } from "../platform/http/probes.plugin.ts";
import type { BoundRoute } from "../platform/http/route.ts";
import type { AdmissionLimits } from "../platform/admission/admission.ts";
import type { Readiness } from "../platform/health/readiness.ts";
import { createServer } from "../platform/http/server.ts";
import type { Wakeups } from "../platform/jobs/wakeups.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import { createAddressLimits, type AddressLimitCounts, type AddressLimits } from "../platform/limits/address-limits.ts";
import { type BudgetLimits } from "../platform/limits/rate-budget.sql.ts";
import type { SharedCounts } from "../platform/limits/shared-counts.ts";
import { createScreenFiles } from "../screens/screen-files.cache.ts";
import { screensPlugin } from "../screens/screens.plugin.ts";
import { renderPart, renderShell } from "../screens/shell.ts";
import { createPhotos } from "../store/photos/photos.query.ts";
import { photosPlugin } from "../store/photos/photos.plugin.ts";
import { monotonicMs } from "../kernel/clock.ts";
import type { Environment } from "../kernel/environment.ts";
import type { Database } from "../platform/postgres/database.ts";
import { createMaple, type Maple } from "./create-maple.ts";
import { createLocationHomes } from "../store/shared/location-homes.query.ts";
import { environmentOfKey } from "../apps/api-key.ts";
import { environmentOfChannel } from "../channels/channel-username.ts";
import type { StripeSettings } from "../payments/stripe/stripe.client.ts";
import type { MailAccounts } from "../mail/read-mail-settings.ts";
import type { TwilioSettings } from "../twilio/twilio-settings.ts";

/** Accounts of the environments that have one. */
export type StripeAccounts = Readonly<Partial<Record<Environment, StripeSettings>>>;
export type TwilioAccounts = Readonly<Partial<Record<Environment, TwilioSettings>>>;

export interface ServiceSettings {
  readonly version: string;
  /** What partners reach us by, without a slash at the end; without a live one, the same for both. */
  readonly baseUrls: { readonly test: string; readonly live: string | null };
  /** Null: nobody has one. */
  readonly operatorToken: string | null;
  readonly secretKey: Buffer;
  /** Keys that it replaced: they open what is not yet sealed anew. */
  readonly previousSecretKeys?: readonly Buffer[];
  /** In the test environment only; live never delivers to private addresses. */
  readonly allowPrivateWebhooks: boolean;
  readonly paymentProcessor: "test" | "stripe";
  /** Accounts of the environments that have one. */
  readonly stripe?: StripeAccounts;
  /** Who carries messages to guests, where it is not the outbox. */
  readonly twilio?: TwilioAccounts;
  /** Who carries e-mail to guests, where it is not the outbox. */
  readonly mail?: MailAccounts;
  /** Who finds addresses; nobody when absent. */
  readonly geocoder?: GeocoderSettings;
  /** The ground of maps; a grid when absent. */
  readonly tiles?: MapTiles | null;
  /** Where people may sign in besides (OpenID Connect). */
  readonly oidc?: ProviderSettings | undefined;
  /** Requests a minute, per app and environment; the limits of rules/http 8.1 and 8.2 when absent. */
  readonly budgets?: BudgetLimits;
  /** Requests a minute, per address, of callers without a key; the usual ones when absent. */
  readonly addressLimits?: Partial<AddressLimitCounts>;
  /** Strangers are shown the locations that are listed. */
  readonly hasDirectory?: boolean;
  /** Where somebody who found a weakness says so; nowhere when absent. */
  readonly securityContacts?: readonly string[];
  /** The sandbox of a developer has one demonstration person for each role. */
  readonly hasDemoPeople?: boolean;
  /** Calls of the console a minute, per session; the limits of rules/people 5.7 when absent. */
  readonly consoleLimits?: ConsoleLimits;
  /** Connections for requests in the test environment; 16 when absent. */
  readonly poolSize?: number;
  /** The same in live; as many as in the test environment when absent. */
  readonly livePoolSize?: number;
  /** How long a call waits for other calls about its location, in milliseconds; 2 s when absent. */
  readonly locationWaitMs?: number;
  /** Other limits of admission than the usual ones. */
  readonly admission?: Partial<AdmissionLimits>;
  /** How many proxies in front are believed when they say whom a request comes from. */
  readonly trustedProxies?: number;
  /** Pages can be read in the languages for tests; on in tests. */
  readonly pseudoLanguages?: boolean;
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
  /** The process's number in the table `processes`. */
  readonly processId?: string;
  /** What all processes count of addresses; each counts alone when absent. */
  readonly sharedCounts?: SharedCounts;
  /** Whether requests are answered here; true when absent. */
  readonly serves?: boolean;
  /** Called when background work stands still and only a new process helps. */
  readonly onStanding?: (reason: string) => void;
  /** Makes these routes of each service instead of all, for tests of one feature. */
  readonly routes?: (database: Database) => readonly BoundRoute[];
}

export interface Service {
  readonly server: FastifyInstance;
  readonly routes: readonly BoundRoute[];
  readonly workers: Workers;
  /** What `/readyz` and `/healthz` say, once it was started. */
  readonly readiness: Readiness;
  /** Tells the parts that write absolute addresses where the service is reached, once it listens. */
  setBaseUrl(url: string): void;
  /** Builds the screens when their sources are newer; rejects with what is wrong with them. */
  prepareScreens(): Promise<void>;
  /** Fires every timer of the test service that is due, once; workers do so by themselves. */
  runDue(): Promise<void>;
  /** Writes what is remembered and closes outgoing connections; the last thing to call. */
  close(): Promise<void>;
}

/** Builds the services of a process and the listener in front of them; nothing listens or runs yet. */
export function buildService(parts: ServiceParts): Service {
  const { settings, databases, counters, log, metrics } = parts;
  const addressLimits = createAddressLimits(settings.addressLimits, monotonicMs, parts.sharedCounts);
  const baseUrls = { ...settings.baseUrls };
  const threads = createThreads();
  const hasher = createPasswordHasher();
  const homes = createLocationHomes([databases.live, databases.test].filter((each) => each !== undefined));
  const make = (environment: Environment, database: Database): Maple =>
    createMaple({
      ...parts,
      database,
      counters: counters[environment] ?? counters.test,
      workerDatabase: parts.workerDatabases?.[environment] ?? database,
      version: settings.version,
      secretKeys: [settings.secretKey, ...(settings.previousSecretKeys ?? [])],
      baseUrl: () => baseUrls[environment] ?? baseUrls.test,
      allowPrivate: environment === "test" && settings.allowPrivateWebhooks,
      paymentProcessor: settings.paymentProcessor,
      stripe: settings.stripe?.[environment],
      twilio: settings.twilio?.[environment],
      mail: settings.mail?.[environment],
      tiles: settings.tiles ?? null,
      geocoder: settings.geocoder,
      oidc: settings.oidc,
      locationWaitMs: settings.locationWaitMs ?? 2_000,
      budgets: settings.budgets,
      consoleLimits: settings.consoleLimits,
      hasDemoPeople: settings.hasDemoPeople === true,
      hasDirectory: settings.hasDirectory === true,
      keepsLocation: async (id) => (await homes.homeOf(id)) === database,
      threads,
      hasher,
      log: log.child({ environment }),
    });
  const test = make("test", databases.test);
  const live = databases.live === undefined ? undefined : make("live", databases.live);
  const services = live === undefined ? [test] : [test, live];
  const hosts = { test: new URL(settings.baseUrls.test).host, live: hostOf(settings.baseUrls.live) };
  const workers = together(services.map((service) => service.workers));
  const readiness = buildReadiness({
    serving: parts.serves === false ? undefined : databases,
    working: parts.workerDatabases ?? databases,
    loops: () => workers.loops(),
    onStanding: parts.onStanding ?? (() => {}),
  });
  const screenFiles = createScreenFiles();
  const server = createServer({
    services: live === undefined ? { test } : { test, live },
    ports: buildPorts(parts, addressLimits),
    hosts,
    admit: buildAdmission({
      hasLive: live !== undefined,
      hosts,
      metrics,
      poolSizes: { test: settings.poolSize ?? 16, live: settings.livePoolSize ?? settings.poolSize ?? 16 },
      limits: settings.admission ?? {},
      homeOf: (id) => homes.rememberedHomeOf(id),
    }),
    log,
    checkAnswers: settings.checkAnswers,
    docsAddress: () => `${baseUrls.test}/docs`,
    learnLocation: (id, service) => homes.learn(id, service.database),
    compress: (text, accepted) => compress(Buffer.from(text), codingFor(accepted), "each"),
    ...(settings.trustedProxies === undefined ? {} : { trustedProxies: settings.trustedProxies }),
    plugins: [
      probesPlugin({ readiness, metrics, processId: parts.processId }),
      ...docsPlugins({ ...settings, log, routes: () => test.routes, baseUrl: () => baseUrls.test }),
      photosPlugin(
        createPhotos({ homes, outgoing: picturesOf(services), now: () => performance.now() }),
        addressLimits,
      ),
      screensPlugin(screenFiles),
      pagesPlugin({
        pages: test.pages,
        ...(live === undefined ? {} : { livePages: live.pages }),
        log,
        limits: addressLimits,
        renderScreen: async (screen, icon) => renderShell(screen, icon, await screenFiles.load()),
        renderPart: async (part) => renderPart(part, await screenFiles.load()),
        isLiveHost: (host) => environmentOfHost(hosts, host, live !== undefined) === "live",
        ownHosts: () => Object.values(baseUrls).map(hostOf),
        pseudoLanguages: settings.pseudoLanguages === true,
      }),
      ...callBacks(parts, baseUrls),
      securityTextPlugin({
        contacts: settings.securityContacts ?? [],
        baseUrl: () => baseUrls.live ?? baseUrls.test,
        now: () => databases.test.clock.now(),
      }),
    ],
  });
  return {
    server,
    routes: test.routes,
    workers,
    readiness,
    setBaseUrl: (url) => void (baseUrls.test = url),
    prepareScreens: async () => void (await screenFiles.load()),
    runDue: () => test.runDue(),
    async close() {
      await Promise.all(services.map((service) => service.close()));
      await threads.close();
    },
  };
}

/** The background work of all services as one. */
function together(all: readonly Workers[]): Workers {
  return {
    start() {
      for (const workers of all) workers.start();
    },
    async stop() {
      await Promise.all(all.map((workers) => workers.stop()));
    },
    loops: () => all.flatMap((workers) => workers.loops()),
    async idle() {
      await Promise.all(all.map((workers) => workers.idle()));
    },
  };
}

function buildPorts({ metrics, settings, sharedCounts }: ServiceParts, limits: AddressLimits): HttpPorts {
  return {
    environmentOfKey,
    environmentOfChannel,
    authenticateOperator: createOperatorAuthenticator(settings.operatorToken, monotonicMs, sharedCounts),
    countAddress: (limit, address) => limits.count(limit, address),
    onAnswered: (answered) => {
      const labels = { route: answered.route, status: String(answered.status) };
      metrics.requests.observe(labels, answered.durationMs / 1000);
      metrics.recentCalls.count(answered.status);
    },
  };
}

function hostOf(url: string | null): string | undefined {
  return url === null ? undefined : new URL(url).host;
}
