/** Connects a process to its databases: the pools of its command, and wake-ups between processes. Called by run.ts. */
import type { Config } from "./config.ts";
import { labelsOf, serviceName } from "../kernel/service-labels.ts";
import { createDatabaseClock } from "../platform/clock/database-clock.ts";
import type { Databases } from "../platform/http/ports.ts";
import { createTurns, type WakeupTurns } from "../platform/jobs/wakeup-turns.ts";
import { createWakeups, type Wakeups } from "../platform/jobs/wakeups.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { PoolSizes, ProcessKind } from "../platform/postgres/connection-budget.ts";
import { connectDatabase, type Database } from "../platform/postgres/database.ts";
import { requestDeadlines, workDeadlines } from "../platform/postgres/deadlines.ts";
import { startNotifier, type Notifier } from "../platform/postgres/notifier.ts";
import { startReplica } from "../platform/postgres/replica/replica-reads.ts";

export interface ConnectedDatabases {
  /** For requests; for background work where the process does nothing else. */
  readonly databases: Databases;
  /** For order numbers. */
  readonly counters: Databases;
  readonly workerDatabases: Databases;
  readonly wakeups: Wakeups;
  /** Takes in which processes work on a database, so that each wake-up has one of them. */
  readonly hearOfWorkers: (livemode: boolean, workers: readonly string[]) => void;
}

export interface ConnectParts {
  /** The id of the process. */
  readonly processId: string;
  readonly url: string;
  readonly sizes: Readonly<Record<"test" | "live", PoolSizes>>;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** A replica answers few calls, and is another server than the one whose connections are counted. */
const replicaPoolSize = 4;
/** What a replica cannot do soon the primary does within the time of the same request. */
const replicaDeadlines = { ...requestDeadlines, connectMs: 1_000, waitMs: 2_000 };

/** Makes the pools that the command needs, and the connections for wake-ups; `undo` gets how each is closed. */
export function connectDatabases(
  command: ProcessKind,
  { processId, url, sizes, config, log, metrics }: ConnectParts,
  undo: (() => Promise<unknown>)[],
): ConnectedDatabases {
  const notifiers: Notifier[] = [];
  const opened: Database[] = [];
  undo.push(() => Promise.all(opened.map((database) => database.close())));
  const wakeups = createWakeups((channel) => {
    for (const notifier of notifiers) notifier.publish(channel);
  });
  const clocks = { test: createDatabaseClock(), live: createDatabaseClock() };
  const open = (livemode: boolean, address: string, pool: keyof PoolSizes) => {
    const database = connectDatabase({
      deadlines: pool === "work" ? workDeadlines : requestDeadlines,
      livemode,
      url: address,
      poolSize: sizes[serviceName({ livemode })][pool],
      applicationName: `maple-${command}-${pool}`,
      wakeups,
      onIdleError: (error) => log.warn({ err: error }, "database connection lost"),
      clock: clocks[serviceName({ livemode })],
    });
    opened.push(database);
    return database;
  };
  const connectAll = (pool: keyof PoolSizes): Databases => {
    const test = open(false, url, pool);
    return config.liveDatabaseUrl === null ? { test } : { test, live: open(true, config.liveDatabaseUrl, pool) };
  };
  const openForRequests = (livemode: boolean, address: string, replicaUrl: string | null): Database => {
    const primary = open(livemode, address, "requests");
    if (replicaUrl === null) return primary;
    const labels = labelsOf({ livemode });
    const replica = connectDatabase({
      livemode,
      url: replicaUrl,
      role: "standby",
      memories: primary.read.memories,
      deadlines: replicaDeadlines,
      poolSize: replicaPoolSize,
      applicationName: `maple-${command}-replica`,
      wakeups,
      onIdleError: (error) => log.warn({ err: error }, "connection to the replica lost"),
    });
    opened.push(replica);
    const replicaReads = startReplica({
      primary,
      replica,
      onChange: (isFresh, err) =>
        isFresh
          ? log.info(labels, "the replica is read")
          : log.warn({ ...labels, err }, "the replica is not read: the primary answers in its place"),
      onLook: (behindMs) => metrics.replicaBehind.set(labels, behindMs / 1_000),
    });
    undo.push(async () => replicaReads.stop());
    return { ...primary, aside: replicaReads.aside };
  };
  const connectForRequests = (): Databases => {
    const test = openForRequests(false, url, config.replicaDatabaseUrl);
    const { liveDatabaseUrl, liveReplicaDatabaseUrl } = config;
    return liveDatabaseUrl === null
      ? { test }
      : { test, live: openForRequests(true, liveDatabaseUrl, liveReplicaDatabaseUrl) };
  };
  // Requests never wait for background work: each has connections of its own, in a process that does both.
  const work = command === "serve" ? undefined : connectAll("work");
  const databases = command === "work" && work !== undefined ? work : connectForRequests();
  const counters = command === "work" ? databases : connectAll("counters");
  // One process alone wakes its own workers; several tell each other through the database.
  const turnsOf = new Map<boolean, WakeupTurns>();
  for (const [livemode, address] of [
    [false, config.databaseDirectUrl],
    [true, config.liveDatabaseDirectUrl],
  ] as const) {
    if (address === null) continue;
    const turns = createTurns({ own: processId, act: (channel) => wakeups.receive(channel) });
    turnsOf.set(livemode, turns);
    notifiers.push(startNotifier({ url: address, receive: (channel, number) => turns.hear(channel, number) }));
    undo.push(async () => turns.stop());
  }
  undo.push(() => Promise.all(notifiers.map((notifier) => notifier.close())));
  return {
    databases,
    counters,
    workerDatabases: work ?? databases,
    wakeups,
    hearOfWorkers: (livemode, workers) => turnsOf.get(livemode)?.hearOf(workers),
  };
}
