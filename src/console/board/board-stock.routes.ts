/** Stock at the board: read it, take a dish off, and set when the dish comes back (rules/menus 6.7). */
import Type from "typebox";
import { toUnixSeconds } from "../../kernel/clock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField, nullable, unixSeconds } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { changeStockAtBoard } from "../../stock/change-stock-at-board.command.ts";
import { listStock } from "../../stock/list-stock.query.ts";
import { stockStatusShape, stockToWire, stockUpdateBody } from "../../stock/stock.schemas.ts";
import { boardRoles, requireActing } from "./board-access.ts";
import { restockField } from "./board-calls.schemas.ts";
import { readDishNames, type DishName } from "./read-dish-names.query.ts";

const boardStockShape = Type.Object(
  {
    ...stockStatusShape.properties,
    restock_at: nullable(unixSeconds("When it is in stock again by itself; null: when somebody says so.")),
    full_name: Type.String({
      maxLength: 600,
      description: "The name with the dish: of a variation as on the line of an order, else the `name`.",
    }),
    dish_external_id: nullable(
      Type.String({ maxLength: 255, description: "The externalId of the dish of a variation, else null." }),
    ),
  },
  { title: "BoardStockStatus" },
);

const ofLocation = {
  tag: "Board",
  path: "/console/v1/locations/{locationId}/stock_status",
  params: { locationId: idField("str") },
  access: { kind: "console", needs: "actor", roles: boardRoles },
  success: { 200: listOf(boardStockShape) },
} as const;

const listRoute = defineRoute({
  ...ofLocation,
  method: "GET",
  operationId: "consoleGetStockStatus",
  summary: "Read the stock status of everything that can run out",
  refusals: ["not_found", "role_required"],
});

const updateRoute = defineRoute({
  ...ofLocation,
  method: "PATCH",
  operationId: "consoleUpdateStockStatus",
  summary: "Take dishes off the menu, or put them back",
  description:
    "Diners see the change at once. A row that becomes out_of_stock may say with `restock_at` when it is in stock again by itself; an app's own update takes the time away.",
  body: Type.Array(Type.Object({ ...stockUpdateBody.items.properties, restock_at: Type.Optional(restockField) }), {
    minItems: 1,
    maxItems: 1000,
    description: "All rows take effect or none; every bad row is named.",
  }),
  bodyUnchecked: true,
  refusals: ["not_found", "role_required", "invalid_request"],
});

/** The routes of the stock at the board. */
export function boardStockRoutes(): BoundRoute[] {
  return [
    bindRead(listRoute, async ({ console: caller, params: { locationId } }, db) => {
      const acting = requireActing(caller, locationId);
      if (isRefusal(acting)) return acting;
      const [rows, names] = await Promise.all([listStock(db, locationId), readDishNames(db, locationId)]);
      return reply(200, toWire(rows, names));
    }),
    bindWrite(updateRoute, async ({ console: caller, params: { locationId }, body }, tx) => {
      const acting = requireActing(caller, locationId);
      if (isRefusal(acting)) return acting;
      const rows = await changeStockAtBoard(tx, locationId, body);
      return isRefusal(rows) ? rows : reply(200, toWire(rows, await readDishNames(tx, locationId)));
    }),
  ];
}

function toWire(rows: Awaited<ReturnType<typeof listStock>>, names: ReadonlyMap<string, DishName>) {
  const { data } = stockToWire(rows);
  const times = rows.map(({ restock_at: at }) => (at === null ? null : toUnixSeconds(at)));
  return wholeList(
    data.map((row, index) => {
      const named = row.kind === "variation" ? names.get(row.externalId) : undefined;
      return {
        ...row,
        restock_at: times[index] ?? null,
        full_name: named?.name ?? row.name,
        dish_external_id: named?.dish ?? null,
      };
    }),
  );
}
