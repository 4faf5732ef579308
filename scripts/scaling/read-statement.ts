/**
 * Follows the columns of a statement: which tables it reads and writes, which of their columns must be equal to each other
 * or to a value that the statement is given, and which tables stand beside each other.
 *
 * A *relation* is one appearance of a table. A column of a relation is written `number.column`; columns, and values `$1`,
 * that must be equal are in one class. Columns of sub-queries and of WITH are followed to the columns behind them.
 */
import { child, isNode, names, nodes, textOf, type Node } from "./node.ts";
import type { Tables } from "./read-tables.ts";
import { resolveColumn, sides, type Part, type Query, type Relation, type Scope, type Source } from "./scope.ts";

export interface ReadStatement {
  readonly relations: readonly Relation[];
  /** Parts that stand beside each other, or a sub-query and the query whose rows it asks: they have to be joined. */
  readonly together: readonly (readonly Part[])[];
  /** The class of a column or value; two with the same answer are equal in every row. */
  classOf(key: string): string;
}

const wrappers = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"] as const;

/** Reads one statement. */
export function readStatement(statement: Node, tables: Tables): ReadStatement {
  const reader = new Reader(tables);
  reader.query(statement, undefined, new Map());
  return reader;
}

class Reader implements ReadStatement {
  readonly relations: Relation[] = [];
  readonly together: (readonly Part[])[] = [];
  readonly #tables: Tables;
  readonly #parents = new Map<string, string>();
  #made = 0;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  classOf(key: string): string {
    let at = key;
    for (let next = this.#parents.get(at); next !== undefined; next = this.#parents.get(at)) at = next;
    return at;
  }

