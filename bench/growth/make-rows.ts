/**
 * Makes rows inside PostgreSQL: each is a copy of a row that the service wrote, with changed columns. Nothing is parsed or
 * compressed again, and each table is written by one connection in the order of its numbers, several tables at once.
 * Foreign keys and triggers are not checked.
 */
import pg from "pg";

/** Expressions of SQL by column: what differs from the template. `n` is the number of the copy. */
export type Changes = Readonly<Record<string, string>>;

export interface Making {
  readonly table: string;
  /** Made for each number from the first to the last. */
  readonly first: number;
  readonly last: number;
  /** What stands after FROM beside `n`; where there is a template, it has the name `t`. */
  readonly from: string;
  readonly isCopied: boolean;
  readonly changes: Changes;
}

const atOnce = 250_000;
const sayEveryMs = 60_000;

export class RowMaker {
  readonly #streams: readonly pg.Client[];
  readonly #say: (line: string) => void;
  #waiting: Making[] = [];

  private constructor(streams: readonly pg.Client[], say: (line: string) => void) {
    this.#streams = streams;
    this.#say = say;
  }

  /** Connections of a superuser; templates are kept in the schema `bench` until the end. */
  static async connect(url: string, streams: number, say: (line: string) => void): Promise<RowMaker> {
    const clients = Array.from({ length: streams }, () => new pg.Client({ connectionString: url }));
    for (const client of clients) {
      // When the bench fails, the server ends first, and what failed is still to be told.
      client.on("error", () => {});
      await client.connect();
      await client.query("SET session_replication_role = replica");
      await client.query("SET synchronous_commit = off");
    }
    await clients[0]?.query("CREATE SCHEMA bench");
    return new RowMaker(clients, say);
  }

  /** One statement on one of the connections. */
  async ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = (await this.#streams[0]?.query<Row>(text, [...values])) ?? { rows: [] };
    return rows;
  }

  /** Keeps rows as `bench.NAME`, with `k` from 0 and with `part` from 0 among those that have the same owner; answers how many. */
  async keepTemplates(
    name: string,
    { table, where, owner = "1" }: { readonly table: string; readonly where: string; readonly owner?: string },
  ): Promise<number> {
    const [key] = await this.#columnsOf(table);
    await this.ask(`CREATE TABLE bench.${name} AS
      SELECT row_number() OVER (ORDER BY ${key}) - 1 AS k, row_number() OVER (PARTITION BY ${owner} ORDER BY ${key}) - 1 AS part, t.*
      FROM (SELECT * FROM ${table} WHERE ${where}) t`);
    return this.#countOf(name, `${table} has no row to be copied: ${where}`);
  }

  /** Keeps a list as `bench.NAME` with the columns of its rows, `k` from 0 among them; answers how many. */
  async keepList(name: string, rows: readonly Readonly<Record<string, string>>[]): Promise<number> {
    const columns = Object.keys(rows[0] ?? {});
    const lists = columns.map((column) => rows.map((row) => row[column]));
    const places = columns.map((_, at) => `$${at + 1}::text[]`);
    await this.ask(`CREATE TABLE bench.${name} (k bigint, ${columns.map((column) => `${column} text`).join(", ")})`);
    await this.ask(
      `INSERT INTO bench.${name} SELECT k - 1, ${columns.join(", ")}
       FROM unnest(${places.join(", ")}) WITH ORDINALITY AS u(${columns.join(", ")}, k)`,
      lists,
    );
    return this.#countOf(name, `${name} is empty`);
  }

  async #countOf(name: string, whenEmpty: string): Promise<number> {
    await this.ask(`ANALYZE bench.${name}`);
    const [{ count } = { count: 0 }] = await this.ask<{ count: number }>(`SELECT count(*)::int FROM bench.${name}`);
    if (count === 0) throw new Error(whenEmpty);
    return count;
  }

  /** To be made by the next run. */
  add(making: Making): void {
    this.#waiting.push(making);
  }

  /** Makes what was added, what comes first first; answers the rows of each table. */
  async run(): Promise<Readonly<Record<string, number>>> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const made: Record<string, number> = {};
    await this.#share(waiting, async (client, making) => {
      made[making.table] = await this.#make(client, making);
    });
    return made;
  }

  /** Runs statements that do not depend on one another, on all connections. */
  async runAll(statements: readonly string[]): Promise<void> {
    await this.#share([...statements], async (client, text) => {
      await client.query(text);
    });
  }

  async #share<Task>(waiting: Task[], act: (client: pg.Client, task: Task) => Promise<void>): Promise<void> {
    await Promise.all(
      this.#streams.map(async (client) => {
        for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await act(client, task);
      }),
    );
  }

  async #make(client: pg.Client, { table, first, last, from, isCopied, changes }: Making): Promise<number> {
    const columns = isCopied ? await this.#columnsOf(table) : Object.keys(changes);
    const values = columns.map((name) => changes[name] ?? `t."${name}"`);
    const text = `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(", ")}) SELECT ${values.join(", ")}`;
    let count = 0;
    let said = performance.now();
    for (let at = first; at <= last; at += atOnce) {
      const numbers = `generate_series(${at}::bigint, ${Math.min(last, at + atOnce - 1)}::bigint) AS n`;
      const result = await client.query(`${text} FROM ${numbers} ${from}`);
      count += result.rowCount ?? 0;
      if (performance.now() - said < sayEveryMs) continue;
      this.#say(`${table}: ${Math.min(last, at + atOnce) - first} of ${last - first + 1}`);
      said = performance.now();
    }
    return count;
  }

  async #columnsOf(table: string): Promise<string[]> {
    const rows = await this.ask<{ name: string }>(
      "SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum",
      [table],
    );
    return rows.map(({ name }) => name);
  }

  async end(): Promise<void> {
    await this.ask("DROP SCHEMA bench CASCADE");
    await Promise.all(this.#streams.map((client) => client.end()));
  }
}

/** The id of a number, older than every id that the service makes; in the order of the numbers. */
export function nthId(prefix: string, number: string): string {
  return `'${prefix}_00' || lpad(to_hex(${number}), 24, '0')`;
}

const letters = "0123456789abcdefghjkmnpqrstvwxyz";

/** The first part of the id of an event at a time in milliseconds: the ledger keeps events by it. */
export function timeInLetters(ms: string): string {
  const places = Array.from({ length: 10 }, (_, at) => 45 - 5 * at);
  return places.map((bits) => `substr('${letters}', ((${ms} >> ${bits}) & 31)::int + 1, 1)`).join(" || ");
}
