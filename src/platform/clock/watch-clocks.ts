/**
 * Watches the clocks of a process. Every ten seconds the process reads each database's clock, writes the skew into its
 * row, and reads the skews of the other processes. A process whose clock is more than 5 s wrong does not start, and one
 * that runs ends after 60 s. Where most processes see the same skew, the database's clock is wrong: that is an alert.
 * After a change of the database's clock the others have not measured it yet, so a starting process waits for their next
 * readings.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { labelsOf, serviceName } from "../../kernel/service-labels.ts";
import { startLoop } from "../jobs/loop.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { Database } from "../postgres/database.ts";
import type { ClockStanding } from "./database-clock.ts";
import { readDatabaseTime } from "./database-time.sql.ts";
import { beat, deleteOldProcesses, sendStopped, type ProcessRow } from "./processes.sql.ts";

export interface ClockWatchOptions {
  readonly process: ProcessRow;
  /** How many connections the process may open to the database of a service. */
  readonly connections: (livemode: boolean) => number;
  readonly databases: readonly Database[];
  readonly log: Log;
  readonly metrics: Pick<Metrics, "clockSkew" | "clockDatabaseWrong" | "recentCalls">;
  /** Tells once why the process must end. */
  readonly onFarOff: (reason: string) => void;
  /** Told at each beat which processes do background work on a database, the own among them when it does. */
  readonly onWorkers?: (livemode: boolean, workers: readonly string[]) => void;
  readonly everyMs?: number;
  /** How long a process whose clock is far off goes on. */
  readonly farOffMs?: number;
}

export interface ClockWatch {
  stop(): Promise<void>;
}

/** The clock of this machine is too far off to start by. */
export class ClockFarOff extends Error {
  override readonly name = "ClockFarOff";
}

const usual = { everyMs: 10_000, farOffMs: 60_000 };
/** How long a process that starts waits for the others, and how often it looks, in intervals of the watch. */
const startPatience = { longest: 1.5, between: 0.1 };

/** Reads the clocks once, throws `ClockFarOff` when one is far off, and keeps watch from then on. */
export async function watchClocks(options: ClockWatchOptions): Promise<ClockWatch> {
  const watched = options.databases.map((database) => new WatchedClock(database, options));
  const stopAll = async (): Promise<void> => {
    await Promise.all(watched.map((each) => each.stop()));
  };
  const everyMs = options.everyMs ?? usual.everyMs;
  const reason = await lookUntilSure(watched, everyMs);
  if (reason !== undefined) {
    await stopAll();
    throw new ClockFarOff(reason);
  }
  const loop = startLoop({
    name: "watch_clocks",
    everyMs,
    wakeups: createWakeups(),
    onError: (name, error) => options.log.error({ err: error, job: name }, "job failed"),
    async runOnce() {
      await Promise.all(watched.map((each) => each.look()));
      const ending = watched.map((each) => each.mustEnd()).find((each) => each !== undefined);
      if (ending !== undefined) options.onFarOff(ending);
      return false;
    },
  });
  return {
    async stop() {
      await loop.stop();
      await stopAll();
    },
  };
}

/** Why the process must not start, once the others had the time to say what they see; undefined when it may. */
async function lookUntilSure(watched: readonly WatchedClock[], everyMs: number): Promise<string | undefined> {
  for (
    const end = performance.now() + startPatience.longest * everyMs;
    ;
    await sleep(startPatience.between * everyMs)
  ) {
    await Promise.all(watched.map((each) => each.look()));
    const wrong = watched.find((each) => each.farOff() !== undefined);
    if (wrong === undefined) return undefined;
    const mayChange = watched.some((each) => each.farOff() !== undefined && each.othersMayBeat);
    if (!mayChange || performance.now() >= end) return wrong.farOff();
  }
}

/** One database's clock, and what was said of it. */
class WatchedClock {
  readonly #database: Database;
  readonly #options: ClockWatchOptions;
  /** Whether other processes may still say what they see. */
  othersMayBeat = false;
  #told: ClockStanding["kind"] = "unread";
  #farOffSince: number | undefined;

