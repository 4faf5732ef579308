import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const names = defineStatement({
  name: "names-of-people-and-devices",
  takes: ["text[]"],
  gives: row<{ readonly id: string; readonly name: string }>({ id: "text", name: "text" }),
  text: `SELECT id, name FROM persons WHERE id = ANY($1) UNION ALL SELECT id, name FROM paired_devices WHERE id = ANY($1)`,
});

/** The names of persons and shared devices. */
export function findNames(db: Db, ids: readonly string[]): Promise<{ readonly id: string; readonly name: string }[]> {
  return db.rows(names, [ids]);
}
