/**
 * Collects the issues of a menu document, complete and in document order. Cheap while there are none: nodes are links to
 * their parents, and text is made only at the end.
 */

/** The kinds of object that carry an externalId, unique within its kind. */
export type MenuObjectKind =
  | "category"
  | "item"
  | "variation"
  | "modifier_group"
  | "modifier_option"
  | "tax_category"
  | "tax_rate"
  | "fee"
  | "product_set"
  | "discount"
  | "promotion"
  | "coupon";

export type MenuIssueCode =
  | "required"
  | "type"
  | "format"
  | "range"
  | "limit"
  | "unknown_value"
  | "unknown_reference"
  | "duplicate_external_id"
  | "duplicate_value"
  | "exactly_one"
  | "cycle"
  | "currency_mismatch"
  | "mixed_group_form";

/** One fault: `path` is a JSON Pointer into the published document. */
export interface MenuIssue {
  readonly path: string;
  readonly code: MenuIssueCode;
  readonly message: string;
  readonly external_id?: string;
}

/** An object or array of the document being read, linked to where it stands. */
export interface DocumentNode {
  readonly parent: DocumentNode | null;
  readonly key: string | number;
  readonly value: object;
  externalId?: string;
}

interface Finding {
  readonly node: DocumentNode;
  readonly keys: readonly (string | number)[];
  readonly code: MenuIssueCode;
  readonly message: string;
}

/** A document with more faults than this is reported up to here, with one closing issue that says so. */
export const maxIssues = 100_000;

export class MenuIssues {
  readonly #findings: Finding[] = [];

  get count(): number {
    return this.#findings.length;
  }

  get full(): boolean {
    return this.#findings.length >= maxIssues;
  }

  /** Notes a fault at `keys` below a node (none: the node itself). */
  add(node: DocumentNode, keys: readonly (string | number)[], code: MenuIssueCode, message: string): void {
    if (!this.full) this.#findings.push({ node, keys, code, message });
  }

  /** All faults in document order; faults of the same spot stay in the order in which they were found. */
  inDocumentOrder(): MenuIssue[] {
    const order = new DocumentOrder();
    const sorted = this.#findings
      .map((finding) => ({ finding, position: order.of(finding) }))
      .toSorted((left, right) => comparePositions(left.position, right.position))
      .map(({ finding }) => toIssue(finding));
    if (this.full) {
      sorted.push({ path: "", code: "limit", message: `only the first ${maxIssues} issues are listed` });
    }
    return sorted;
  }
}

function toIssue({ node, keys, code, message }: Finding): MenuIssue {
  const externalId = nearestExternalId(node);
  const path = [...keysTo(node), ...keys].map((key) => `/${escapeKey(key)}`).join("");
  return { path, code, message, ...(externalId === undefined ? {} : { external_id: externalId }) };
}

function nearestExternalId(node: DocumentNode): string | undefined {
  for (let at: DocumentNode | null = node; at !== null; at = at.parent) {
    if (at.externalId !== undefined) return at.externalId;
  }
  return undefined;
}

/** From the outermost node inside the document; the document itself has no key and its parent is the reading. */
function pathTo(node: DocumentNode): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  for (let at = node; at.parent !== null && at.parent.parent !== null; at = at.parent) nodes.push(at);
  return nodes.toReversed();
}

function keysTo(node: DocumentNode): (string | number)[] {
  return pathTo(node).map((at) => at.key);
}

function escapeKey(key: string | number): string {
  return typeof key === "number" ? String(key) : key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Positions of faults as the document is written: a missing field counts as the beginning of its object. */
class DocumentOrder {
  readonly #keysOf = new WeakMap<object, Map<string, number>>();

  of({ node, keys }: Finding): number[] {
    const nodes = pathTo(node);
    const positions = nodes.map((at) => this.#indexOf(at.parent?.value, at.key));
    let value: unknown = node.value;
    for (const key of keys) {
      positions.push(this.#indexOf(value, key));
      value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
    }
    return positions;
  }

  #indexOf(container: unknown, key: string | number): number {
    if (typeof key === "number") return key;
    if (typeof container !== "object" || container === null) return -1;
    let keys = this.#keysOf.get(container);
    if (keys === undefined) {
      keys = new Map(Object.keys(container).map((name, index) => [name, index]));
      this.#keysOf.set(container, keys);
    }
    return keys.get(key) ?? -1;
  }
}

function comparePositions(left: readonly number[], right: readonly number[]): number {
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
