/** The SQL of the mark of a database: of which service it is, by the name of `serviceName` (rules/operating 9.7). */
import { row } from "./sql-types.ts";
import { defineStatement } from "./statement.ts";
import type { Db, Tx } from "./tx.ts";

/** A database was named for one service and is not its; the message says what to do. */
export class WrongDatabase extends Error {
  override readonly name = "WrongDatabase";

  constructor(takenFor: string) {
    super(
      `the database that is named for ${takenFor} is that of the other one: look whether DATABASE_URL and ` +
        "LIVE_DATABASE_URL are exchanged. Nothing was done there. For a copy that is to be the other from now on: " +
        'docs/operating.md, "Which database is which"',
    );
  }
}

const markExistsStatement = defineStatement({
  name: "service-mark-exists",
  prepare: false,
  takes: [],
  gives: row<{ readonly exists: boolean }>({ exists: "bool" }),
  text: "SELECT to_regclass('service_mark') IS NOT NULL AS exists",
});

const readMarkStatement = defineStatement({
  name: "read-service-mark",
  prepare: false,
  takes: [],
  gives: row<{ readonly name: string }>({ name: "text" }),
  text: "SELECT name FROM service_mark",
});

const writeMarkStatement = defineStatement({
  name: "write-service-mark",
  prepare: false,
  takes: ["text"],
  text: "INSERT INTO service_mark (name) VALUES ($1) ON CONFLICT (single) DO NOTHING",
});

/** Of which service a database is; null when nobody has marked it, undefined before its migration. */
export async function readServiceMark(db: Db): Promise<string | null | undefined> {
  const { exists } = await db.one(markExistsStatement);
  return exists ? ((await db.maybe(readMarkStatement))?.name ?? null) : undefined;
}

/** Marks a database, unless it is marked already; answers the mark that it has then. */
export async function writeServiceMark(tx: Tx, name: string): Promise<string> {
  tx.send(writeMarkStatement, [name]);
  return (await tx.one(readMarkStatement)).name;
}
