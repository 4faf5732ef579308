/**
 * The database of one service: reads, and transactions with bounded retries.
 *
 * Guarantees: a transaction commits whole or not at all. A returned refusal rolls it back. Serialization failures and
 * deadlocks are run again, at most three times. A COMMIT whose outcome is unknown (lost connection, time-out, cancelled
 * wait for a standby) is reported as `OutcomeUnknown`, never as success. A crash leaves nothing half done. Statements are
 * sent without waiting for the answer to the one before. Every wait has a deadline on our side (`deadlines.ts`); a
 * connection that misses one is destroyed and reported as `DatabaseUnavailable`.
 */
import type pg from "pg";
import { isRefusal } from "../../kernel/refusal.ts";
import { createDatabaseClock, type DatabaseClock } from "../clock/database-clock.ts";
import type { Wakeups } from "../jobs/wakeups.ts";
import { onTimeUp } from "../time-limit.ts";
import { inSpan } from "../tracing/span.ts";
import { timed } from "./connection.ts";
import { createConnections, type Connections, type PoolState } from "./pool/connections.ts";
import { workDeadlines, type Deadlines } from "./deadlines.ts";
import {
  asFault,
  breaksConnection,
  DatabaseUnavailable,
  DeadlineMissed,
  OutcomeUnknown,
  sqlStateOf,
} from "./faults.ts";
import { createMemories, type Memories } from "./memories.ts";
import { reader, toQuery, type Run } from "./reader.ts";
import { raiseQuery, type ClockReading } from "./session-check.ts";
import { Session } from "./session.ts";
import type { Db, TextDb, TextTx, Tx } from "./tx.ts";

export type { PoolState } from "./pool/connections.ts";
export type { Db, TextDb, TextTx, Tx } from "./tx.ts";

export type AsideReads = Pick<Database, "read" | "snapshot">;

export interface Database {
  /** Whether real money and real guests are in it. */
  readonly livemode: boolean;
  /** The database's time as this process knows it: for what is signed, stored or compared outside SQL. */
  readonly clock: DatabaseClock;
  readonly read: Db;
  /** Runs work in a READ COMMITTED transaction; a refusal returned by it rolls everything back. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs reads that all see the database as of the first one (REPEATABLE READ, READ ONLY); costs one connection and no lock. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The same reads where they may be some seconds old: from a replica, where there is one. */
  readonly aside: AsideReads;
  /** What the pool has at the moment. */
  pool(): PoolState;
  close(): Promise<void>;
}

/** The same, which takes any SQL text too; the product sees it as a `Database`. */
export interface TextDatabase extends Database {
  readonly read: TextDb;
  transaction<T>(work: (tx: TextTx) => Promise<T>): Promise<T>;
  snapshot<T>(work: (db: TextDb) => Promise<T>): Promise<T>;
}

export interface DatabaseOptions {
  readonly livemode: boolean;
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  readonly wakeups: Wakeups;
  readonly onIdleError: (error: Error) => void;
  /** `standby`: a server that is only read; `primary` when absent. */
  readonly role?: "primary" | "standby";
  /** Shared with another pool; its own when absent. */
  readonly memories?: Memories;
  /** Those of background work when absent. */
  readonly deadlines?: Deadlines;
  /** Read at each new connection; shared by the pools of one service in a process. Without one the pool has its own. */
  readonly clock?: DatabaseClock;
  /** Told each reading at a new connection too. */
  readonly onClock?: (reading: ClockReading) => void;
}

const maxAttempts = 4;
const beginSnapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
const retryable = new Set(["40001", "40P01"]);

