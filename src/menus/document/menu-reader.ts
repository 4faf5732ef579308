/**
 * The small parts of a menu parser. A `Parse<T>` turns an unknown value into T, or notes every fault and gives undefined;
 * it never stops at the first fault. Depth and counts are bounded here, so a hostile document costs no more than a legal
 * one of the same size.
 */
import { GroupGraph } from "./group-graph.ts";
import { MenuIssues, type MenuIssueCode, type MenuObjectKind, type DocumentNode } from "./menu-issues.ts";
import type { Compounds } from "./tax-compounding.ts";

export const maxObjects = 100_000;
export const maxNesting = 8;

/** A reference met while reading, checked when the whole document is known. */
export interface MetReference {
  readonly kind: MenuObjectKind;
  readonly externalId: string;
  readonly node: DocumentNode;
  readonly key: string | number;
}

/** What one reading of one document has gathered. */
export class MenuReading {
  readonly issues = new MenuIssues();
  readonly references: MetReference[] = [];
  readonly #known = new Map<MenuObjectKind, Set<string>>();
  readonly groups = new GroupGraph();
  readonly compounds: Compounds = new Map();
  readonly #couponCodes = new Set<string>();
  /** The currency of the menu, when it is a sound one. */
  currency: string | undefined;
  /** The language that the menu says its texts are in. */
  language: string | undefined;
  objectCount = 0;
  entityCount = 0;
  categoryDepth = 0;

  /** Whether reading goes on: not once a total limit has been passed. */
  get open(): boolean {
    return this.objectCount <= maxObjects && !this.issues.full;
  }

  knows(kind: MenuObjectKind, externalId: string): boolean {
    return this.#known.get(kind)?.has(externalId) ?? false;
  }

  /** Remembers an externalId; false when its kind has it already. */
  remember(kind: MenuObjectKind, externalId: string): boolean {
    let known = this.#known.get(kind);
    if (known === undefined) this.#known.set(kind, (known = new Set()));
    if (known.has(externalId)) return false;
    known.add(externalId);
    this.entityCount += 1;
    return true;
  }

  /** Diners type codes in any case, so two codes that differ in case alone are the same; false when taken. */
  rememberCouponCode(code: string): boolean {
    const folded = code.toUpperCase();
    if (this.#couponCodes.has(folded)) return false;
    this.#couponCodes.add(folded);
    return true;
  }
}

/** Reads a value that stands at `key` of `node`. */
export type Parse<T> = (
  value: unknown,
  node: DocumentNode,
  key: string | number,
  reading: MenuReading,
) => T | undefined;

export interface Field<T> {
  readonly parse: Parse<T>;
  readonly required: boolean;
}

type MayBeAbsent<T, K extends keyof T> = Pick<T, K> extends Required<Pick<T, K>> ? false : true;
export type Fields<T> = {
  readonly [K in keyof T]-?: {
    readonly parse: Parse<Exclude<T[K], undefined>>;
    readonly required: MayBeAbsent<T, K> extends true ? false : true;
  };
};

export function required<T>(parse: Parse<T>): { readonly parse: Parse<T>; readonly required: true } {
  return { parse, required: true };
}

export function optional<T>(parse: Parse<T>): { readonly parse: Parse<T>; readonly required: false } {
  return { parse, required: false };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Notes a fault and gives undefined, so that a parser can end with it. */
export function fault(
  reading: MenuReading,
  node: DocumentNode,
  keys: readonly (string | number)[],
  code: MenuIssueCode,
  message: string,
): undefined {
  reading.issues.add(node, keys, code, message);
  return undefined;
}

/** An object of known fields; unknown ones are left out. `check` runs only on an object whose own fields are all sound. */
export function object<T extends object>(
  fields: Fields<T>,
  check?: (value: T, node: DocumentNode, reading: MenuReading) => void,
): Parse<T> {
  return (value, parent, key, reading) => {
    if (!isRecord(value)) return fault(reading, parent, [key], "type", "must be an object");
    return readFields(fields, value, { parent, key, value }, reading, check);
  };
}

/** An object that carries an externalId, remembered for references even when other fields of it are wrong. */
export function entity<T extends { readonly externalId: string }>(
  kind: MenuObjectKind,
  fields: Fields<T>,
  check?: (value: T, node: DocumentNode, reading: MenuReading) => void,
): Parse<T> {
  return (value, parent, key, reading) => {
    if (!isRecord(value)) return fault(reading, parent, [key], "type", "must be an object");
    const node: DocumentNode = { parent, key, value };
    const { externalId } = value;
    if (typeof externalId === "string" && externalId !== "") {
      node.externalId = externalId;
      if (!reading.remember(kind, externalId)) {
        fault(reading, node, ["externalId"], "duplicate_external_id", `another ${kind} has this externalId`);
      }
    }
    return readFields(fields, value, node, reading, check);
  };
}

/** An entity that counts towards the 100,000 objects of a document. */
export function counted<T>(parse: Parse<T>): Parse<T> {
  return (value, node, key, reading) => {
    reading.objectCount += 1;
    if (reading.objectCount <= maxObjects) return parse(value, node, key, reading);
    if (reading.objectCount > maxObjects + 1) return undefined;
    return fault(reading, node, [key], "limit", `a menu has at most ${maxObjects} objects; the rest was not read`);
  };
}

function readFields<T extends object>(
  fields: Fields<T>,
  value: Readonly<Record<string, unknown>>,
  node: DocumentNode,
  reading: MenuReading,
  check: ((value: T, node: DocumentNode, reading: MenuReading) => void) | undefined,
): T | undefined {
  const result: Partial<T> = {};
  let sound = true;
  for (const name in fields) {
    const field: Field<T[typeof name]> = fields[name];
    const raw = value[name];
    if (raw === undefined) {
      if (!field.required) continue;
      fault(reading, node, [name], "required", `${name} is required`);
      sound = false;
      continue;
    }
    const parsed = field.parse(raw, node, name, reading);
    if (parsed === undefined) sound = false;
    else result[name] = parsed;
  }
  if (!sound) return undefined;
  const whole = result as T;
  check?.(whole, node, reading);
  return whole;
}

/** An array of at most `limit` entries; every entry is read, also after a wrong one. */
export function list<T>(parse: Parse<T>, limit: number, minimum = 0): Parse<readonly T[]> {
  return (value, parent, key, reading) => {
    if (!Array.isArray(value)) return fault(reading, parent, [key], "type", "must be an array");
    if (value.length < minimum) fault(reading, parent, [key], "range", `must have at least ${minimum} entry`);
    if (value.length > limit) return fault(reading, parent, [key], "limit", `must have at most ${limit} entries`);
    const node: DocumentNode = { parent, key, value };
    const entries: T[] = [];
    for (let index = 0; index < value.length && reading.open; index++) {
      const entry = parse(value[index], node, index, reading);
      if (entry !== undefined) entries.push(entry);
    }
    return entries.length === value.length ? entries : undefined;
  };
}

/** A parser that refers to one declared later in the file. */
export function later<T>(parse: () => Parse<T>): Parse<T> {
  return (value, node, key, reading) => parse()(value, node, key, reading);
}
