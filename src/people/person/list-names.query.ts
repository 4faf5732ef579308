/** The names of people and shared devices, for screens that say who did something. */
import type { Db } from "../../platform/postgres/database.ts";
import { findNames } from "./names.sql.ts";

/** The names by id; ids that name nobody, or whose name was erased, are left out. */
export async function listNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await findNames(db, ids)).map(({ id, name }) => [id, name]));
}
