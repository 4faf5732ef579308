/** Starts and stops one process of the service: the parts of its command, in the right order, and in reverse. */
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabases } from "./connect-databases.ts";
import { buildService, type Service } from "./build.ts";
import type { Config } from "./config.ts";
import { listEach } from "../kernel/of-each.ts";
import { serviceName } from "../kernel/service-labels.ts";
import { takeIdTimeFrom } from "../kernel/id.ts";
import { checkServices } from "./check-services.command.ts";
import { boundMenus } from "./bound-menus.ts";
import { nobodyOperates } from "../people/joining/nobody-operates.query.ts";
import type { ProcessRow } from "../platform/clock/processes.sql.ts";
import { watchClocks, type ClockWatchOptions } from "../platform/clock/watch-clocks.ts";
import type { Readiness } from "../platform/health/readiness.ts";
import { NotReady } from "../platform/health/not-ready.ts";
import { tellReadiness } from "../platform/health/tell-readiness.ts";
import { startWatchdog } from "../platform/health/watchdog.ts";
import type { Databases } from "../platform/http/ports.ts";
import { boundedFileSink } from "../platform/log-file.ts";
import { LogLines } from "../platform/log-lines.ts";
import { createLog, type Log } from "../platform/log.ts";
import { withinLimit } from "../platform/time-limit.ts";
import { createMetrics } from "../platform/metrics/create-metrics.ts";
import { traceWhereAsked } from "../platform/tracing/trace-where-asked.ts";
import { connectionsOf, poolSizes } from "../platform/postgres/connection-budget.ts";
import { migrate } from "../platform/postgres/migrate.ts";
import { provideDatabase } from "./provide-database.ts";
import { refuseLentSessions } from "./settings/refuse-lent-sessions.ts";
import { loadSecrets } from "./demonstration/sandbox-file.ts";
import { listen, listenForProbes, takeBounces } from "./listen.ts";
import { seed, welcome } from "./demonstration/seed.ts";
import type { StartLimit } from "./start-limit.ts";
import { settingsOf } from "./settings-of.ts";
import { shareSystem } from "./settings/share-system.ts";
import { startSharing } from "./start-sharing.ts";
import { compareSystemZones } from "../time-zones/system-zones.ts";

export interface Running {
  /** Resolves with the reason when the process cannot go on. */
  readonly failed: Promise<string>;
  /** Answers what is in flight, gives leases back, stops the database if it is ours. */
  stop(): Promise<void>;
}

/** How the program watches over a start. */
export interface Starting {
  readonly limit: StartLimit;
  /** Called before calls may come: until then the process may give way to others. */
  readonly goOn: () => void;
}

type Command = "dev" | "serve" | "work";

/** A process that is not ready by then ends, so that whoever runs it sees why. */
const readyWithinMs = 60_000;
/** After a process is ready. */
const zonesAfterMs = 60_000;
/** Requests under way when the process takes no more may take this long. */
const closeWithinMs = 15_000;
/** Writing that the process ended in order; a database that does not answer learns of it by the beats that are missing. */
const sayStoppedWithinMs = 2_000;
/** What sysexits.h calls an internal software error. */
const standingExitCode = 70;

/**
 * Starts a command and tells the limit each step; throws the reason of `stopping` when it is aborted before the process is
 * ready.
 */
