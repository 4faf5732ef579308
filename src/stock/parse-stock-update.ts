/** Reads the body of a stock update: 1 to 1,000 rows, each an id and a status, with every bad row named. */
import { idPrefixOf } from "../kernel/id.ts";
import type { StockStatus } from "../menus/document/menu-document.ts";

export interface StockChange {
  readonly id: string;
  readonly stockStatus: StockStatus;
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
export function parseStockUpdate(body: unknown): ParsedStockUpdate {
  if (!Array.isArray(body)) return refused("must be an array");
  if (body.length < 1 || body.length > maxRows) return refused(`must have 1 to ${maxRows} rows`);
  const issues: StockIssue[] = [];
  const named = new Map<string, NamedRow>();
  const changes = body.flatMap((row: unknown, index) => parseRow(row, `body[${index}]`, named, issues) ?? []);
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
  return idIsSound && status !== undefined ? { id, stockStatus: status } : undefined;
}
