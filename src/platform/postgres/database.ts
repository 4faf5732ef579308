/**
 * The database of one service: reads, and transactions with bounded retries.
 *
 * Guarantees: a transaction commits whole or not at all; a returned refusal rolls it back; serialization failures and
 * deadlocks are run again, at most three times; a COMMIT whose outcome is unknown (lost connection, time-out, cancelled
 * wait for a standby) is reported as `OutcomeUnknown`, never as success. A crash leaves nothing half done.
 * Connections pipeline: statements are sent without waiting for the answer of the one before.
 */
import pg from "pg";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Wakeups, WakeupChannel } from "../jobs/wakeups.ts";
import { connectionConfig } from "./connection-config.ts";
import { OutcomeUnknown, Overloaded, sqlStateOf } from "./faults.ts";

/** SQL text; with a name it is prepared once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Reads. */
export interface Db {
  /** The database's address, for a thread that reads by itself. */
  readonly url: string;
  rows<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
  /** The single row; throws when there is none. */
  one<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row>;
  maybe<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row | undefined>;
}

declare const transactional: unique symbol;

/** Writes: the open transaction, passed first and never stored. */
export interface Tx extends Db {
  readonly [transactional]: true;
  readonly livemode: boolean;
  /** Sends a write without waiting for its answer; a failure fails the transaction. */
  send(statement: Statement | string, values?: readonly unknown[]): void;
  /** Runs after a successful COMMIT, never after a roll-back; must not throw. */
  afterCommit(action: () => void): void;
  /** Runs in a transaction of its own, and is waited for, after a refusal has rolled this one back: to record what was refused. */
  afterRefusal(work: (tx: Tx) => Promise<void>): void;
  /** Asks for a wake-up of the workers of a channel after the COMMIT. */
  wake(channel: WakeupChannel): void;
  /** Runs work under a savepoint; a refusal it returns undoes only that work. */
  nested<T>(work: () => Promise<T>): Promise<T>;
}

export interface Database {
  /** Whether real money and real guests are in it. */
  readonly livemode: boolean;
  readonly read: Db;
  /** Runs work in a READ COMMITTED transaction; a refusal returned by it rolls everything back. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs reads that all see the database as of the first one (REPEATABLE READ, READ ONLY); costs one connection and no lock. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly livemode: boolean;
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  readonly wakeups: Wakeups;
  readonly onIdleError: (error: Error) => void;
}

const maxAttempts = 4;
const maxWaiting = 1_000;
const beginSnapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
const retryable = new Set(["40001", "40P01"]);

/** Opens a pool on one database; connections are made when they are first needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({ ...connectionConfig(options), max: options.poolSize, idleTimeoutMillis: 30_000 });
  pool.on("error", options.onIdleError);
  // The pool listens to idle connections only: one that breaks in use would end the process. Its queries fail by themselves.
  pool.on("connect", (client) => client.on("error", () => {}));

  async function connect(): Promise<pg.PoolClient> {
    if (pool.waitingCount >= maxWaiting) throw new Overloaded("the database pool is full");
    try {
      return await pool.connect();
    } catch (error) {
      throw new Overloaded("no database connection became free", { cause: error });
    }
  }

  const read = reader(options.url, async (statement, values) => {
    const client = await connect();
    try {
      const result = await client.query<object>(toQuery(statement, values));
      client.release();
      return result.rows;
    } catch (error) {
      client.release(sqlStateOf(error) === undefined);
      throw error;
    }
  });

  async function attempt<T>(work: (tx: Tx) => Promise<T>, begin: string): Promise<Attempted<T>> {
    const client = await connect();
    const session = new Session(client, options, begin);
    try {
      const value = await work(session.tx);
      if (isRefusal(value)) await session.rollback();
      else await session.commit(options.wakeups);
      client.release(session.broken);
      return { value, afterRefusal: isRefusal(value) ? session.afterRefusal : [] };
    } catch (error) {
      const cause = await session.rollback(error);
      client.release(session.broken);
      throw cause;
    }
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        const { value, afterRefusal } = await attempt(work, "BEGIN");
        for (const record of afterRefusal) await transaction(record);
        return value;
      } catch (error) {
        if (tries >= maxAttempts || !retryable.has(sqlStateOf(error) ?? "")) throw error;
      }
    }
  }

  return {
    livemode: options.livemode,
    read,
    transaction,
    snapshot: async (work) => (await attempt(work, beginSnapshot)).value,
    close: () => pool.end(),
  };
}

interface Attempted<T> {
  readonly value: T;
  readonly afterRefusal: readonly ((tx: Tx) => Promise<void>)[];
}

/** One transaction on one connection: BEGIN travels with the first statement, sends are checked at the COMMIT. */
class Session {
  readonly tx: Tx;
  broken = false;
  readonly #client: pg.PoolClient;
  readonly #sent: Promise<unknown>[] = [];
  readonly afterRefusal: ((tx: Tx) => Promise<void>)[] = [];
  readonly #actions: (() => void)[] = [];
  readonly #channels = new Set<WakeupChannel>();
  #ended = false;
  #savepoints = 0;

