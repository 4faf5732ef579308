/** All SQL of stock status. The rows are the identities that menus keep (`menu_objects`); this feature owns one column. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { StockStatus } from "../menus/document/menu-document.ts";
import type { StockedKind } from "../menus/read/orderable-menu.ts";
import { keyOfName, type StockedName, type StockName } from "./parse-stock-update.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";

export interface StockRow {
  readonly id: string;
  readonly external_id: string;
  readonly kind: StockedKind;
  readonly name: string;
  readonly stock_status: StockStatus;
  /** When it is in stock again by itself, in the location's clock. */
  readonly restock_at: Instant | null;
}

const stockRowTable = defineTable<StockRow>()({
  name: "menu_objects",
  columns: {
    id: "text",
    external_id: "text",
    kind: "text",
    name: "text",
    stock_status: "text",
    restock_at: "timestamptz",
  },
});
const columns = stockRowTable.select("m");

const listStockStatement = defineStatement({
  name: "list-stock",
  prepare: false,
  takes: ["text"],
  gives: stockRowTable.row,
  text: `SELECT ${columns} FROM menu_objects m
    WHERE m.location_id = $1 AND m.present AND m.stock_status IS NOT NULL ORDER BY m.id`,
});

/** Every item, variation and option of the live menu, by kind, within a kind in the order in which they first came to it. */
export function listStock(db: Db, locationId: Id<"str">): Promise<StockRow[]> {
  return db.rows(listStockStatement, [locationId]);
}

const lockStockStatement = defineStatement({
  name: "lock-stock",
  prepare: false,
  takes: ["text", "text[]", "text[]", "text[]"],
  gives: row<Pick<StockRow, "id" | "external_id" | "kind">>({ id: "text", external_id: "text", kind: "text" }),
  text: `SELECT m.id, m.external_id, m.kind FROM menu_objects m
    WHERE m.location_id = $1 AND m.present AND m.stock_status IS NOT NULL AND m.id IN (
      SELECT unnest($2::text[]) UNION ALL
      SELECT o.id FROM unnest($3::text[], $4::text[]) AS w (kind, external_id)
        JOIN menu_objects o ON o.location_id = $1 AND o.kind = w.kind AND o.external_id = w.external_id)
    ORDER BY m.id FOR NO KEY UPDATE`,
});

/** The ids of what can have a stock status in the live menu, by what it was named by; locked in one order. */
export async function lockStock(
  tx: Tx,
  locationId: Id<"str">,
  names: readonly StockName[],
): Promise<ReadonlyMap<string, string>> {
  const ids = names.flatMap((name) => ("id" in name ? [name.id] : []));
  const others = names.flatMap((name) => ("id" in name ? [] : [name]));
  const rows = await tx.rows(lockStockStatement, [
    locationId,
    ids,
    others.map(({ kind }) => kind),
    others.map(({ externalId }) => externalId),
  ]);
  return new Map(
    rows.flatMap(({ id, external_id: externalId, kind }) => [
      [keyOfName({ id }), id],
      [keyOfName({ externalId, kind }), id],
    ]),
  );
}

const updateStockStatement = defineStatement({
  name: "update-stock",
  prepare: false,
  takes: ["text[]", "text[]", "float8[]"],
  gives: stockRowTable.row,
  text: `UPDATE menu_objects AS m SET stock_status = s.stock_status,
      restock_at = to_timestamp(s.restock_at / 1000)
    FROM unnest($1::text[], $2::text[], $3::float8[]) AS s(id, stock_status, restock_at) WHERE m.id = s.id RETURNING ${columns}`,
});

/** Sets each id to its status and to the time at which it is in stock again, and answers the rows. */
export function updateStock(
  tx: Tx,
  ids: readonly string[],
  statuses: readonly StockStatus[],
  restockAt: readonly (Instant | null)[],
): Promise<StockRow[]> {
  return tx.rows(updateStockStatement, [ids, statuses, restockAt]);
}

/** Whether something taken off the menu is in stock again. */
export const stockDue = `EXISTS (SELECT FROM menu_objects m JOIN locations l ON l.id = m.location_id
      WHERE m.restock_at <= statement_timestamp() + l.clock_offset_seconds * interval '1 second')`;

const restockStatement = defineStatement({
  name: "restock-due",
  takes: ["int8"],
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: `UPDATE menu_objects SET stock_status = 'in_stock', restock_at = NULL
    WHERE id IN (SELECT m.id FROM menu_objects m JOIN locations l ON l.id = m.location_id
      WHERE m.restock_at <= clock_timestamp() + l.clock_offset_seconds * interval '1 second'
      ORDER BY m.id LIMIT $1 FOR NO KEY UPDATE OF m SKIP LOCKED)
    RETURNING id`,
});

/** Puts back in stock what is due by the clock of its location; answers which. */
export function restockDue(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return tx.rows(restockStatement, [limit]);
}

const sendOutOfStockStatement = defineStatement({
  name: "mark-out-of-stock",
  prepare: false,
  takes: ["text", "text[]", "text[]"],
  text: `UPDATE menu_objects AS m SET stock_status = 'out_of_stock'
    FROM unnest($2::text[], $3::text[]) AS w (kind, external_id)
    WHERE m.location_id = $1 AND m.kind = w.kind AND m.external_id = w.external_id
      AND m.present AND m.stock_status <> 'out_of_stock'`,
});

/** Sets what the live menu has of the kinds and externalIds. */
export function sendOutOfStock(tx: Tx, locationId: Id<"str">, named: readonly StockedName[]): void {
  const kinds = named.map(({ kind }) => kind);
  const externalIds = named.map(({ externalId }) => externalId);
  tx.send(sendOutOfStockStatement, [locationId, kinds, externalIds]);
}