export async function startProcess(
  command: Command,
  config: Config,
  stopping: AbortSignal,
  { limit, goOn }: Starting,
): Promise<Running> {
  const began = performance.now();
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const watchdog = startWatchdog();
    undo.push(() => watchdog.stop());
    const log = createProcessLog(command, config);
    for (const doubt of config.doubts) log.warn(doubt);
    limit.begin("the embedded PostgreSQL starts");
    const { url, directUrl, failed } = await provideDatabase(config, log, undo);
    stopping.throwIfAborted();
    await refuseLentSessions(config);
    limit.beginEndless();
    if (command === "dev") {
      const tell = (text: string): void => log.warn(text);
      await migrate(directUrl, "test", tell);
      if (config.liveDatabaseDirectUrl !== null) await migrate(config.liveDatabaseDirectUrl, "live", tell);
    }
    stopping.throwIfAborted();
    limit.begin("the service is put together");
    const secrets = await loadSecrets(config);
    const sizes = {
      test: poolSizes(command, { livemode: false, given: config.poolSize }),
      live: poolSizes(command, { livemode: true, given: config.livePoolSize }),
    };
    const processId = randomUUID();
    const metrics = createMetrics();
    const spans = await traceWhereAsked(config.tracing, { processId, command }, log);
    undo.push(() => spans.stop());
    const connected = connectDatabases(command, { processId, url, sizes, config, log, metrics }, undo);
    const { databases, counters, workerDatabases, wakeups, hearOfWorkers } = connected;
    const checked = await checkServices(workerDatabases, [secrets.secretKey, ...config.previousSecretKeys], log);
    undo.push(async () => checked.stop());
    const { files, memory } = shareSystem(command, config, log);
    boundMenus(databases, memory.menus, metrics);
    const hasNotifier = config.databaseUrl !== null;
    const connections = (livemode: boolean): number => connectionsOf(sizes[serviceName({ livemode })], hasNotifier);
    const own = { id: processId, kind: command };
    const watched = { log, metrics, connections, onWorkers: hearOfWorkers };
    const { farOff } = await watch(own, workerDatabases, watched, undo);
    const settings = settingsOf(command, config, {
      secrets,
      sizes,
      version: await readVersion(),
      files,
      memory,
    });
    const serves = command !== "work";
    // The single process shares with nobody, and `work` counts no callers.
    const sharing = command === "serve" ? { sharedCounts: startSharing(databases.test, log, undo) } : {};
    const onStanding = (reason: string): void => endStanding(reason, log);
    const parts = {
      settings,
      databases,
      counters,
      workerDatabases,
      wakeups,
      log,
      metrics,
      processId,
      serves,
      onStanding,
      ...sharing,
    };
    const service = buildService(parts);
    undo.push(() => service.close());
    undo.push(() => Promise.all([closeServer(service.server), service.workers.stop()]));
    if (serves) await service.prepareScreens();
    goOn();
    service.readiness.start();
    undo.push(() => service.readiness.stop());
    // Nothing works on a database before that is known to be of its service.
    const working = checked.certain.then(() => (command === "serve" ? undefined : service.workers.start()));
    working.catch(() => {});
    // A stop ends the check before it stops the workers, so that it cannot start them afterwards.
    undo.push(async () => checked.stop());
    if (serves) undo.push(await takeBounces(config, { databases, secrets, log }));
    if (config.metricsPort !== null)
      await listenForProbes(config, { readiness: service.readiness, metrics, processId }, undo);
    // By the pool of the background work: a request would have to end in 8 s, and a slow machine seeds for longer.
    limit.begin("the sandbox is filled");
    if (command === "dev") await seed(config, workerDatabases.test, settings.baseUrls.test, secrets);
    limit.begin("the process becomes ready");
    const baseUrl = serves ? await listen(service, config) : undefined;
    // What `dev` did until here was work on its database; for the others all of it was waiting.
    const readyBy = (command === "dev" ? performance.now() : began) + readyWithinMs;
    await Promise.all([working, untilReady(service.readiness, readyBy, stopping)]);
    if (serves && secrets.operatorToken === null) await requireOperators(databases);
    log.info({ command, baseUrl }, "started");
    const tellNoMore = tellReadiness(service.readiness, log);
    undo.push(compareZonesLater(log));
    if (command === "dev" && baseUrl !== undefined) await welcome(config, baseUrl, secrets, began);
    const leave = async (): Promise<void> => {
      log.info({ command }, "stopping");
      tellNoMore();
      service.readiness.drain();
      if (command === "serve") await letCallersGo(service.server, config.drainSeconds);
      await stop();
    };
    return { failed: Promise.race([failed, farOff]), stop: leave };
  } catch (error) {
    // Migrations have no limit; the stop after one that failed has.
    limit.begin("what was started is stopped again");
    await stop();
    throw error;
  }
}

