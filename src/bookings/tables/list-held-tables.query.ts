import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Span } from "./booking-days.ts";
import * as sql from "./held-tables.sql.ts";

/** The live holds whose tables are wanted within a time, by their start. */
export function listHeldTables(db: Db, locationId: Id<"str">, span: Span): Promise<sql.HeldTables[]> {
  return sql.listHeldTables(db, locationId, span);
}
