/** Wire shapes of stock status (rules/menus 6.1); camelCase, as all of a menu. */
import Type, { type Static } from "typebox";
import { oneOf } from "../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../platform/http/reading/paging.ts";
import { stockedKinds, stockStatuses } from "./parse-stock-update.ts";
import type { StockRow } from "./stock.sql.ts";

const statusField = oneOf(stockStatuses);

export const stockStatusShape = Type.Object({
  object: Type.Literal("stock_status"),
  id: Type.String({ maxLength: 100, description: "The stable id of the item, variation or option." }),
  externalId: Type.String({ maxLength: 255 }),
  kind: oneOf(stockedKinds),
  name: Type.String({ maxLength: 600 }),
  stockStatus: statusField,
});

export const stockStatusList = listOf(stockStatusShape);

export const stockUpdateBody = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String({ maxLength: 40, description: "The stable id; it counts where both are given." })),
    externalId: Type.Optional(Type.String({ maxLength: 255, description: "Your own id, with `kind`." })),
    kind: Type.Optional(oneOf(stockedKinds)),
    stockStatus: statusField,
  }),
  {
    minItems: 1,
    maxItems: 1000,
    description: "All rows take effect or none; every bad row is named.",
  },
);

export function stockToWire(rows: readonly StockRow[]): Static<typeof stockStatusList> {
  return wholeList(
    rows.map((row) => ({
      object: "stock_status" as const,
      id: row.id,
      externalId: row.external_id,
      kind: row.kind,
      name: row.name,
      stockStatus: row.stock_status,
    })),
  );
}
