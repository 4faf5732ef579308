/** Staff take dishes off the menu, and say when they come back (rules/menus 6.7). All rows take effect or none. */
import type { Id } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { nextServiceDay } from "../kernel/wall-time.ts";
import { getLocationSettings } from "../locations/grants/read-locations.query.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { changeStock } from "./change-stock.command.ts";
import { parseStockUpdate, type StockChange, type StockIssue } from "./parse-stock-update.ts";
import type { StockRow } from "./stock.sql.ts";

/** Sets every row named; refuses naming everything that is wrong, row by row. */
export async function changeStockAtBoard(
  tx: Tx,
  locationId: Id<"str">,
  body: unknown,
): Promise<StockRow[] | Refusal<"invalid_request" | "not_found">> {
  const location = await getLocationSettings(tx, locationId);
  if (isRefusal(location)) return location;
  const { now, opening_hours: hours, timezone } = location;
  const { issues, named, changes } = parseStockUpdate(body, { mayRestock: true });
  const passed: StockIssue[] = [];
  const timed = changes.map((change): StockChange => {
    const { restockAt } = change;
    if (restockAt === "tomorrow") return { ...change, restockAt: nextServiceDay(hours, timezone ?? "UTC", now) };
    if (typeof restockAt === "number" && restockAt <= now)
      passed.push({ path: `${change.path}.restock_at`, message: "must be in the future, in whole Unix seconds" });
    return change;
  });
  return changeStock(tx, locationId, { issues: [...issues, ...passed], named, changes: timed });
}
