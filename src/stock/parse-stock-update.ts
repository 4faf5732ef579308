/**
 * Reads the body of a stock update: 1 to 1,000 rows. A row has a status and an id, or the externalId with its kind. Every
 * bad row is named.
 */
import { lastInstant } from "../kernel/clock.ts";
import { idPrefixOf } from "../kernel/id.ts";
import type { StockStatus } from "../menus/document/menu-document.ts";
import type { StockedKind } from "../menus/read/orderable-menu.ts";

export const stockedKinds = ["item", "variation", "modifier_option"] as const satisfies readonly StockedKind[];

/** What has a stock status, by the app's own id, which is one of its kind only. */
export interface StockedName {
  readonly externalId: string;
  readonly kind: StockedKind;
}

/** What a row names: by the stable id, or by the app's own. */
export type StockName = { readonly id: string } | StockedName;

/** The same for the same name. */
export function keyOfName(name: StockName): string {
  return "id" in name ? name.id : `${name.kind} ${name.externalId}`;
}

export interface StockChange {
  readonly name: StockName;
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

/** A row whose name is well-formed; whether it names something is for the menu to say. */
export interface NamedRow {
  /** Where the name stands. */
  readonly path: string;
  readonly name: StockName;
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
    issues.push({ path, message: "must be an object with id, or externalId and kind, and stockStatus" });
    return undefined;
  }
  const name = parseName(row, path, issues);
  if (name !== undefined) {
    const key = keyOfName(name);
    const at = "id" in name ? `${path}.id` : `${path}.externalId`;
    if (named.has(key)) issues.push({ path: at, message: "stands in an earlier row too" });
    else named.set(key, { name, path: at });
  }
  const stockStatus: unknown = Reflect.get(row, "stockStatus");
  const status = stockStatuses.find((known) => known === stockStatus);
  if (status === undefined) {
    const message = stockStatus === undefined ? "is required" : `must be one of ${stockStatuses.join(", ")}`;
    issues.push({ path: `${path}.stockStatus`, message });
  }
  return name !== undefined && status !== undefined ? { name, stockStatus: status, path } : undefined;
}

const longestExternalId = 255;

/** The id where there is one; else the externalId with its kind. */
function parseName(row: object, path: string, issues: StockIssue[]): StockName | undefined {
  const id: unknown = Reflect.get(row, "id");
  const externalId: unknown = Reflect.get(row, "externalId");
  if (id !== undefined || externalId === undefined) {
    if (typeof id === "string" && idPrefixOf(id) !== undefined) return { id };
    const message = id === undefined ? "is required, or externalId with kind" : "is not a well-formed id";
    issues.push({ path: `${path}.id`, message });
    return undefined;
  }
  const given: unknown = Reflect.get(row, "kind");
  const kind = stockedKinds.find((known) => known === given);
  const isText = typeof externalId === "string" && externalId.length > 0 && externalId.length <= longestExternalId;
  if (!isText)
    issues.push({ path: `${path}.externalId`, message: `must be text of 1 to ${longestExternalId} characters` });
  if (kind === undefined)
    issues.push({ path: `${path}.kind`, message: `goes with externalId: must be one of ${stockedKinds.join(", ")}` });
  return isText && kind !== undefined ? { externalId, kind } : undefined;
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
