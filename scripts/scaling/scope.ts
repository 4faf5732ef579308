/** The names of a query: its tables and sub-queries, those of WITH, and those of the query around it. */
import { child, isNode, nodes } from "./node.ts";

export interface Relation {
  readonly number: number;
  readonly table: string;
  readonly written: boolean;
}

/** Relations that one part of a statement holds. */
export type Part = readonly Relation[];

/** What can be named in FROM: a table, or something with columns that stand for others. */
export interface Source {
  readonly alias: string;
  readonly part: Part;
  /** Undefined when the source does not have the column, as far as is known. */
  column(name: string): string | undefined;
  readonly all: readonly (readonly [name: string, key: string])[];
}

export interface Scope {
  readonly sources: Source[];
  readonly outer: Scope | undefined;
  readonly withs: Map<string, Query>;
  /** Set when a column of an outer scope was named. */
  readonly reached: Set<Scope>;
}

export interface Query {
  readonly part: Part;
  readonly columns: readonly (readonly [name: string, key: string])[];
}

/** The column that a name stands for, innermost first; notes each query around that was reached on the way. */
export function resolveColumn(path: readonly string[], scope: Scope): string | undefined {
  const name = path.at(-1) ?? "";
  const alias = path.length > 1 ? path.at(-2) : undefined;
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const found = at.sources
      .filter((source) => (alias === undefined ? source.alias !== "excluded" : source.alias === alias))
      .map((source) => source.column(name))
      .find((key) => key !== undefined);
    if (found === undefined) continue;
    for (let from: Scope | undefined = scope; from !== undefined && from !== at; from = from.outer)
      from.reached.add(at);
    return found;
  }
  return undefined;
}

/** One side of an equality: the parts of a row, or the one expression. */
export function sides(value: unknown): readonly unknown[] {
  if (!isNode(value)) return [];
  const row = child(value, "RowExpr");
  return row === undefined ? [value] : nodes(row["args"]);
}
