/** The SQL of GET /orders: the text of a page over all locations of an app, and the newest orders. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { LateRow } from "../../platform/postgres/answers/late-row.ts";
import { andAll, defineFilteredStatement, given, type Condition } from "../../platform/postgres/filtered-statement.ts";
import { late, row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Order } from "./order.ts";
import type { OrderStatus } from "./order-status.ts";
import { orderTable } from "./orders.sql.ts";

/** Where a page begins: after this order, in the direction of the list. */
export interface Position {
  readonly placed_at: Instant;
  readonly id: Id<"ord">;
}

const findPositionStatement = defineStatement({
  name: "find-order-position",
  prepare: false,
  takes: ["text", "text"],
  gives: row<Position>({ placed_at: "timestamptz", id: "text" }),
  text: `SELECT o.placed_at, o.id FROM orders o JOIN connections c ON c.location_id = o.location_id
    WHERE o.id = $1 AND c.app_id = $2`,
});

/** The position of an order that the app can see. */
export function findPosition(db: Db, id: Id<"ord">, app: Id<"app">): Promise<Position | undefined> {
  return db.maybe(findPositionStatement, [id, app]);
}

/** What a list is ordered by, before the id: the time of placing, or of the last change in real time. */
export const times = {
  placed: (order: string): string => `${order}.placed_at`,
  written: (order: string): string => `coalesce(${order}.written_at, ${order}.updated_at)`,
} as const;

/** A list: its order, and the bounds of the orders `n` of one location `mine`. */
interface PageOrder {
  readonly by: keyof typeof times;
  readonly direction: "ASC" | "DESC";
  readonly within: string;
}

/**
 * The SQL of a page over all locations of an app. A few rows of every location show where the page must end; only what lies
 * before is read. The cost grows with the locations and the page, not with the orders.
 */
export function pageText({ by, direction, within }: PageOrder): string {
  const ownTime = times[by]("n");
  const order = (time: string, id: string): string => `ORDER BY ${time} ${direction}, ${id} ${direction}`;
  const [reaches, end] = direction === "ASC" ? ["<=", "infinity"] : [">=", "-infinity"];
  const ownRows = (more: string, limit: string): string => `SELECT p.at, p.id FROM mine CROSS JOIN LATERAL (
      SELECT ${ownTime} AS at, n.id FROM orders n WHERE n.location_id = mine.location_id ${within} ${more}
      ${order(ownTime, "n.id")} LIMIT ${limit}) p ${order("p.at", "p.id")}`;
  return `WITH mine AS MATERIALIZED (
      SELECT c.location_id, l.clock_offset_seconds,
        least($2::bigint, 2 * $2::bigint / count(*) OVER () + 1) AS share
      FROM connections c JOIN locations l ON l.id = c.location_id WHERE c.app_id = $1),
    edge AS MATERIALIZED (${ownRows("", "mine.share")} OFFSET $2::bigint - 1 LIMIT 1),
    page AS MATERIALIZED (${ownRows(
      `AND (${ownTime}, n.id) ${reaches} (
        coalesce((SELECT at FROM edge), '${end}'), coalesce((SELECT id::text FROM edge), ''))`,
      "$2::bigint",
    )} LIMIT $2::bigint)
    SELECT ${orderTable.select("o")} FROM page JOIN orders o ON o.id = page.id ${order("page.at", "page.id")}`;
}

/** Which orders a list has, of those that the app receives. */
export interface OrderFilters {
  /** Null: of any status. */
  readonly status: readonly OrderStatus[] | null;
  /** Handed over and not decided. */
  readonly actionable: boolean;
}

/** The conditions of the filters, by their names. */
export const filterConditions = {
  status: { takes: ["text[]"], text: (parameter) => `n.status = ANY(${parameter()})` },
  actionable: { takes: [], text: () => "n.status = 'PENDING' AND n.handed_over_at IS NOT NULL" },
} as const satisfies Readonly<Record<string, Condition>>;

/** The values of the conditions that are asked for. */
export const filterValues = ({ status, actionable }: OrderFilters) => ({
  status: given(status),
  actionable: actionable ? [] : undefined,
});

