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

export type ParsedStockUpdate =
  | { readonly kind: "ok"; readonly changes: readonly StockChange[] }
  | { readonly kind: "issues"; readonly issues: readonly StockIssue[] };

export const stockStatuses = ["in_stock", "low_stock", "out_of_stock"] as const;
const maxRows = 1000;

export function parseStockUpdate(body: unknown): ParsedStockUpdate {
  if (!Array.isArray(body)) return { kind: "issues", issues: [{ path: "body", message: "must be an array" }] };
  if (body.length < 1 || body.length > maxRows) {
    return { kind: "issues", issues: [{ path: "body", message: `must have 1 to ${maxRows} rows` }] };
  }
  const issues: StockIssue[] = [];
  const changes = new Map<string, StockChange>();
  body.forEach((row: unknown, index) => {
    const change = parseRow(row, `body[${index}]`, issues);
    if (change === undefined) return;
    if (changes.has(change.id)) issues.push({ path: `body[${index}].id`, message: "stands in an earlier row too" });
    changes.set(change.id, change);
  });
  return issues.length > 0 ? { kind: "issues", issues } : { kind: "ok", changes: [...changes.values()] };
}

function parseRow(row: unknown, path: string, issues: StockIssue[]): StockChange | undefined {
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    issues.push({ path, message: "must be an object with id and stockStatus" });
    return undefined;
  }
  const id: unknown = Reflect.get(row, "id");
  const stockStatus: unknown = Reflect.get(row, "stockStatus");
  const status = stockStatuses.find((known) => known === stockStatus);
  const idIsSound = typeof id === "string" && idPrefixOf(id) !== undefined;
  if (!idIsSound)
    issues.push({ path: `${path}.id`, message: id === undefined ? "is required" : "is not a well-formed id" });
  if (status === undefined) {
    const message = stockStatus === undefined ? "is required" : `must be one of ${stockStatuses.join(", ")}`;
    issues.push({ path: `${path}.stockStatus`, message });
  }
  return idIsSound && status !== undefined ? { id, stockStatus: status } : undefined;
}
