/** Columns, keys and foreign keys of every table, read from the text of `db/schema.sql`. */
import { child, names, nodes, parseStatements, textOf, type Node } from "./node.ts";
import { ofNoLocation, unwrittenKeys } from "./table-owners.ts";

export interface UniqueRule {
  readonly table: string;
  readonly name: string;
  /** The columns, and `(expression)` for what is computed. */
  readonly columns: readonly string[];
  readonly primary: boolean;
}

export interface Tables {
  /** The columns of each table, in their order. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly uniqueRules: readonly UniqueRule[];
  /** From `table.column` to each `table.column` that it refers to. */
  readonly references: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether the rows of a table are of one location each. */
  readonly isOwned: (table: string) => boolean;
}

/** Reads the tables that a schema makes. */
export function readTables(schema: string): Tables {
  const columns = new Map<string, readonly string[]>();
  const uniqueRules: UniqueRule[] = [];
  const references = new Map<string, Set<string>>();
  const refer = (from: string, to: string): void => {
    references.set(from, (references.get(from) ?? new Set()).add(to));
  };
  for (const statement of parseStatements(schema)) {
    const made = child(statement, "CreateStmt");
    const table = textOf(child(made, "relation"), "relname");
    if (made !== undefined && table !== undefined) {
      const parts = nodes(made["tableElts"]);
      columns.set(
        table,
        parts.flatMap((part) => textOf(child(part, "ColumnDef"), "colname") ?? []),
      );
      for (const part of parts) readConstraint(table, child(part, "Constraint"), uniqueRules, refer);
    }
    const index = child(statement, "IndexStmt");
    if (index?.["unique"] === true) uniqueRules.push(readUniqueIndex(index));
  }
  for (const [from, to] of unwrittenKeys) refer(from, to);
  return { columns, uniqueRules, references, isOwned: (table) => columns.has(table) && !(table in ofNoLocation) };
}

function readConstraint(
  table: string,
  constraint: Node | undefined,
  uniqueRules: UniqueRule[],
  refer: (from: string, to: string) => void,
): void {
  const kind = textOf(constraint, "contype");
  if (constraint === undefined) return;
  if (kind === "CONSTR_PRIMARY" || kind === "CONSTR_UNIQUE") {
    const name = textOf(constraint, "conname") ?? "";
    uniqueRules.push({ table, name, columns: names(constraint["keys"]), primary: kind === "CONSTR_PRIMARY" });
  }
  if (kind === "CONSTR_FOREIGN") {
    const parent = textOf(child(constraint, "pktable"), "relname") ?? "";
    const keys = names(constraint["pk_attrs"]);
    for (const [at, column] of names(constraint["fk_attrs"]).entries()) {
      refer(`${table}.${column}`, `${parent}.${keys[at] ?? "id"}`);
    }
  }
}

function readUniqueIndex(index: Node): UniqueRule {
  return {
    table: textOf(child(index, "relation"), "relname") ?? "",
    name: textOf(index, "idxname") ?? "",
    columns: nodes(index["indexParams"]).map((part) => textOf(child(part, "IndexElem"), "name") ?? "(expression)"),
    primary: false,
  };
}
