/** The types for work with the database: `Db` for reads, `Tx` for a transaction. */
import type { WakeupChannel } from "../jobs/wakeups.ts";
import type { Memories } from "./memories.ts";
import type { Statement } from "./statement.ts";

/** Reads, by statements of the registry. */
export interface Db {
  /** The database's address, for a thread that reads by itself. */
  readonly url: string;
  /** What the process remembers of the database. */
  readonly memories: Memories;
  rows<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** The single row; throws when there is none. */
  one<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row>;
  maybe<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined>;
  /** The same reads, each given up after so many milliseconds, the wait for a connection included. */
  within(milliseconds: number): Db;
}

declare const transactional: unique symbol;

/** Writes: the open transaction, passed first and never stored. */
export interface Tx extends Db {
  readonly [transactional]: true;
  readonly livemode: boolean;
  /** Sends a write without waiting for its answer; a failure fails the transaction. */
  send(statement: Statement, values?: readonly unknown[]): void;
  /** Runs as the last thing of the transaction, when its work is done: to send what other transactions wait for shortly. */
  beforeCommit(send: () => void): void;
  /** Runs after a successful COMMIT, never after a roll-back; must not throw. */
  afterCommit(action: () => void): void;
  /** Runs in a transaction of its own, and is waited for, after a refusal has rolled this one back: to record what was refused. */
  afterRefusal(work: (tx: Tx) => Promise<void>): void;
  /** Asks for a wake-up of the workers of a channel after the COMMIT. */
  wake(channel: WakeupChannel): void;
  /** Runs work under a savepoint; a refusal it returns undoes only that work. */
  nested<T>(work: () => Promise<T>): Promise<T>;
}

/** Reads by any SQL text too: for tests, proofs and measurements, which ask what no product code asks. */
export interface TextDb extends Db {
  rows<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
  one<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row>;
  maybe<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row | undefined>;
  within(milliseconds: number): TextDb;
}

/** A transaction that takes any SQL text too. */
export interface TextTx extends Tx, TextDb {
  rows<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
  one<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row>;
  maybe<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row | undefined>;
  within(milliseconds: number): TextDb;
  send(statement: Statement | string, values?: readonly unknown[]): void;
}
