/** The SQL that writes the identities of menu objects. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { objectKey } from "../document/menu-objects.ts";
import type { MenuObjectKind } from "../document/menu-issues.ts";
import type { PresentStock, RowParts } from "./menu-plan.ts";

const upsertObjectsStatement = defineStatement({
  name: "upsert-menu-objects",
  prepare: false,
  takes: ["text", "json"],
  text: `INSERT INTO menu_objects (id, location_id, kind, external_id, name, stock_status)
    SELECT o.id, $1, o.kind, o.external_id, o.name,
      CASE WHEN o.kind IN ('item', 'variation', 'modifier_option') THEN 'in_stock' END
    FROM json_to_recordset($2::json) AS o(id text, kind text, external_id text, name text)
    ON CONFLICT (location_id, kind, external_id) DO UPDATE SET name = excluded.name, present = true
    WHERE menu_objects.name <> excluded.name OR NOT menu_objects.present`,
});

/** Makes the identities present under these names; a row that exists keeps its id and its stock status. */
export function upsertObjects(tx: Tx, locationId: Id<"str">, rows: RowParts): void {
  for (const part of rows) {
    tx.send(upsertObjectsStatement, [locationId, part]);
  }
}

const markAbsentStatement = defineStatement({
  name: "mark-menu-objects-absent",
  prepare: false,
  takes: ["text", "json"],
  text: `UPDATE menu_objects AS m SET present = false
    FROM json_to_recordset($2::json) AS o(kind text, external_id text)
    WHERE m.location_id = $1 AND m.kind = o.kind AND m.external_id = o.external_id`,
});

/** The objects that left the menu keep their rows. */
export function markAbsent(tx: Tx, locationId: Id<"str">, rows: RowParts): void {
  for (const part of rows) {
    tx.send(markAbsentStatement, [locationId, part]);
  }
}

const setStatedStockStatement = defineStatement({
  name: "set-stated-stock",
  prepare: false,
  takes: ["text", "json"],
  text: `UPDATE menu_objects AS m SET stock_status = o.stock_status, restock_at = NULL
    FROM json_to_recordset($2::json) AS o(kind text, external_id text, stock_status text)
    WHERE m.location_id = $1 AND m.kind = o.kind AND m.external_id = o.external_id
      AND m.stock_status <> o.stock_status`,
});

/** Sets the stock status of the objects for which the document states one. */
export function setStatedStock(tx: Tx, locationId: Id<"str">, rows: RowParts): void {
  for (const part of rows) {
    tx.send(setStatedStockStatement, [locationId, part]);
  }
}

interface StockRow {
  readonly kind: MenuObjectKind;
  readonly external_id: string;
  readonly stock_status: string;
}

const readShortStockStatement = defineStatement({
  name: "read-short-stock",
  takes: ["text"],
  gives: row<StockRow>({ kind: "text", external_id: "text", stock_status: "text" }),
  text: `SELECT kind, external_id, stock_status FROM menu_objects
    WHERE location_id = $1 AND stock_status <> 'in_stock'`,
});

/** What is not `in_stock` at a location; also of objects that are not on the menu now. */
export async function readShortStock(db: Db, locationId: Id<"str">): Promise<PresentStock> {
  const rows = await db.rows(readShortStockStatement, [locationId]);
  return new Map(rows.map(({ kind, external_id: id, stock_status: status }) => [objectKey(kind, id), status]));
}
