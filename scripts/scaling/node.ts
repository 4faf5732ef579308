/** The tree of a text of SQL, as the parser of PostgreSQL gives it: objects of one kind each, with lists and texts. */
import { loadModule, parseSync } from "libpg-query";

export interface Node {
  readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

await loadModule();

/** The statements of a text; throws where PostgreSQL could not parse the text. */
export function parseStatements(text: string): readonly Node[] {
  const tree: unknown = parseSync(text);
  return nodes(isNode(tree) ? tree["stmts"] : undefined).flatMap(({ stmt }) => (isNode(stmt) ? [stmt] : []));
}

/** A field that is a node, without the word of its kind when `kind` is given; undefined when it is of another kind. */
export function child(node: Node | undefined, ...path: readonly string[]): Node | undefined {
  let at: unknown = node;
  for (const step of path) at = isNode(at) ? at[step] : undefined;
  return isNode(at) ? at : undefined;
}

/** The nodes of a list. */
export function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** A field that is a text. */
export function textOf(node: Node | undefined, field: string): string | undefined {
  const value = node?.[field];
  return typeof value === "string" ? value : undefined;
}

/** The texts of a list of names. */
export function names(value: unknown): readonly string[] {
  return nodes(value).flatMap((node) => textOf(child(node, "String"), "sval") ?? []);
}