  constructor(client: pg.PoolClient, { livemode, url }: DatabaseOptions, begin: string) {
    this.#client = client;
    this.#send(begin);
    const query = reader(url, async (statement, values) => {
      this.#assertOpen();
      const result = await client.query<object>(toQuery(statement, values));
      return result.rows;
    });
    this.tx = {
      ...query,
      livemode,
      send: (statement: Statement | string, values?: readonly unknown[]) => {
        this.#assertOpen();
        this.#send(statement, values);
      },
      afterCommit: (action: () => void) => void this.#actions.push(action),
      afterRefusal: (record: (tx: Tx) => Promise<void>) => void this.afterRefusal.push(record),
      wake: (channel: WakeupChannel) => void this.#channels.add(channel),
      nested: (work: () => Promise<unknown>) => this.#nested(work),
    } as Tx;
  }

  #assertOpen(): void {
    if (this.#ended) throw new Error("the transaction has ended");
  }

  #send(statement: Statement | string, values?: readonly unknown[]): void {
    const sent = this.#client.query(toQuery(statement, values));
    // The failure is looked at when the transaction ends; this only keeps it from being unhandled until then.
    sent.catch(() => {});
    this.#sent.push(sent);
  }

  async #nested<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`;
    this.#send(`SAVEPOINT ${name}`);
    const actions = this.#actions.length;
    const value = await work();
    if (isRefusal(value)) {
      this.#send(`ROLLBACK TO SAVEPOINT ${name}`);
      this.#actions.length = actions;
    }
    return value;
  }

  async commit(wakeups: Wakeups): Promise<void> {
    this.#ended = true;
    let standbyUnsure = false;
    const onNotice = (notice: { severity?: string | undefined; message?: string | undefined }): void => {
      if (notice.severity === "WARNING" && /synchronous replication/.test(notice.message ?? "")) standbyUnsure = true;
    };
    this.#client.on("notice", onNotice);
    const committed = this.#client.query("COMMIT");
    const [outcome, ...writes] = await Promise.allSettled([committed, ...this.#sent]);
    this.#client.off("notice", onNotice);
    const failed = writes.find((write) => write.status === "rejected");
    if (failed !== undefined) {
      this.broken = sqlStateOf(failed.reason) === undefined;
      throw failed.reason;
    }
    if (outcome.status === "rejected") {
      const state = sqlStateOf(outcome.reason);
      this.broken = state === undefined || state.startsWith("57");
      // A refused COMMIT with an ordinary SQLSTATE (a deferred constraint, say) is a plain roll-back.
      if (!this.broken) throw outcome.reason;
      throw new OutcomeUnknown("the connection was lost during COMMIT", { cause: outcome.reason });
    }
    if (standbyUnsure) throw new OutcomeUnknown("the standby did not confirm the COMMIT");
    if (outcome.value.command !== "COMMIT") throw new Error("the transaction was rolled back by the database");
    for (const action of this.#actions) action();
    for (const channel of this.#channels) wakeups.wake(channel);
  }

  /** Ends the transaction without effect; answers the first failure when `error` only says that one came before. */
  async rollback(error?: unknown): Promise<unknown> {
    if (this.#ended) return error;
    this.#ended = true;
    const [ended, ...sent] = await Promise.allSettled([this.#client.query("ROLLBACK"), ...this.#sent]);
    this.broken = ended.status === "rejected";
    if (sqlStateOf(error) !== "25P02") return error;
    const first = sent.find((write) => write.status === "rejected");
    return first === undefined ? error : first.reason;
  }
}

type Run = (statement: Statement | string, values?: readonly unknown[]) => Promise<object[]>;

function reader(url: string, run: Run): Db {
  return {
    url,
    rows: <Row>(statement: Statement | string, values?: readonly unknown[]) => run(statement, values) as Promise<Row[]>,
    async one<Row>(statement: Statement | string, values?: readonly unknown[]) {
      const [row] = await run(statement, values);
      if (row === undefined) throw new Error(`no row: ${typeof statement === "string" ? statement : statement.text}`);
      return row as Row;
    },
    async maybe<Row>(statement: Statement | string, values?: readonly unknown[]) {
      const [row] = await run(statement, values);
      return row as Row | undefined;
    },
  };
}

function toQuery(statement: Statement | string, values?: readonly unknown[]): pg.QueryConfig {
  const config: pg.QueryConfig = typeof statement === "string" ? { text: statement } : { ...statement };
  if (values !== undefined) config.values = values as unknown[];
  return config;
}
