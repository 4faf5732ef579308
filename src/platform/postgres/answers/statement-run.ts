/**
 * One run of a statement, over `pg`. A statement with a name is described by the server at its first run on a connection and
 * not again: what its rows are cannot change while the connection keeps it (PostgreSQL refuses such a run). With
 * twelve columns that is a quarter of what a statement costs the service. Each row is made at once, as the shape of its columns says.
 */
import type { EventEmitter } from "node:events";
import pg from "pg";
import { LateRow } from "./late-row.ts";
import type { Column, RowShape, RowShapes } from "./row-shapes.cache.ts";

/** A statement as `pg` takes it, and whether its rows are late ones. */
export interface StatementQuery extends pg.QueryConfig {
  isLate?: true;
}

/** What a statement answers: its rows by the names of their columns, and the word of what was done. */
export interface Answered {
  readonly rows: object[];
  readonly command: string;
}

/** Told once: the failure, or what the statement answers. */
export type WhenAnswered = (error: unknown, answered?: Answered) => void;

/** What a run knows of its connection. */
export interface RunOn {
  readonly shapes: RowShapes;
  /** The rows of the statements that this connection has run, by name; undefined where its session may be another one's. */
  readonly described: Map<string, RowShape> | undefined;
}

/** The parts of a connection of `pg` that a run uses. */
interface Wire {
  describe: (what: object) => void;
  close: (what: object) => void;
}

/** The parts of a query of `pg` that its types do not name. */
interface BareQuery extends EventEmitter {
  callback: (error: unknown) => void;
  submit(connection: unknown): Error | null;
  prepare(connection: Wire): void;
}

const queryOfPg: unknown = pg.Query;
const BareQuery = queryOfPg as new (config: pg.QueryConfig) => BareQuery;

const sendNothing = (): void => {};
const noColumns: RowShape = () => ({});

/** A statement that is sent: `pg` sends it, and calls the `handle…` methods as the answer comes. */
export class StatementRun extends BareQuery {
  readonly #name: string | undefined;
  readonly #on: RunOn;
  readonly #told: WhenAnswered;
  readonly #isLate: boolean;
  #rows: object[] = [];
  #shape: RowShape | undefined;
  #command = "";
  #fault: unknown;
  #isTold = false;

  constructor(query: StatementQuery, on: RunOn, told: WhenAnswered) {
    super(query);
    this.#name = query.name;
    this.#on = on;
    this.#told = told;
    this.#isLate = query.isLate === true;
    // `pg` calls this with a failure; an answer goes through `handleReadyForQuery`.
    this.callback = (error) => this.#tell(error);
  }

  /** Where a value cannot be written, `pg` would close the statement and take it for prepared at the next run. */
  override prepare(connection: Wire): void {
    this.#shape = this.#name === undefined ? undefined : this.#on.described?.get(this.#name);
    const { describe, close } = connection;
    connection.close = sendNothing;
    if (this.#shape !== undefined) connection.describe = sendNothing;
    try {
      super.prepare(connection);
    } finally {
      Object.assign(connection, { describe, close });
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.#shape = this.#on.shapes(fields);
  }

  handleDataRow({ fields: texts }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#fault !== undefined) return;
    try {
      const shape = this.#shape ?? noColumns;
      this.#rows.push(this.#isLate ? new LateRow(texts, shape) : shape(texts));
    } catch (fault) {
      // What is thrown here would end the process: nobody but the caller may hear of it.
      this.#fault = fault;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#command !== "") this.#fault ??= new Error("two statements in one text");
    const end = text.indexOf(" ");
    this.#command = end === -1 ? text : text.slice(0, end);
    if (this.#name !== undefined) this.#on.described?.set(this.#name, this.#shape ?? noColumns);
  }

  handleReadyForQuery(): void {
    const rows = this.#rows;
    // A run that has become old would keep its rows until the next full collection of garbage.
    this.#rows = [];
    if (this.#fault === undefined) this.#tell(undefined, { rows, command: this.#command });
    else this.#tell(this.#fault);
  }

  /** A value that cannot be written is told at once, and the server is ready again afterwards. */
  #tell(error: unknown, answered?: Answered): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#told(error, answered);
  }
}