/** Connects to one database by a pool; connections are made when they are first needed. */
export function connectDatabase(options: DatabaseOptions): TextDatabase {
  const { livemode, url, wakeups } = options;
  const deadlines = options.deadlines ?? workDeadlines;
  const clock = options.clock ?? createDatabaseClock();
  const onClock = (reading: ClockReading): void => {
    clock.take(reading);
    options.onClock?.(reading);
  };
  const memories = options.memories ?? createMemories();
  const connections = createConnections({ ...options, deadlines, onClock });

  const { changeByTransaction } = connections.sessions;
  const raise = changeByTransaction ? raiseQuery(deadlines) : undefined;

  const read: Run = (statement, values, limitMs) =>
    readOnce(connections, deadlines.waitMs, toQuery(statement, values), limitMs);

  async function attempt<T>(work: (tx: TextTx) => Promise<T>, endsAt: number, text = "BEGIN"): Promise<Attempted<T>> {
    const taken = await connections.take(Math.min(deadlines.waitMs, endsAt - performance.now()));
    const session = new Session(taken.connection, {
      livemode,
      url,
      memories,
      begin: raise === undefined ? [{ text }] : [{ text }, raise],
      commitMs: deadlines.commitMs,
    });
    const { promise: overdue, reject } = Promise.withResolvers<never>();
    const cut = (): void => {
      session.cut(new DeadlineMissed("the transaction did not end in time"));
      reject(session.loss);
    };
    const timer = setTimeout(cut, endsAt - performance.now());
    let forget = (): void => {};
    try {
      forget = onTimeUp(cut);
      const value = await Promise.race([work(session.tx), overdue]);
      if (isRefusal(value)) await session.rollback();
      else await session.commit(wakeups);
      return { value, afterRefusal: isRefusal(value) ? session.afterRefusal : [] };
    } catch (error) {
      throw session.faultOf(await session.rollback(error));
    } finally {
      clearTimeout(timer);
      forget();
      if (session.loss === undefined) taken.giveBack();
      else taken.discard(session.loss);
    }
  }

  async function transaction<T>(work: (tx: TextTx) => Promise<T>, endsAt: number): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        const { value, afterRefusal } = await attempt(work, endsAt);
        for (const record of afterRefusal) await transaction(record, endsAt);
        return value;
      } catch (error) {
        const again = tries < maxAttempts && retryable.has(sqlStateOf(error) ?? "") && performance.now() < endsAt;
        if (!again) throw error;
      }
    }
  }

  const bound = (): number => performance.now() + deadlines.transactionMs;
  async function snapshotOf<T>(work: (db: TextDb) => Promise<T>, begin: string, limitMs = Infinity): Promise<T> {
    try {
      const endsAt = Math.min(bound(), performance.now() + limitMs);
      return (await attempt(work, endsAt, begin)).value;
    } catch (error) {
      // Nothing was to be written, so nothing is unknown.
      if (error instanceof OutcomeUnknown) throw new DatabaseUnavailable(error.message, { cause: error });
      throw error;
    }
  }

  /** A read whose deadlines on the server hold for a transaction only. */
  const readRaised: Run = (statement, values, limitMs) =>
    snapshotOf((tx) => tx.rows<object>(statement, values), "BEGIN", limitMs);

  const reads = {
    read: reader({ livemode, url, memories }, raise === undefined ? read : readRaised),
    snapshot: <T>(work: (db: TextDb) => Promise<T>) => snapshotOf(work, beginSnapshot),
  };
  return {
    livemode,
    clock,
    ...reads,
    aside: reads,
    transaction: (work) => inSpan("transaction", "internal", () => transaction(work, bound())),
    pool: () => connections.state(),
    close: () => connections.close(),
  };
}

/** One read on a connection of its own; given up after the milliseconds, the wait for a connection included. */
async function readOnce(
  connections: Connections,
  waitMs: number,
  query: pg.QueryConfig,
  limitMs?: number,
): Promise<object[]> {
  const begunAt = performance.now();
  const taken = await connections.take(Math.min(waitMs, limitMs ?? Infinity));
  const { connection } = taken;
  let forget = (): void => {};
  try {
    forget = onTimeUp(() => connection.destroy());
    const left = limitMs === undefined ? undefined : Math.max(1, limitMs - (performance.now() - begunAt));
    const result = await connection.ask(left === undefined ? query : timed(left, query));
    taken.giveBack();
    return result.rows;
  } catch (error) {
    if (breaksConnection(error)) taken.discard(error);
    else taken.giveBack();
    throw asFault(error);
  } finally {
    forget();
  }
}

interface Attempted<T> {
  readonly value: T;
  readonly afterRefusal: readonly ((tx: Tx) => Promise<void>)[];
}