  #join(one: string | undefined, other: string | undefined): void {
    if (one === undefined || other === undefined) return;
    const [a, b] = [this.classOf(one), this.classOf(other)];
    if (a !== b) this.#parents.set(a, b);
  }

  query(node: Node, outer: Scope | undefined, withs: ReadonlyMap<string, Query>): Query {
    const kind = wrappers.find((name) => name in node);
    const body = kind === undefined ? undefined : child(node, kind);
    if (kind === undefined || body === undefined) return { part: [], columns: [] };
    return this.body(kind, body, outer, withs);
  }

  body(kind: string, body: Node, outer: Scope | undefined, withs: ReadonlyMap<string, Query>): Query {
    const before = this.relations.length;
    const scope: Scope = { sources: [], outer, withs: new Map(withs), reached: new Set() };
    for (const each of nodes(child(body, "withClause")?.["ctes"]))
      this.#readWith(child(each, "CommonTableExpr"), scope);
    const arms = ["larg", "rarg"].flatMap((arm) => {
      const found = kind === "SelectStmt" ? child(body, arm) : undefined;
      return found === undefined ? [] : [this.body("SelectStmt", found, outer, scope.withs)];
    });
    const target = kind === "SelectStmt" ? undefined : child(body, "relation");
    if (target !== undefined) this.#addTarget(target, scope);
    for (const each of [...nodes(body["fromClause"]), ...nodes(body["usingClause"])]) this.#addSource(each, scope);
    const owned = scope.sources.map(({ part }) => part).filter((part) => part.length > 0);
    if (kind !== "InsertStmt" && owned.length > 1) this.together.push(owned);
    this.#equal(body["whereClause"], scope, true);
    for (const [field, value] of Object.entries(body)) {
      if (!["withClause", "larg", "rarg", "fromClause", "usingClause", "whereClause", "relation"].includes(field)) {
        this.#equal(value, scope, false);
      }
    }
    if (kind === "InsertStmt") this.#readInsert(body, scope);
    const returned = nodes(child(body, "returningClause")?.["exprs"]);
    const columns =
      arms[0]?.columns ?? this.#outputs(kind === "SelectStmt" ? nodes(body["targetList"]) : returned, scope);
    const part = this.relations.slice(before);
    for (const other of scope.reached) {
      const asked = other.sources.flatMap((source) => source.part);
      const asking = scope.sources.flatMap((source) => source.part);
      if (asked.length > 0 && asking.length > 0) this.together.push([asked, asking]);
    }
    return { part, columns };
  }

  #readWith(node: Node | undefined, scope: Scope): void {
    const name = textOf(node, "ctename");
    const query = child(node, "ctequery");
    if (name === undefined || query === undefined) return;
    // A recursive part names itself: what it gives is what its first part gives.
    const first = child(query, "SelectStmt", "larg");
    if (first !== undefined) scope.withs.set(name, this.body("SelectStmt", first, scope.outer, scope.withs));
    const read = this.query(query, scope.outer, scope.withs);
    scope.withs.set(name, this.#renamed(read, names(node?.["aliascolnames"])));
  }

  #renamed(query: Query, given: readonly string[]): Query {
    return { ...query, columns: query.columns.map(([name, key], at) => [given[at] ?? name, key] as const) };
  }

  #addTarget(node: Node, scope: Scope): void {
    const source = this.#table(node, true);
    scope.sources.push(source, { ...source, alias: "excluded", part: [] });
  }

  #table(node: Node, written: boolean): Source {
    const table = textOf(node, "relname") ?? "";
    const relation = { number: this.relations.length, table, written };
    const columns = this.#tables.columns.get(table) ?? [];
    const isOwned = this.#tables.isOwned(table);
    if (columns.length > 0) this.relations.push(relation);
    const key = (column: string): string => `${relation.number}.${column}`;
    return {
      alias: textOf(child(node, "alias"), "aliasname") ?? table,
      part: isOwned ? [relation] : [],
      column: (name) => (columns.includes(name) ? key(name) : undefined),
      all: columns.map((name) => [name, key(name)] as const),
    };
  }

  #addSource(node: Node, scope: Scope): void {
    const range = child(node, "RangeVar");
    const known = range === undefined ? undefined : scope.withs.get(textOf(range, "relname") ?? "");
    if (range !== undefined) {
      const alias = textOf(child(range, "alias"), "aliasname") ?? textOf(range, "relname") ?? "";
      scope.sources.push(known === undefined ? this.#table(range, false) : this.#derived(alias, known));
      return;
    }
    const joined = child(node, "JoinExpr");
    if (joined !== undefined) return this.#addJoin(joined, scope);
    const inner = child(node, "RangeSubselect");
    const alias = textOf(child(inner ?? child(node, "RangeFunction"), "alias"), "aliasname") ?? "";
    const given = names(child(inner ?? child(node, "RangeFunction"), "alias")?.["colnames"]);
    if (inner !== undefined) {
      const subquery = child(inner, "subquery");
      const outer = inner["lateral"] === true ? scope : scope.outer;
      const read = subquery === undefined ? { part: [], columns: [] } : this.query(subquery, outer, scope.withs);
      scope.sources.push(this.#derived(alias, this.#renamed(read, given)));
      return;
    }
    const made = `made${++this.#made}`;
    this.#equal(node, scope, false);
    const all = given.map((name) => [name, `${made}.${name}`] as const);
    scope.sources.push({ alias, part: [], column: (name) => all.find(([own]) => own === name)?.[1], all });
  }

  #derived(alias: string, query: Query): Source {
    return {
      alias,
      part: query.part.filter(({ table }) => this.#tables.isOwned(table)),
      all: query.columns,
      column: (name) => query.columns.find(([own]) => own === name)?.[1],
    };
  }

  #addJoin(joined: Node, scope: Scope): void {
    const [from, to] = [child(joined, "larg"), child(joined, "rarg")];
    const start = scope.sources.length;
    if (from !== undefined) this.#addSource(from, scope);
    const middle = scope.sources.length;
    if (to !== undefined) this.#addSource(to, scope);
    const find = (sources: readonly Source[], name: string): string | undefined =>
      sources.map((source) => source.column(name)).find((key) => key !== undefined);
    for (const name of names(joined["usingClause"])) {
      this.#join(find(scope.sources.slice(start, middle), name), find(scope.sources.slice(middle), name));
    }
    this.#equal(joined["quals"], scope, true);
  }

  #readInsert(body: Node, scope: Scope): void {
    const select = child(body, "selectStmt", "SelectStmt");
    const target = scope.sources[0];
    if (select === undefined || target === undefined) return;
    const columns = nodes(body["cols"]).map((each) => textOf(child(each, "ResTarget"), "name") ?? "");
    const rows = nodes(select["valuesLists"]).map((row) => nodes(child(row, "List")?.["items"]));
    const [row] = rows;
    if (row !== undefined && rows.length === 1) {
      for (const [at, column] of columns.entries()) this.#join(target.column(column), this.#key(row[at], scope));
      return;
    }
    const query = this.body("SelectStmt", select, undefined, scope.withs);
    for (const [at, column] of columns.entries()) this.#join(target.column(column), query.columns[at]?.[1]);
  }

  #outputs(targets: readonly Node[], scope: Scope): Query["columns"] {
    return targets.flatMap((target) => {
      const value = child(target, "ResTarget", "val");
      const fields = nodes(child(value, "ColumnRef")?.["fields"]);
      if (fields.some((field) => "A_Star" in field)) {
        const [alias] = names(fields);
        return scope.sources.filter((one) => alias === undefined || one.alias === alias).flatMap(({ all }) => all);
      }
      const name = textOf(child(target, "ResTarget"), "name") ?? names(fields).at(-1) ?? "?";
      return [[name, this.#key(value, scope) ?? `made${++this.#made}`] as const];
    });
  }

  /** The column or value that an expression is, past casts; undefined for what is computed. */
  #key(value: unknown, scope: Scope): string | undefined {
    if (!isNode(value)) return undefined;
    const cast = child(value, "TypeCast", "arg") ?? child(value, "CollateClause", "arg");
    if (cast !== undefined) return this.#key(cast, scope);
    const number = child(value, "ParamRef")?.["number"];
    if (typeof number === "number") return `$${number}`;
    const reference = child(value, "ColumnRef");
    return reference === undefined ? undefined : resolveColumn(names(reference["fields"]), scope);
  }

  /** Reads an expression; an equality counts only where `holds`: where nothing is true unless it is. */
  #equal(value: unknown, scope: Scope, holds: boolean): void {
    if (Array.isArray(value)) for (const each of value) this.#equal(each, scope, holds);
    if (!isNode(value)) return;
    const both = child(value, "BoolExpr");
    if (both !== undefined) return this.#equal(both["args"], scope, holds && both["boolop"] === "AND_EXPR");
    const link = child(value, "SubLink");
    if (link !== undefined) return this.#readLink(link, scope, holds);
    const compared = child(value, "A_Expr");
    const isEqual = ["AEXPR_OP", "AEXPR_NOT_DISTINCT"].includes(textOf(compared, "kind") ?? "");
    if (holds && compared !== undefined && isEqual && names(compared["name"])[0] === "=") {
      const [left, right] = [sides(compared["lexpr"]), sides(compared["rexpr"])];
      for (const [at, side] of left.entries()) this.#join(this.#key(side, scope), this.#key(right[at], scope));
    }
    if ("ColumnRef" in value) this.#key(value, scope);
    for (const [field, inner] of Object.entries(value)) {
      if (field === "SelectStmt" && isNode(inner)) this.body("SelectStmt", inner, scope, scope.withs);
      else this.#equal(inner, scope, false);
    }
  }

  #readLink(link: Node, scope: Scope, holds: boolean): void {
    const select = child(link, "subselect");
    const read = select === undefined ? undefined : this.query(select, scope, scope.withs);
    this.#equal(link["testexpr"], scope, false);
    if (!holds || read === undefined || textOf(link, "subLinkType") !== "ANY_SUBLINK") return;
    for (const [at, side] of sides(link["testexpr"]).entries())
      this.#join(this.#key(side, scope), read.columns[at]?.[1]);
    const asked = scope.sources.flatMap((source) => source.part);
    const asking = read.part.filter(({ table }) => this.#tables.isOwned(table));
    if (asked.length > 0 && asking.length > 0) this.together.push([asked, asking]);
  }
}
