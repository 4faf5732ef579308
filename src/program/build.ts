/**
 * Builds the listener of a process, which picks a service for each request, and the probes of the process. Only the files
 * of this folder build things; tests start the very same service (`test/harness/service.ts`).
 */
import type { FastifyInstance } from "fastify";
import { environmentOfKey } from "../apps/api-key.ts";
import { environmentOfChannel } from "../channels/channel-username.ts";
import { monotonicMs } from "../kernel/clock.ts";
import { listEach, mapEach } from "../kernel/of-each.ts";
import { createOperatorAuthenticator } from "../operator/authenticate-operator.cache.ts";
import { codingFor, compress } from "../pages/compress.ts";
import { pagesPlugin } from "../pages/pages.plugin.ts";
import { securityTextPlugin } from "../pages/security-txt.plugin.ts";
import type { Readiness } from "../platform/health/readiness.ts";
import { environmentOfHost } from "../platform/http/console/environment-of-host.ts";
import type { Hosts, HttpPorts } from "../platform/http/ports.ts";
import { probesPlugin } from "../platform/http/probes.plugin.ts";
import type { BoundRoute } from "../platform/http/route.ts";
import { createServer } from "../platform/http/server.ts";
import { createAddressLimits, type AddressLimits } from "../platform/limits/address-limits.ts";
import type { Database } from "../platform/postgres/database.ts";
import { createScreenFiles } from "../screens/screen-files.cache.ts";
import { screensPlugin } from "../screens/screens.plugin.ts";
import { renderPart, renderShell } from "../screens/shell.ts";
import { photosPlugin } from "../store/photos/photos.plugin.ts";
import { createPhotos } from "../store/photos/photos.query.ts";
import { buildServices, type Services } from "./build-services.ts";
import { docsPlugins } from "./list-pages.ts";
import { buildAdmission } from "./parts/build-admission.ts";
import { callBacks, picturesOf } from "./parts/build-outgoing.ts";
import { buildReadiness } from "./parts/build-readiness.ts";
import type { Workers } from "./parts/build-workers.ts";
import type { ServiceParts, ServiceSettings } from "./service-parts.ts";

/** Connections for requests of a service that is told no other number. */
const usualPoolSize = 16;

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
  const { settings, databases } = parts;
  const baseUrls = { ...settings.baseUrls };
  const services = buildServices(parts, (name) => baseUrls[name] ?? baseUrls.test);
  const { test } = services.each;
  const workers = together(listEach(services.each).map((service) => service.workers));
  const readiness = buildReadiness({
    serving: parts.serves === false ? undefined : databases,
    working: parts.workerDatabases ?? databases,
    loops: () => workers.loops(),
    onStanding: parts.onStanding ?? (() => {}),
  });
  const screenFiles = createScreenFiles();
  return {
    server: buildListener(parts, { services, readiness, screenFiles, baseUrls }),
    routes: test.routes,
    workers,
    readiness,
    setBaseUrl: (url) => void (baseUrls.test = url),
    prepareScreens: async () => void (await screenFiles.load()),
    runDue: () => test.runDue(),
    close: () => services.close(),
  };
}

/** What the listener stands in front of. */
interface Behind {
  readonly services: Services;
  readonly readiness: Readiness;
  readonly screenFiles: ReturnType<typeof createScreenFiles>;
  readonly baseUrls: ServiceSettings["baseUrls"];
}

function buildListener(parts: ServiceParts, behind: Behind): FastifyInstance {
  const { settings, log, metrics } = parts;
  const { services, baseUrls } = behind;
  const { homes, each } = services;
  const addressLimits = createAddressLimits(settings.addressLimits, monotonicMs, parts.sharedCounts);
  const hosts = { test: new URL(settings.baseUrls.test).host, live: hostOf(settings.baseUrls.live) };
  return createServer({
    services: each,
    ports: buildPorts(parts, addressLimits),
    hosts,
    admit: buildAdmission({
      hosts,
      metrics,
      poolSizes: mapEach(each, ({ database }) => poolSizeOf(settings, database)),
      limits: settings.admission ?? {},
      homeOf: (id) => homes.rememberedHomeOf(id),
    }),
    log,
    checkAnswers: settings.checkAnswers,
    docsAddress: () => `${baseUrls.test}/docs`,
    learnLocation: (id, service) => homes.learn(id, service.database),
    compress: (text, accepted) => compress(Buffer.from(text), codingFor(accepted), "each"),
    ...(settings.trustedProxies === undefined ? {} : { trustedProxies: settings.trustedProxies }),
    plugins: listPlugins(parts, behind, { addressLimits, hosts }),
  });
}

function poolSizeOf({ poolSize = usualPoolSize, livePoolSize = poolSize }: ServiceSettings, of: Database): number {
  return of.livemode ? livePoolSize : poolSize;
}

/** What is answered besides the routes: probes, documents, pages, and those who call back. */
function listPlugins(
  parts: ServiceParts,
  { services, readiness, screenFiles, baseUrls }: Behind,
  { addressLimits, hosts }: { readonly addressLimits: AddressLimits; readonly hosts: Hosts },
): readonly ((server: FastifyInstance) => void)[] {
  const { settings, log, metrics, databases } = parts;
  const { homes, each } = services;
  const { test, live } = each;
  return [
    probesPlugin({ readiness, metrics, processId: parts.processId }),
    ...docsPlugins({ ...settings, log, routes: () => test.routes, baseUrl: () => baseUrls.test }),
    photosPlugin(
      createPhotos({ homes, outgoing: picturesOf(listEach(each)), now: () => performance.now() }),
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
    ...callBacks(parts, (name) => baseUrls[name] ?? baseUrls.test),
    securityTextPlugin({
      contacts: settings.securityContacts ?? [],
      baseUrl: () => baseUrls.live ?? baseUrls.test,
      now: () => databases.test.clock.now(),
    }),
  ];
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
