/**
 * Erases people 24 months after their last role has ended (rules/people 1.4). Idempotent; several processes may run the
 * job at once. The age is the database's. A crash leaves each person whole or erased.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { erasePeople as statement } from "./erase-people.sql.ts";

const batchSize = 100;

/** Erases one bounded batch; answers whether there may be more. */
export async function erasePeople(database: Database): Promise<boolean> {
  const { count } = await database.transaction((tx) => tx.one(statement, [batchSize]));
  return count === batchSize;
}
