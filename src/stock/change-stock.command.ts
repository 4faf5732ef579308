/**
 * Changing stock status (decisions, section 5.3). An update is all or nothing: the rows are locked in one order, so
 * parallel updates wait for each other and never interleave; diners see the change with the COMMIT.
 */
import type { Id } from "../kernel/id.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { StockChange, StockIssue } from "./parse-stock-update.ts";
import { lockStock, updateStock, type StockRow } from "./stock.sql.ts";

/** Sets every row named and answers them in the order given, or refuses naming each unknown id. */
export async function changeStock(
  tx: Tx,
  locationId: Id<"str">,
  changes: readonly StockChange[],
): Promise<StockRow[] | Refusal<"invalid_request">> {
  const ids = changes.map(({ id }) => id);
  const known = await lockStock(tx, locationId, ids);
  const issues = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `body[${index}].id`, message: `${id} is no item, variation or option of this menu` }],
  );
  if (issues.length > 0) return refuseStockUpdate(issues);
  const rows = await updateStock(
    tx,
    ids,
    changes.map(({ stockStatus }) => stockStatus),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One refusal that names every bad row. */
export function refuseStockUpdate(issues: readonly StockIssue[]): Refusal<"invalid_request"> {
  return refuse("invalid_request", issues.map(({ path, message }) => `${path} ${message}`).join("; "), { issues });
}
