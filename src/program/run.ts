/** Starts and stops one process of the service: what belongs to a command, in the right order, and back again. */
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import Fastify from "fastify";
import pino from "pino";
import { buildService, type Service, type ServiceSettings } from "./build.ts";
import type { Config } from "./config.ts";
import { probesPlugin } from "../platform/http/probes.plugin.ts";
import type { Databases } from "../platform/http/ports.ts";
import { createWakeups } from "../platform/jobs/wakeups.ts";
import { createLog, type Log } from "../platform/log.ts";
import { createMetrics } from "../platform/metrics.ts";
import { openDatabase, type Database } from "../platform/postgres/database.ts";
import { requestDeadlines, workDeadlines } from "../platform/postgres/deadlines.ts";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded.ts";
import { migrate } from "../platform/postgres/migrate.ts";
import { startNotifier, type Notifier } from "../platform/postgres/notifier.ts";
import { loadSecrets, writeSandboxFile } from "./sandbox-file.ts";
import { compareSystemZones } from "../time-zones/system-zones.ts";
import { seedSandbox } from "../sandbox/seed-sandbox.command.ts";
import { printWelcome } from "./welcome.ts";

export interface Running {
  /** Resolves with the reason when the process cannot go on. */
  readonly failed: Promise<string>;
  /** Answers what is in flight, gives leases back, stops the database if it is ours. */
  stop(): Promise<void>;
}

type Command = "dev" | "serve" | "work";

const workerPoolSize = 6;

