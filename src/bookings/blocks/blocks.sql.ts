/** All SQL of blocks themselves; their tables are in `claims.sql.ts`. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { TableBlock } from "./table-block.ts";

const blockTable = defineTable<TableBlock>()({
  name: "table_blocks",
  columns: {
    id: "text",
    location_id: "text",
    unit_ids: "text[]",
    starts_at: "timestamptz",
    ends_at: "timestamptz",
    reason: "text",
    created_at: "timestamptz",
    created_by: "jsonb",
    lifted_at: "timestamptz",
  },
});
const selected = blockTable.select("b");

const insertion = blockTable.insert();
const insertStatement = defineStatement({
  name: "insert-table-block",
  takes: insertion.takes,
  text: insertion.text,
});

/** Sends a new block. */
export function sendBlock(tx: Tx, block: TableBlock): void {
  tx.send(insertStatement, insertion.values(block));
}

const findStatement = defineStatement({
  name: "find-table-block",
  takes: ["text"],
  gives: blockTable.row,
  text: `SELECT ${selected} FROM table_blocks b WHERE b.id = $1`,
});

/** A block of any location. */
export function findBlock(db: Db, id: Id<"blk">): Promise<TableBlock | undefined> {
  return db.maybe(findStatement, [id]);
}

const liftStatement = defineStatement({
  name: "lift-table-block",
  takes: ["text", "float8"],
  gives: blockTable.row,
  text: `UPDATE table_blocks b SET lifted_at = to_timestamp($2::float8 / 1000),
      ends_at = greatest(b.starts_at, least(b.ends_at, to_timestamp($2::float8 / 1000)))
    WHERE b.id = $1 AND b.lifted_at IS NULL AND b.ends_at > to_timestamp($2::float8 / 1000) RETURNING ${selected}`,
});

/** Ends a block now; undefined when it is over already. */
export function liftBlock(tx: Tx, id: Id<"blk">, now: Instant): Promise<TableBlock | undefined> {
  return tx.maybe(liftStatement, [id, now]);
}

const listStatement = defineStatement({
  name: "list-table-blocks",
  takes: ["text", "float8", "float8", "int8"],
  gives: blockTable.row,
  text: `SELECT ${selected} FROM table_blocks b
    WHERE b.location_id = $1 AND b.lifted_at IS NULL
      AND b.ends_at > to_timestamp($2::float8 / 1000) AND b.starts_at < to_timestamp($3::float8 / 1000)
    ORDER BY b.starts_at, b.id LIMIT $4`,
});

/** The blocks of a location that are not lifted and reach into a time, by their start. */
export function listBlocks(
  db: Db,
  locationId: Id<"str">,
  { from, until }: { readonly from: Instant; readonly until: Instant },
  limit: number,
): Promise<TableBlock[]> {
  return db.rows(listStatement, [locationId, from, until, limit]);
}