  constructor(database: Database, options: ClockWatchOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Reads the clock and tells the others; a database that does not answer is told of by `/readyz`. */
  async look(): Promise<void> {
    const { clock, read, livemode } = this.#database;
    try {
      const sentAtMs = performance.now();
      const databaseMs = await readDatabaseTime(read);
      clock.take({ databaseMs, sentAtMs, receivedAtMs: performance.now() });
      const { skewMs } = clock.standing();
      const { process, connections, metrics } = this.#options;
      const said = { skewMs, connections: connections(livemode), ...metrics.recentCalls.read() };
      const others = await this.#database.transaction((tx) => beat(tx, process, said));
      clock.hear([...others.skewsMs, skewMs]);
      this.othersMayBeat = others.mayBeat;
      const own = process.kind === "serve" ? [] : [process.id];
      this.#options.onWorkers?.(livemode, [...others.workers, ...own]);
    } catch (error) {
      this.#options.log.warn({ err: error, ...labelsOf(this.#database) }, "the clock of the database was not read");
    }
    this.#tell(clock.standing());
  }

  /** Why a process must not start. */
  farOff(): string | undefined {
    const standing = this.#database.clock.standing();
    if (standing.kind !== "far_off") return undefined;
    return `${describeSkew(this.#database, standing)}; set the clock of this machine right and start again`;
  }

  /** Why a running process must end, once its clock was far off for long enough. */
  mustEnd(): string | undefined {
    const reason = this.farOff();
    if (reason === undefined) {
      this.#farOffSince = undefined;
      return undefined;
    }
    this.#farOffSince ??= performance.now();
    const limit = this.#options.farOffMs ?? usual.farOffMs;
    return performance.now() - this.#farOffSince >= limit ? reason : undefined;
  }

  /** A process that never said that it is alive has nothing to take back; the database may be gone. */
  async stop(): Promise<void> {
    const { id } = this.#options.process;
    try {
      await this.#database.transaction(async (tx) => sendStopped(tx, id));
    } catch (error) {
      this.#options.log.warn({ err: error }, "the end of the process was not written");
    }
  }

  #tell(standing: ClockStanding): void {
    const { log, metrics } = this.#options;
    const labels = labelsOf(this.#database);
    if (standing.kind !== "unread") metrics.clockSkew.set(labels, standing.skewMs / 1000);
    metrics.clockDatabaseWrong.set(labels, standing.kind === "database_wrong" ? 1 : 0);
    if (standing.kind === this.#told) return;
    const wasRight = this.#told === "unread" || this.#told === "right";
    this.#told = standing.kind;
    const told = { ...labels, skewSeconds: standing.skewMs / 1000, standing: standing.kind };
    if (standing.kind === "right") {
      if (!wasRight) log.info(told, "the clocks agree again");
    } else if (standing.kind === "off") log.warn(told, describeSkew(this.#database, standing));
    else if (standing.kind === "database_wrong")
      log.error(
        told,
        `most processes see the clock of the ${serviceName(this.#database)} database wrong; nothing is deleted`,
      );
    else if (standing.kind !== "unread") log.error(told, describeSkew(this.#database, standing));
  }
}

const processesKeptDays = 7;

/** Forgets processes that are long gone; answers that there is no more to do. */
export async function forgetOldProcesses(database: Database): Promise<boolean> {
  await database.transaction((tx) => deleteOldProcesses(tx, processesKeptDays));
  return false;
}

/** What is wrong with the clock of this machine, for `/readyz`; nothing when it is right enough to serve. */
export function clockProblem(database: Database): string | undefined {
  const standing = database.clock.standing();
  return standing.kind === "wrong" || standing.kind === "far_off" ? describeSkew(database, standing) : undefined;
}

function describeSkew(database: Database, { skewMs }: ClockStanding): string {
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1);
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} the clock of the ${serviceName(database)} database`;
}
