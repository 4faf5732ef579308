/** Whether a statement stays within one location, and whether its tables are joined by the location. */
import { child, names, nodes, parseStatements, type Node } from "./node.ts";
import { readStatement, type ReadStatement } from "./read-statement.ts";
import type { Tables } from "./read-tables.ts";
import type { Relation } from "./scope.ts";

export interface Judgement {
  /** Owned tables that stand beside each other and meet neither by location nor along a foreign key. */
  readonly unjoined: readonly string[];
  /**
   * `none`: no owned table; `routed`: every owned table is bound to a location that the statement is given; `by_key`: some
   * are found by another value, so a sharding engine would ask every part; `open`: some are bound to no value at all.
   */
  readonly reach: "none" | "routed" | "by_key" | "open";
  /** Whether a list over locations that ends after some rows has an order in which no two rows are equal; null: no such list. */
  readonly pages: boolean | null;
}

/** Judges a text of SQL, which may hold one statement only. */
export function judgeStatement(text: string, tables: Tables): Judgement {
  const [statement, ...more] = parseStatements(text);
  if (statement === undefined || more.length > 0) throw new Error(`not one statement: ${text}`);
  const read = readStatement(statement, tables);
  const meet = meetings(read, tables);
  const reach = reachOf(read, tables, meet);
  const ordered = ["by_key", "open"].includes(reach) ? endsInId(statement) : null;
  return { unjoined: findUnjoined(read, meet), reach, pages: ordered };
}

/** Whether the last column of the order is an id; null when the statement is no SELECT of a bounded number of rows. */
function endsInId(statement: Node): boolean | null {
  const select = child(statement, "SelectStmt");
  const one = child(select, "limitCount", "A_Const", "ival")?.["ival"] === 1;
  if (select?.["limitCount"] === undefined || one || "lockingClause" in select) return null;
  const last = child(nodes(select["sortClause"]).at(-1), "SortBy", "node", "ColumnRef");
  return names(last?.["fields"]).at(-1) === "id";
}

type Meet = (one: Relation, other: Relation) => boolean;

const locationColumn = (table: string): string => (table === "locations" ? "id" : "location_id");

/** Whether two relations are in one group of relations that meet, directly or by others. */
function meetings(read: ReadStatement, tables: Tables): Meet {
  const group = new Map(read.relations.map(({ number }) => [number, number]));
  const groupOf = (number: number): number => group.get(number) ?? number;
  for (const [at, one] of read.relations.entries()) {
    for (const other of read.relations.slice(at + 1)) {
      if (!meetDirectly(one, other, read, tables)) continue;
      const [from, to] = [groupOf(one.number), groupOf(other.number)];
      for (const [number, own] of group) if (own === from) group.set(number, to);
    }
  }
  return (one, other) => groupOf(one.number) === groupOf(other.number);
}

function meetDirectly(one: Relation, other: Relation, read: ReadStatement, tables: Tables): boolean {
  const columnsOf = ({ table }: Relation): readonly string[] => tables.columns.get(table) ?? [];
  const classes = new Map<string, string[]>();
  for (const column of columnsOf(one)) {
    const own = read.classOf(`${one.number}.${column}`);
    classes.set(own, [...(classes.get(own) ?? []), column]);
  }
  return columnsOf(other).some((column) =>
    (classes.get(read.classOf(`${other.number}.${column}`)) ?? []).some((mine) =>
      isOneParent(`${one.table}.${mine}`, `${other.table}.${column}`, tables),
    ),
  );
}

/** Whether equal values of two columns mean one parent: both are the location, one refers to the other, or both to one. */
function isOneParent(one: string, other: string, { references }: Tables): boolean {
  const parents = (column: string): ReadonlySet<string> => new Set([column, ...(references.get(column) ?? [])]);
  const isKey = (column: string): boolean => /(\.|_)(id|key|token|hash|version_id)$/.test(column);
  if (one === other) return isKey(one);
  return [...parents(one)].some((parent) => parents(other).has(parent)) || [one, other].every(isLocation);
}

function isLocation(column: string): boolean {
  return column.endsWith(".location_id") || column === "locations.id";
}

function findUnjoined(read: ReadStatement, meet: Meet): readonly string[] {
  return read.together.flatMap((parts) => {
    const [first, ...rest] = parts;
    if (first === undefined) return [];
    const joined = [...first];
    let open = rest;
    for (let grown = true; grown;) {
      const found = open.filter((part) => part.some((one) => joined.some((other) => meet(one, other))));
      grown = found.length > 0;
      joined.push(...found.flat());
      open = open.filter((part) => !found.includes(part));
    }
    return open.map((part) => part.map(({ table }) => table).join("+"));
  });
}

function reachOf(read: ReadStatement, tables: Tables, meet: Meet): Judgement["reach"] {
  const owned = read.relations.filter(({ table }) => tables.isOwned(table));
  if (owned.length === 0) return "none";
  const isGiven = (key: string): boolean => {
    const own = read.classOf(key);
    return Array.from({ length: 60 }, (_, at) => read.classOf(`$${at + 1}`)).includes(own);
  };
  const bound = read.relations.filter(({ number, table }) => isGiven(`${number}.${locationColumn(table)}`));
  const isRouted = (one: Relation): boolean => bound.some((other) => meet(one, other));
  if (owned.every(isRouted)) return "routed";
  const isFound = (one: Relation): boolean =>
    (tables.columns.get(one.table) ?? []).some((column) => isGiven(`${one.number}.${column}`));
  return owned.every((one) => isRouted(one) || read.relations.some((other) => isFound(other) && meet(one, other)))
    ? "by_key"
    : "open";
}
