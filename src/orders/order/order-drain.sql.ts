/**
 * The SQL of GET /orders oldest first: from a checkpoint by the time of placing, and by the time of the last change. No
 * order is missed: the list ends at the horizon, before which no transaction can write any more.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { LateRow } from "../../platform/postgres/answers/late-row.ts";
import { andAll, defineFilteredStatement } from "../../platform/postgres/filtered-statement.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Order } from "./order.ts";
import {
  filterConditions,
  filterValues,
  isFiltered,
  lateOrder,
  pageText,
  times,
  type OrderFilters,
  type Position,
} from "./order-list.sql.ts";

const orderDrainHorizonStatement = defineStatement({
  name: "order-drain-horizon",
  takes: [],
  gives: row<{ horizon: Instant }>({ horizon: "timestamptz" }),
  text: "SELECT order_drain_horizon() AS horizon",
});

/** The time before which no order can appear any more (real time). */
export async function readDrainHorizon(db: Db): Promise<Instant> {
  const row = await db.one(orderDrainHorizonStatement);
  return row.horizon;
}

/**
 * One lower bound, the later of checkpoint and position: with two, the index would be read from the earlier one. A clock
 * only ever moves ahead, so an order created since was placed at most today's offset before.
 */
const checkpoint = "to_timestamp($3::float8 / 1000 - mine.clock_offset_seconds)";
const position = "to_timestamp($5::float8 / 1000)";
const sinceText = `AND (n.placed_at, n.id) > (greatest(${checkpoint}, ${position}), CASE WHEN ${position} >= ${checkpoint} THEN $6::text ELSE '' END)
      AND n.placed_at < to_timestamp($4::float8 / 1000) AND n.created_at >= to_timestamp($3::float8 / 1000)`;
const since = defineStatement({
  name: "list-orders-since",
  takes: ["text", "int8", "float8", "float8", "float8", "text"],
  gives: lateOrder,
  text: pageText({ by: "placed", direction: "ASC", within: sinceText }),
});
const sinceOfKind = defineFilteredStatement({
  name: "list-orders-of-kind-since",
  takes: ["text", "int8", "float8", "float8", "float8", "text"],
  gives: lateOrder,
  conditions: filterConditions,
  text: (conditions) =>
    pageText({ by: "placed", direction: "ASC", within: `${sinceText}${andAll(Object.values(conditions))}` }),
});

export interface Drain {
  /** Created after it: the checkpoint, by the clock of each location. */
  readonly since: Instant;
  /** Placed before it, in real time. */
  readonly horizon: Instant;
  readonly after: Position | null;
}

/** The orders created after the checkpoint and placed before the horizon, oldest first. */
export function listSince(
  db: Db,
  app: Id<"app">,
  filters: OrderFilters,
  { since: checkpointAt, horizon, after }: Drain,
  limit: number,
): Promise<LateRow<Order>[]> {
  const start = after ?? { placed_at: 0, id: "" };
  // Exclusive in whole seconds: the first instant that counts is the next second.
  const fixed = [app, limit, checkpointAt + 1000, horizon, start.placed_at, start.id] as const;
  if (!isFiltered(filters)) return db.rows(since, fixed);
  const { statement, values } = sinceOfKind(fixed, filterValues(filters));
  return db.rows(statement, values);
}

const written = times.written("n");
const byUpdate = defineFilteredStatement({
  name: "list-orders-by-update",
  takes: ["text", "int8", "float8", "float8", "text"],
  gives: lateOrder,
  conditions: filterConditions,
  text: (conditions) =>
    pageText({
      by: "written",
      direction: "ASC",
      within: `AND (${written}, n.id) > (to_timestamp($3::float8 / 1000), $5::text)
      AND ${written} < to_timestamp($4::float8 / 1000)${andAll(Object.values(conditions))}`,
    }),
});

/** Where a page of changes begins: after the order with this id that was written at this instant. */
export interface WrittenPosition {
  readonly at: Instant;
  /** Empty: before every order of the instant. */
  readonly id: string;
}

/** The orders written after a position and before the horizon (both in real time), oldest change first. */
export function listByUpdate(
  db: Db,
  app: Id<"app">,
  filters: OrderFilters,
  { after, horizon }: { readonly after: WrittenPosition; readonly horizon: Instant },
  limit: number,
): Promise<LateRow<Order>[]> {
  const { statement, values } = byUpdate([app, limit, after.at, horizon, after.id], filterValues(filters));
  return db.rows(statement, values);
}
