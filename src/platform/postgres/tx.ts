/** The types for work with the database: `Db` for reads, `Tx` for a transaction. */
import type { WakeupChannel } from "../jobs/wakeups.ts";
import type { Memories } from "./memories.ts";
import type { ValuesOf, ValueType } from "./sql-types.ts";
import type { Statement } from "./statement.ts";

type Types = readonly ValueType[];

/** Reads, by statements of the registry. */
export interface Db {
  /** Whether real money and real guests are in it. */
  readonly livemode: boolean;
  /** The database's address, for a thread that reads by itself. */
  readonly url: string;
  /** What the process remembers of the database. */
  readonly memories: Memories;
  rows<Row, Takes extends Types = Types>(statement: Statement<Row, Takes>, values?: ValuesOf<Takes>): Promise<Row[]>;
  /** The single row; throws when there is none. */
  one<Row, Takes extends Types = Types>(statement: Statement<Row, Takes>, values?: ValuesOf<Takes>): Promise<Row>;
  maybe<Row, Takes extends Types = Types>(
    statement: Statement<Row, Takes>,
    values?: ValuesOf<Takes>,
  ): Promise<Row | undefined>;
  /** The same reads, each given up after so many milliseconds, the wait for a connection included. */
  within(milliseconds: number): Db;
}

declare const transactional: unique symbol;

/** Writes: the open transaction, passed first and never stored. */
export interface Tx extends Db {
  readonly [transactional]: true;
  /** Sends a write without waiting for its answer; a failure fails the transaction. */
  send<Takes extends Types = Types>(statement: Statement<unknown, Takes>, values?: ValuesOf<Takes>): void;
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

interface Reads<Asked> {
  rows<Row>(statement: Asked, values?: readonly unknown[]): Promise<Row[]>;
  one<Row>(statement: Asked, values?: readonly unknown[]): Promise<Row>;
  maybe<Row>(statement: Asked, values?: readonly unknown[]): Promise<Row | undefined>;
}

interface TextReads extends Reads<string> {
  within(milliseconds: number): TextDb;
}

/** Reads by any SQL text too: for tests, proofs and measurements, which ask what no product code asks. */
export type TextDb = TextReads & Db & Reads<Statement | string>;

/** A transaction that takes any SQL text too. */
export type TextTx = TextReads &
  Tx &
  Reads<Statement | string> & { send(statement: Statement | string, values?: readonly unknown[]): void };
