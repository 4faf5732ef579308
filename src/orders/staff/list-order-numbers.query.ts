import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listNumbers } from "./order-numbers.sql.ts";

/** The number by which people speak of each order of a location, by id; of an archived one that was accepted too. */
export async function listOrderNumbers(
  db: Db,
  locationId: Id<"str">,
  ids: readonly Id<"ord">[],
): Promise<ReadonlyMap<Id<"ord">, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await listNumbers(db, locationId, ids)).map(({ id, display_number: number }) => [id, number]));
}
