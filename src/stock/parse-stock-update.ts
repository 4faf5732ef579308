/** Reads the body of a stock update: 1 to 1,000 rows, each an id and a status, with every bad row named. */
import { lastInstant } from "../kernel/clock.ts";
import { idPrefixOf } from "../kernel/id.ts";
import type { StockStatus } from "../menus/document/menu-document.ts";

export interface StockChange {
  readonly id: string;
  readonly stockStatus: StockStatus;
  /** When it is in stock again by itself, in milliseconds of the location's clock. */
  readonly restockAt?: number | "tomorrow" | null;
  /** Where the row stands. */
  readonly path: string;
}

export interface StockIssue {
  /** Dotted, from the body: `body[3].stockStatus`. */
  readonly path: string;
  readonly message: string;
}

/** A row whose id is well-formed; whether it names something is for the menu to say. */
export interface NamedRow {
  /** Where the id stands. */
  readonly path: string;
  readonly id: string;
}

export interface ParsedStockUpdate {
  readonly issues: readonly StockIssue[];
  readonly named: readonly NamedRow[];
  /** What to do where there is no issue. */
  readonly changes: readonly StockChange[];
}

export const stockStatuses = ["in_stock", "low_stock", "out_of_stock"] as const;
const maxRows = 1000;

/** Reads every row, whatever is wrong with the others. */
export function parseStockUpdate(body: unknown, { mayRestock = false } = {}): ParsedStockUpdate {
  if (!Array.isArray(body)) return refused("must be an array");
  if (body.length < 1 || body.length > maxRows) return refused(`must have 1 to ${maxRows} rows`);
  const issues: StockIssue[] = [];
  const named = new Map<string, NamedRow>();
  const changes = body.flatMap((row: unknown, index) => {
    const path = `body[${index}]`;
    const change = parseRow(row, path, named, issues);
    if (change === undefined) return [];
    return mayRestock ? [{ ...change, ...parseRestock(row, change, issues) }] : [change];
  });
  return { issues, named: [...named.values()], changes };
}

function refused(message: string): ParsedStockUpdate {
  return { issues: [{ path: "body", message }], named: [], changes: [] };
}

function parseRow(
  row: unknown,
  path: string,
  named: Map<string, NamedRow>,
  issues: StockIssue[],
): StockChange | undefined {
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    issues.push({ path, message: "must be an object with id and stockStatus" });
    return undefined;
  }
  const id: unknown = Reflect.get(row, "id");
  const stockStatus: unknown = Reflect.get(row, "stockStatus");
  const status = stockStatuses.find((known) => known === stockStatus);
  const idIsSound = typeof id === "string" && idPrefixOf(id) !== undefined;
  if (!idIsSound) {
    issues.push({ path: `${path}.id`, message: id === undefined ? "is required" : "is not a well-formed id" });
  } else if (named.has(id)) issues.push({ path: `${path}.id`, message: "stands in an earlier row too" });
  else named.set(id, { id, path: `${path}.id` });
  if (status === undefined) {
    const message = stockStatus === undefined ? "is required" : `must be one of ${stockStatuses.join(", ")}`;
    issues.push({ path: `${path}.stockStatus`, message });
  }
  return idIsSound && status !== undefined ? { id, stockStatus: status, path } : undefined;
}

/** Unix seconds, "tomorrow" or null; only what is out of stock comes back. */
function parseRestock(
  row: unknown,
  { path, stockStatus }: StockChange,
  issues: StockIssue[],
): Pick<StockChange, "restockAt"> {
  const given: unknown = typeof row === "object" && row !== null ? Reflect.get(row, "restock_at") : undefined;
  if (given === undefined || given === null) return {};
  const isTime = Number.isSafeInteger(given) && Number(given) >= 0 && Number(given) * 1000 <= lastInstant;
  if (given !== "tomorrow" && !isTime)
    issues.push({ path: `${path}.restock_at`, message: "must be whole Unix seconds, tomorrow or null" });
  else if (stockStatus !== "out_of_stock")
    issues.push({ path: `${path}.restock_at`, message: "goes with the stockStatus out_of_stock" });
  return { restockAt: given === "tomorrow" ? given : Number(given) * 1000 };
}
