/** Reading and updating stock status (rules/menus 6). */
import { isRefusal } from "../kernel/refusal.ts";
import { getGrantedLocation } from "../locations/grants/read-locations.query.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { changeStock } from "./change-stock.command.ts";
import { listStock } from "./list-stock.query.ts";
import { parseStockUpdate } from "./parse-stock-update.ts";
import { stockExample } from "./stock-examples.ts";
import { stockStatusList, stockToWire, stockUpdateBody } from "./stock.schemas.ts";

const params = { locationId: idField("str") };

const list = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/stock_status",
  operationId: "getStockStatus",
  tag: "Menus",
  summary: "Read the stock status of everything that can run out",
  access: { kind: "app", scope: "menus:read" },
  params,
  success: { 200: stockStatusList },
  refusals: ["not_found"],
  example: { response: stockExample },
});

const update = defineRoute({
  method: "PATCH",
  path: "/v1/locations/{locationId}/stock_status",
  operationId: "updateStockStatus",
  tag: "Menus",
  summary: "Update stock status",
  description:
    "A row names what it changes by `id`, or by your own `externalId` with its `kind`. Diners see the change at once. A publish keeps it, unless the document states a stockStatus itself.",
  access: { kind: "app", scope: "menus:write" },
  params,
  body: stockUpdateBody,
  bodyUnchecked: true,
  success: { 200: stockStatusList },
  refusals: ["not_found", "invalid_request"],
  example: {
    request: stockExample.data.map(({ externalId, kind, stockStatus }) => ({ externalId, kind, stockStatus })),
    response: stockExample,
  },
});

/** The routes of this feature. */
export function stockRoutes(): BoundRoute[] {
  return [
    bindRead(list, async ({ app, params: { locationId } }, db) => {
      const location = await getGrantedLocation(db, app.id, locationId);
      return isRefusal(location) ? location : reply(200, stockToWire(await listStock(db, locationId)));
    }),
    bindWrite(update, async ({ app, params: { locationId }, body }, tx) => {
      const location = await getGrantedLocation(tx, app.id, locationId);
      if (isRefusal(location)) return location;
      const rows = await changeStock(tx, locationId, parseStockUpdate(body));
      return isRefusal(rows) ? rows : reply(200, stockToWire(rows));
    }),
  ];
}