/** Whether any order is left out by its status. */
export const isFiltered = ({ status, actionable }: OrderFilters): boolean => status !== null || actionable;

/** An order of a list: most are known already from the list before. */
export const lateOrder = late(orderTable.row);

const newest = defineStatement({
  name: "list-newest-orders",
  takes: ["text", "int8"],
  gives: lateOrder,
  text: pageText({ by: "placed", direction: "DESC", within: "" }),
});
const newestBefore = defineStatement({
  name: "list-newest-orders-before",
  takes: ["text", "int8", "float8", "text"],
  gives: lateOrder,
  text: pageText({
    by: "placed",
    direction: "DESC",
    within: "AND (n.placed_at, n.id) < (to_timestamp($3::float8 / 1000), $4::text)",
  }),
});
const newestOfKind = defineFilteredStatement({
  name: "list-newest-orders-of-kind",
  takes: ["text", "int8"],
  gives: lateOrder,
  conditions: {
    before: {
      takes: ["float8", "text"],
      text: (parameter) => `(n.placed_at, n.id) < (to_timestamp(${parameter()}::float8 / 1000), ${parameter()}::text)`,
    },
    ...filterConditions,
  },
  text: (conditions) => pageText({ by: "placed", direction: "DESC", within: andAll(Object.values(conditions)) }),
});

/** The newest orders before a position, newest first. */
export function listNewest(
  db: Db,
  app: Id<"app">,
  filters: OrderFilters,
  before: Position | null,
  limit: number,
): Promise<LateRow<Order>[]> {
  if (isFiltered(filters)) {
    const position = before === null ? undefined : [before.placed_at, before.id];
    const { statement, values } = newestOfKind([app, limit], { before: position, ...filterValues(filters) });
    return db.rows(statement, values);
  }
  return before === null
    ? db.rows(newest, [app, limit])
    : db.rows(newestBefore, [app, limit, before.placed_at, before.id]);
}

const ofLocation = defineStatement({
  name: "list-orders-of-location",
  takes: ["text", "text", "int8"],
  gives: orderTable.row,
  text: `SELECT ${orderTable.select("o")} FROM orders o WHERE o.location_id = $1 AND (o.placed_at, o.id) < (
      coalesce((SELECT placed_at FROM orders WHERE id = $2), 'infinity'), coalesce($2, ''))
    ORDER BY o.placed_at DESC, o.id DESC LIMIT $3`,
});

/** The orders of a location, newest first; with `before`, those placed before that order. */
export function listOfLocation(
  db: Db,
  locationId: Id<"str">,
  { before, limit }: { readonly before: Id<"ord"> | undefined; readonly limit: number },
): Promise<Order[]> {
  return db.rows(ofLocation, [locationId, before ?? null, limit]);
}

/** An order as the operator finds it. */
export interface SoughtOrder {
  readonly id: Id<"ord">;
  readonly location_id: Id<"str">;
  readonly display_number: string;
  readonly status: Order["status"];
  readonly created_at: Instant;
}

const sought = defineStatement({
  name: "list-sought-orders",
  prepare: false,
  takes: ["text", "text", "text", "int8"],
  gives: row<SoughtOrder>({
    id: "text",
    location_id: "text",
    display_number: "text",
    status: "text",
    created_at: "timestamptz",
  }),
  text: `SELECT o.id, o.location_id, o.display_number, o.status, o.created_at FROM orders o
    WHERE o.code = $1 OR o.customer ->> 'phone' = $2 OR lower(o.customer ->> 'email') = $3
    ORDER BY o.created_at DESC, o.id LIMIT $4`,
});

/** The orders with a code, of a phone (E.164) or of an e-mail address (in small letters), latest first, however old. */
export function listSought(
  db: Db,
  {
    code,
    phone,
    email,
  }: { readonly code: string | null; readonly phone: string | null; readonly email: string | null },
  limit: number,
): Promise<SoughtOrder[]> {
  return db.rows(sought, [code, phone, email, limit]);
}
