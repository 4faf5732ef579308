/**
 * Fills a table by COPY with changed copies of its rows. The server reads files of the same machine; while it reads one,
 * the next one is written. Foreign keys and triggers are not checked.
 */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import type { Client } from "pg";

/** A row as text, by column; null is NULL. */
export type TextRow = Readonly<Record<string, string | null>>;

export interface Copying {
  readonly table: string;
  /** The rows to be copied. */
  readonly templates: readonly TextRow[];
  /** The values of one copy after the other that differ from its template; a template may have many. */
  readonly copies: Iterable<{ readonly of: TextRow; readonly with: TextRow }>;
}

const rowsInFile = 50_000;

export class RowCopier {
  readonly #client: Client;
  readonly #directory: string;
  #files = 0;

  private constructor(client: Client, directory: string) {
    this.#client = client;
    this.#directory = directory;
  }

  /** The connection of a superuser, and a directory that the server can read. */
  static async create(client: Client, directory: string): Promise<RowCopier> {
    await client.query("SET session_replication_role = replica");
    return new RowCopier(client, directory);
  }

  /** The rows of a table as text, in the order of their first column. */
  async templates(table: string, where: string, values: readonly unknown[] = []): Promise<TextRow[]> {
    const { rows: columns } = await this.#client.query<{ readonly name: string }>(
      "SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''",
      [table],
    );
    const texts = columns.map(({ name }) => `"${name}"::text`).join(", ");
    const { rows } = await this.#client.query<TextRow>(`SELECT ${texts} FROM ${table} WHERE ${where} ORDER BY 1`, [
      ...values,
    ]);
    if (rows.length === 0) throw new Error(`${table} has no row to be copied: ${where}`);
    return rows;
  }

  /** Writes the copies; answers how many there were. */
  async copy({ table, templates, copies }: Copying): Promise<number> {
    const columns = Object.keys(templates[0] ?? {});
    const written = new Map(templates.map((row) => [row, columns.map((column) => inCopy(row[column] ?? null))]));
    let reading: Promise<unknown> = Promise.resolve();
    let count = 0;
    let lines: string[] = [];
    const read = async (file: string): Promise<void> => {
      try {
        await this.#client.query(`COPY ${table} (${columns.map((name) => `"${name}"`).join(", ")}) FROM '${file}'`);
      } finally {
        await rm(file);
      }
    };
    const flush = async (): Promise<void> => {
      const file = await this.#write(lines);
      lines = [];
      await reading;
      reading = read(file);
      // The failure is thrown where the reading is waited for.
      reading.catch(() => {});
    };
    for (const { of, with: changed } of copies) {
      const cells = written.get(of) ?? [];
      lines.push(columns.map((name, at) => (name in changed ? inCopy(changed[name] ?? null) : cells[at])).join("\t"));
      count += 1;
      if (lines.length === rowsInFile) await flush();
    }
    await flush();
    await reading;
    return count;
  }

  async #write(lines: readonly string[]): Promise<string> {
    const file = join(this.#directory, `copy-${this.#files++}`);
    const stream = createWriteStream(file);
    for (let from = 0; from < lines.length; from += 1_000)
      if (!stream.write(`${lines.slice(from, from + 1_000).join("\n")}\n`)) await once(stream, "drain");
    stream.end();
    await once(stream, "close");
    return file;
  }
}

/** A value as COPY reads it. */
function inCopy(text: string | null): string {
  if (text === null) return "\\N";
  return text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}

const letters = "0123456789abcdefghjkmnpqrstvwxyz";

/** The n-th id of a kind, older than every id that the service makes. */
export function nthId(prefix: string, n: number): string {
  return `${prefix}_00${inLetters(n, 24)}`;
}

/** The id of an event at a time in milliseconds: the ledger keeps events by it. */
export function eventIdAt(at: number, n: number): string {
  return `evt_${inLetters(at, 10)}${inLetters(n, 16)}`;
}

function inLetters(value: number, places: number): string {
  let text = "";
  for (let left = value; text.length < places; left = Math.floor(left / 32)) text = `${letters[left % 32]}${text}`;
  return text;
}
