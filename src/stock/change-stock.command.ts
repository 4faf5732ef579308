/**
 * Changing stock status (rules/menus 6.4). An update is all or nothing: the rows are locked in one order, so
 * parallel updates wait for each other and never interleave; diners see the change with the COMMIT.
 */
import type { Id } from "../kernel/id.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { ParsedStockUpdate, StockIssue } from "./parse-stock-update.ts";
import { lockStock, updateStock, type StockRow } from "./stock.sql.ts";

/** Sets every row named and answers them in the order given, or refuses naming everything that is wrong, row by row. */
export async function changeStock(
  tx: Tx,
  locationId: Id<"str">,
  { issues, named, changes }: ParsedStockUpdate,
): Promise<StockRow[] | Refusal<"invalid_request">> {
  const ids = named.map(({ id }) => id);
  const known = await lockStock(tx, locationId, ids);
  const unknown = named
    .filter(({ id }) => !known.has(id))
    .map(({ path, id }) => ({ path, message: `${id} is no item, variation or option of this menu` }));
  if (issues.length + unknown.length > 0) return refuseStockUpdate([...issues, ...unknown]);
  const rows = await updateStock(
    tx,
    changes.map(({ id }) => id),
    changes.map(({ stockStatus }) => stockStatus),
    changes.map(({ restockAt }) => (typeof restockAt === "number" ? restockAt : null)),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One refusal that names every bad row, in the order of the rows. */
function refuseStockUpdate(issues: readonly StockIssue[]): Refusal<"invalid_request"> {
  const inOrder = issues.toSorted((a, b) => rowOf(a) - rowOf(b));
  const message = inOrder.map(({ path, message: said }) => `${path} ${said}`).join("; ");
  return refuse("invalid_request", message, { issues: inOrder });
}

function rowOf({ path }: StockIssue): number {
  return Number(/^body\[(\d{1,4})\]/.exec(path)?.[1] ?? 0);
}