/** Runs a command until it is stopped. */
export async function startProcess(command: Command, config: Config): Promise<Running> {
  const began = performance.now();
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const log = openLog(command, config);
    compareZones(log);
    const { url, failed } = await provideDatabase(config, log, undo);
    if (command === "dev") for (const each of [url, config.liveDatabaseUrl]) if (each !== null) await migrate(each);
    const secrets = await loadSecrets(config);
    const { databases, counters, workerDatabases, wakeups } = connect(command, url, config, log, undo);
    const metrics = createMetrics();
    const settings: ServiceSettings = {
      version: await readVersion(),
      baseUrls: { test: config.baseUrl ?? `http://${config.host}:${config.port}`, live: config.liveBaseUrl },
      operatorToken: secrets.operatorToken,
      secretKey: secrets.secretKey,
      previousSecretKeys: config.previousSecretKeys,
      allowPrivateWebhooks: config.allowPrivateWebhooks ?? config.databaseUrl === null,
      paymentProcessor: config.paymentProcessor,
      stripe: config.stripe,
      twilio: config.twilio,
      trustedProxies: config.trustedProxies,
      poolSize: config.poolSize,
      checkAnswers: false,
    };
    const service = buildService({ settings, databases, counters, workerDatabases, wakeups, log, metrics });
    undo.push(() => service.close());
    if (command !== "serve") {
      service.workers.start();
      undo.push(() => service.workers.stop());
    }
    if (config.metricsPort !== null) await listenForProbes(config, { databases, metrics }, undo);
    if (command === "work") log.info({ command }, "started");
    else {
      if (command === "dev") await seed(config, databases.test, settings.baseUrls.test, secrets.operatorToken);
      const baseUrl = await listen(service, config, undo);
      log.info({ command, baseUrl }, "started");
      if (command === "dev") await welcome(config, baseUrl, secrets.operatorToken, began);
    }
    return { failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** For a person at a terminal the log goes to a file; production reads it from standard output. */
function openLog(command: Command, config: Config): Log {
  if (command !== "dev") return createLog(config.logLevel);
  mkdirSync(config.dataDir, { recursive: true });
  return createLog(config.logLevel, pino.destination({ dest: path.join(config.dataDir, "maple.log"), sync: false }));
}

/** Says which zones the system and the runtime see differently; the runtime's data is used. */
function compareZones(log: Log): void {
  const sources = compareSystemZones({ now: Date.now() });
  if (sources.differing.length === 0) log.info(sources, "zone data");
  else log.warn(sources, "zone data of the runtime and the system differ; the runtime's is used");
}

async function provideDatabase(
  config: Config,
  log: Log,
  undo: (() => Promise<unknown>)[],
): Promise<{ readonly url: string; readonly failed: Promise<string> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, failed: new Promise(() => {}) };
  const server = await startEmbeddedPostgres({
    dataDir: path.join(config.dataDir, "postgres"),
    log: (line) => log.info({ postgres: line }, "postgres"),
  });
  let stopping = false;
  undo.push(() => {
    stopping = true;
    return server.stop();
  });
  await server.createDatabase("maple_test");
  const failed = server.ended.then(() =>
    stopping ? new Promise<string>(() => {}) : "the embedded PostgreSQL has stopped; see maple.log",
  );
  return { url: server.url("maple_test"), failed };
}

function connect(command: Command, url: string, config: Config, log: Log, undo: (() => Promise<unknown>)[]) {
  const notifiers: Notifier[] = [];
  const wakeups = createWakeups((channel) => {
    for (const notifier of notifiers) notifier.publish(channel);
  });
  const open = (livemode: boolean, address: string, name: string, poolSize: number): Database => {
    const database = openDatabase({
      deadlines: name === "workers" ? workDeadlines : requestDeadlines,
      livemode,
      url: address,
      poolSize,
      applicationName: `maple-${command}-${name}`,
      wakeups,
      onIdleError: (error) => log.warn({ err: error }, "database connection lost"),
    });
    undo.push(() => database.close());
    return database;
  };
  const openAll = (name: string, poolSize: number): Databases => {
    const test = open(false, url, name, poolSize);
    return config.liveDatabaseUrl === null
      ? { test }
      : { test, live: open(true, config.liveDatabaseUrl, name, poolSize) };
  };
  const databases = openAll(command, config.poolSize);
  const counters = openAll("counters", 2);
  // Few connections, so that the plans of the hot statements are made seldom, and requests never wait for workers.
  const workerDatabases = command === "serve" ? databases : openAll("workers", workerPoolSize);
  // One process alone wakes its own workers; several tell each other through the database.
  if (config.databaseUrl !== null) {
    for (const address of [url, config.liveDatabaseUrl]) {
      if (address !== null)
        notifiers.push(startNotifier({ url: address, receive: (channel) => wakeups.receive(channel) }));
    }
    undo.push(() => Promise.all(notifiers.map((notifier) => notifier.close())));
  }
  return { databases, counters, workerDatabases, wakeups };
}

async function listen(service: Service, config: Config, undo: (() => Promise<unknown>)[]): Promise<string> {
  const address = await service.server.listen({ host: config.host, port: config.port });
  undo.push(() => service.server.close());
  const baseUrl = config.baseUrl ?? address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//127.0.0.1:");
  service.setBaseUrl(baseUrl);
  // Rendered once, before anybody waits.
  await service.server.inject({ url: "/docs" });
  return baseUrl;
}

async function listenForProbes(
  config: Config,
  options: Parameters<typeof probesPlugin>[0],
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  const probes = Fastify();
  probesPlugin(options)(probes);
  await probes.listen({ host: config.host, port: config.metricsPort ?? 0 });
  undo.push(() => probes.close());
}

/** Seeds an empty sandbox before anybody can ask it for something. */
async function seed(config: Config, database: Database, baseUrl: string, operatorToken: string): Promise<void> {
  const menu: unknown = JSON.parse(
    await readFile(new URL("../../examples/menus/small-bistro.json", import.meta.url), "utf8"),
  );
  await seedSandbox(database, menu, async (seeded) => {
    await writeSandboxFile(config.dataDir, { baseUrl, operatorToken, seeded });
  });
}

async function welcome(config: Config, baseUrl: string, operatorToken: string, began: number): Promise<void> {
  const sandbox = await writeSandboxFile(config.dataDir, { baseUrl, operatorToken, seeded: undefined });
  printWelcome({
    baseUrl,
    dataDir: config.dataDir,
    embedded: config.databaseUrl === null,
    sandbox,
    startedInMs: performance.now() - began,
  });
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
