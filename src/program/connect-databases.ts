/** Connects a process to its databases: the pools of its command, and wake-ups between processes. Called by run.ts. */
import type { Config } from "./config.ts";
import { listEach, mapEach, type OfEach } from "../kernel/of-each.ts";
import { labelsOf } from "../kernel/service-labels.ts";
import { createDatabaseClock } from "../platform/clock/database-clock.ts";
import type { Databases } from "../platform/http/ports.ts";
import { createWakeupShare, type WakeupShare } from "../platform/jobs/wakeup-share.ts";
import { createWakeups, type Wakeups } from "../platform/jobs/wakeups.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics/create-metrics.ts";
import type { PoolSizes, ProcessKind } from "../platform/postgres/connection-budget.ts";
import { connectDatabase, type Database, type DatabaseOptions } from "../platform/postgres/database.ts";
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
  readonly sizes: Required<OfEach<PoolSizes>>;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** A replica answers few calls, and is another server than the one whose connections are counted. */
const replicaPoolSize = 4;
/** What a replica cannot do soon the primary does within the time of the same request. */
const replicaDeadlines = { ...requestDeadlines, connectMs: 1_000, waitMs: 2_000 };

/** Where one service has its data. */
interface Address {
  readonly url: string;
  /** PostgreSQL itself, past a pooler; null where nobody else is to be woken. */
  readonly directUrl: string | null;
  readonly replicaUrl: string | null;
}

type Connected = ReturnType<typeof connectDatabase>;

/** Opens pools, and keeps them in order to close them. */
type Connect = (
  more: Pick<DatabaseOptions, "livemode" | "url" | "poolSize" | "applicationName"> & Partial<DatabaseOptions>,
) => Connected;

/** Makes the pools that the command needs, and the connections for wake-ups; `undo` gets how each is closed. */
export function connectDatabases(
  command: ProcessKind,
  { processId, url, sizes, config, log, metrics }: ConnectParts,
  undo: (() => Promise<unknown>)[],
): ConnectedDatabases {
  const notifiers: Notifier[] = [];
  const connected: Database[] = [];
  undo.push(() => Promise.all(connected.map((database) => database.close())));
  const wakeups = createWakeups((channel) => {
    for (const notifier of notifiers) notifier.publish(channel);
  });
  const connect: Connect = (more) => {
    const onIdleError = (error: Error): void => log.warn({ err: error }, "database connection lost");
    const database = connectDatabase({ wakeups, onIdleError, ...more });
    connected.push(database);
    return database;
  };
  const services = mapEach(addressesOf(config, url), (address, name) => ({
    ...address,
    livemode: name === "live",
    size: sizes[name],
    clock: createDatabaseClock(),
  }));
  const connectAll = (pool: keyof PoolSizes): OfEach<Connected> =>
    mapEach(services, ({ livemode, url: each, size, clock }) =>
      connect({
        deadlines: pool === "work" ? workDeadlines : requestDeadlines,
        livemode,
        url: each,
        poolSize: size[pool],
        applicationName: `maple-${command}-${pool}`,
        clock,
      }),
    );
  const connectForRequests = (): Databases =>
    mapEach(connectAll("requests"), (primary, name) => {
      const replicaUrl = services[name]?.replicaUrl ?? null;
      return replicaUrl === null
        ? primary
        : readAside(primary, { replicaUrl, command, open: connect, log, metrics, undo });
    });
  // Requests never wait for background work: each has connections of its own, in a process that does both.
  const work = command === "serve" ? undefined : connectAll("work");
  const databases = command === "work" && work !== undefined ? work : connectForRequests();
  const counters = command === "work" ? databases : connectAll("counters");
  // One process alone wakes its own workers; several tell each other through the database.
  const shareOf = new Map<boolean, WakeupShare>();
  for (const { livemode, directUrl } of listEach(services)) {
    if (directUrl === null) continue;
    const share = createWakeupShare({ own: processId, act: (channel) => wakeups.receive(channel) });
    shareOf.set(livemode, share);
    notifiers.push(startNotifier({ url: directUrl, receive: (channel, number) => share.hear(channel, number) }));
    undo.push(async () => share.stop());
  }
  undo.push(() => Promise.all(notifiers.map((notifier) => notifier.close())));
  return {
    databases,
    counters,
    workerDatabases: work ?? databases,
    wakeups,
    hearOfWorkers: (livemode, workers) => shareOf.get(livemode)?.hearOf(workers),
  };
}

function addressesOf(config: Config, url: string): OfEach<Address> {
  const test = { url, directUrl: config.databaseDirectUrl, replicaUrl: config.replicaDatabaseUrl };
  const { liveDatabaseUrl, liveDatabaseDirectUrl, liveReplicaDatabaseUrl } = config;
  if (liveDatabaseUrl === null) return { test };
  const live = { url: liveDatabaseUrl, directUrl: liveDatabaseDirectUrl, replicaUrl: liveReplicaDatabaseUrl };
  return { test, live };
}

interface AsideParts extends Pick<ConnectParts, "log" | "metrics"> {
  readonly replicaUrl: string;
  readonly command: ProcessKind;
  readonly open: Connect;
  readonly undo: (() => Promise<unknown>)[];
}

/** The primary, whose reads aside are those of a replica while that is fresh. */
function readAside(primary: Connected, { replicaUrl, command, open, log, metrics, undo }: AsideParts): Database {
  const { livemode } = primary;
  const labels = labelsOf({ livemode });
  const replica = open({
    livemode,
    url: replicaUrl,
    role: "standby",
    memories: primary.read.memories,
    deadlines: replicaDeadlines,
    poolSize: replicaPoolSize,
    applicationName: `maple-${command}-replica`,
    onIdleError: (error) => log.warn({ err: error }, "connection to the replica lost"),
  });
  const reads = startReplica({
    primary,
    replica,
    onChange: (isFresh, err) =>
      isFresh
        ? log.info(labels, "the replica is read")
        : log.warn({ ...labels, err }, "the replica is not read: the primary answers in its place"),
    onLook: (behindMs) => metrics.replicaBehind.set(labels, behindMs / 1_000),
  });
  undo.push(async () => reads.stop());
  return { ...primary, aside: reads.aside };
}
