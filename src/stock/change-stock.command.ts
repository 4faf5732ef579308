/**
 * Changes stock status (rules/menus 6.4). An update is all or nothing. Rows are locked in one order, so parallel updates
 * wait for each other and never mix. Diners see the change with the COMMIT.
 */
import type { Id } from "../kernel/id.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { keyOfName, type ParsedStockUpdate, type StockIssue, type StockName } from "./parse-stock-update.ts";
import { lockStock, updateStock, type StockRow } from "./stock.sql.ts";

/** Sets every row named and answers them in the order given, or refuses naming everything that is wrong, row by row. */
export async function changeStock(
  tx: Tx,
  locationId: Id<"str">,
  { issues, named, changes }: ParsedStockUpdate,
): Promise<StockRow[] | Refusal<"invalid_request">> {
  const known = await lockStock(
    tx,
    locationId,
    named.map(({ name }) => name),
  );
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  const wrong: StockIssue[] = [];
  for (const { path, name } of named) {
    const id = known.get(keyOfName(name));
    if (id === undefined) wrong.push({ path, message: `names nothing of this menu: there is no ${said(name)}` });
    else if (taken.has(id)) wrong.push({ path, message: "stands in an earlier row too" });
    else ids.set(keyOfName(name), id);
    if (id !== undefined) taken.add(id);
  }
  if (issues.length + wrong.length > 0) return refuseStockUpdate([...issues, ...wrong]);
  const rows = await updateStock(
    tx,
    changes.map(({ name }) => ids.get(keyOfName(name)) ?? ""),
    changes.map(({ stockStatus }) => stockStatus),
    changes.map(({ restockAt }) => (typeof restockAt === "number" ? restockAt : null)),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...ids.values()].flatMap((id) => byId.get(id) ?? []);
}

function said(name: StockName): string {
  return "id" in name ? name.id : `${name.kind} ${name.externalId}`;
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
