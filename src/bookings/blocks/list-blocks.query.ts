/** Reads the blocks of a location. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Span } from "../tables/booking-days.ts";
import * as sql from "./blocks.sql.ts";
import type { TableBlock } from "./table-block.ts";

/** More than any floor has at once. */
const mostBlocks = 1_000;

/** The blocks that reach into a time and were not lifted, by their start. */
export function listBlocks(db: Db, locationId: Id<"str">, span: Span): Promise<TableBlock[]> {
  return sql.listBlocks(db, locationId, span, mostBlocks);
}

/** A block of any location; the caller has to look at the right to it. */
export function findBlock(db: Db, id: Id<"blk">): Promise<TableBlock | undefined> {
  return sql.findBlock(db, id);
}