/** Refuses to start without a token where a service has nobody who may run it (rules/operating 7.3). */
async function requireOperators(databases: Databases): Promise<void> {
  for (const { read } of listEach(databases)) {
    const shut = await nobodyOperates(read, serviceName(read));
    if (shut !== undefined) throw new NotReady(shut);
  }
}

/** For a person at a terminal the log goes to a file; production reads it from standard output. */
function createProcessLog(command: Command, config: Config): Log {
  if (command !== "dev") return createLog(config.logLevel);
  mkdirSync(config.dataDir, { recursive: true });
  // Opened at once: a start that ends early still writes what it has to say.
  return createLog(config.logLevel, new LogLines(boundedFileSink(path.join(config.dataDir, "maple.log"))));
}

/**
 * Says which zones the system and the runtime see differently; the runtime's data is used. In a rolling deploy a process
 * that starts takes its processor time from those that serve, so this waits until the start is over.
 */
function compareZonesLater(log: Log): () => Promise<void> {
  const compare = async (): Promise<void> => {
    const sources = await compareSystemZones({ now: Date.now() });
    if (sources.differing.length === 0) log.info(sources, "zone data");
    else log.warn(sources, "zone data of the runtime and the system differ; the runtime's is used");
  };
  const timer = setTimeout(() => void compare().catch((err: unknown) => log.warn({ err }, "zone data")), zonesAfterMs);
  timer.unref();
  return async () => clearTimeout(timer);
}

/** Reads the clocks before anything is done by them; `farOff` resolves with the reason why the process cannot go on. */
async function watch(
  own: Pick<ProcessRow, "id" | "kind">,
  databases: Databases,
  options: Pick<ClockWatchOptions, "log" | "metrics" | "connections" | "onWorkers">,
  undo: (() => Promise<unknown>)[],
): Promise<{ readonly farOff: Promise<string> }> {
  const { promise: farOff, resolve: onFarOff } = Promise.withResolvers<string>();
  const process = { ...own, host: hostname().slice(0, 255) };
  const watching = await watchClocks({ ...options, process, databases: listEach(databases), onFarOff });
  undo.push(() => withinLimit("the end of the process", sayStoppedWithinMs, () => watching.stop()).catch(() => {}));
  // Ids of test and live are made in one order; where live runs, by its clock.
  const { clock } = databases.live ?? databases.test;
  if (clock.standing().kind !== "unread") takeIdTimeFrom(() => clock.now());
  return { farOff };
}

/**
 * Answers for some seconds more, because proxies learn only at their next look that the process is not ready; each answer
 * asks its caller to come back by another connection (rules/operating 5.5).
 */
async function letCallersGo(server: Service["server"], seconds: number): Promise<void> {
  server.letCallersGo();
  await sleep(seconds * 1_000);
}

/** Answers the requests under way and closes; cuts the connections of those that take too long. */
async function closeServer(server: Service["server"]): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), closeWithinMs);
  await server.close();
  clearTimeout(timer);
}

/** Waits until the process is ready; throws with the reasons when it is not in time (`performance.now`). */
async function untilReady(readiness: Readiness, endsAt: number, stopping: AbortSignal): Promise<void> {
  for (;;) {
    stopping.throwIfAborted();
    const problems = readiness.problems();
    if (problems.length === 0) return;
    if (performance.now() >= endsAt)
      throw new NotReady(
        `not ready within ${readyWithinMs / 1_000} s: ${problems.join("; ")}. bin/maple.js doctor says what to do`,
      );
    await sleep(20);
  }
}

/** Ends the process at once: a job of it stands still and nothing here can mend that. */
function endStanding(reason: string, log: Log): void {
  log.fatal({ reason }, "the process is ended");
  console.error(`maple: ${reason}; the process is ended`);
  process.exit(standingExitCode);
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
