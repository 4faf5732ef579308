/** Compares two menu documents object by object. Objects match by kind and externalId, never by name or position. */
import { childFields, type MenuObject, type MenuObjects } from "../document/menu-objects.ts";
import type { MenuObjectKind } from "../document/menu-issues.ts";

export interface ObjectUpdate {
  readonly object: MenuObject;
  /** The names of the fields that differ; a child list differs when its members or their order do. */
  readonly fields: readonly string[];
}

export interface MenuDiff {
  readonly created: readonly MenuObject[];
  readonly updated: readonly ObjectUpdate[];
  readonly removed: readonly MenuObject[];
  readonly unchanged: number;
  /** The fields of the document itself that differ: currency, timezone, metadata, the top lists. */
  readonly catalog: { readonly fields: readonly string[]; readonly after: Readonly<Record<string, unknown>> };
}

/** Compares the objects of two documents. Linear in their size; nothing is copied. */
export function diffMenus(before: MenuObjects, after: MenuObjects): MenuDiff {
  const old = new OldObjects(before);
  const created: MenuObject[] = [];
  const updated: ObjectUpdate[] = [];
  let unchanged = 0;
  for (const object of after.list) {
    const same = old.take(object);
    if (same === undefined) created.push(object);
    else {
      const fields = changedFields(object.kind, same.value, object.value);
      if (fields.length > 0) updated.push({ object, fields });
      else unchanged += 1;
    }
  }
  const catalog = { fields: changedFields("catalog", before.catalog, after.catalog), after: after.catalog };
  return { created, updated, removed: old.rest(), unchanged, catalog };
}

/**
 * The objects of the old menu, each taken at most once; an externalId is unique within its kind. Most objects of a new
 * version stand where they stood: an index is made only when one is met elsewhere.
 */
class OldObjects {
  readonly #list: readonly MenuObject[];
  readonly #taken: Uint8Array;
  #takenCount = 0;
  /** Where the next object is expected. */
  #next = 0;
  #index: ReadonlyMap<MenuObjectKind, ReadonlyMap<string, number>> | undefined;

  constructor({ list }: MenuObjects) {
    this.#list = list;
    this.#taken = new Uint8Array(list.length);
  }

  take(object: MenuObject): MenuObject | undefined {
    const expected = this.#list[this.#next];
    const stands = expected !== undefined && expected.externalId === object.externalId && expected.kind === object.kind;
    const position = stands ? this.#next : this.#placeOf(object);
    if (position === undefined) return undefined;
    this.#next = position + 1;
    if (this.#taken[position] === 0) this.#takenCount += 1;
    this.#taken[position] = 1;
    return this.#list[position];
  }

  #placeOf({ kind, externalId }: MenuObject): number | undefined {
    this.#index ??= indexOf(this.#list);
    return this.#index.get(kind)?.get(externalId);
  }

  /** What was not taken, in document order. */
  rest(): MenuObject[] {
    if (this.#takenCount === this.#list.length) return [];
    return this.#list.filter((_, position) => this.#taken[position] === 0);
  }
}

function indexOf(list: readonly MenuObject[]): ReadonlyMap<MenuObjectKind, ReadonlyMap<string, number>> {
  const byKind = new Map<MenuObjectKind, Map<string, number>>();
  for (const [position, { kind, externalId }] of list.entries()) {
    let ofKind = byKind.get(kind);
    if (ofKind === undefined) byKind.set(kind, (ofKind = new Map()));
    ofKind.set(externalId, position);
  }
  return byKind;
}

/**
 * The differences with the stock that changes, and no other. `isChanged` gets the status that the document states, and
 * whether the other document has another; a status that is no longer stated changes nothing.
 */
export function withChangedStock(
  diff: MenuDiff,
  { list }: MenuObjects,
  isChanged: (object: MenuObject, stated: unknown, differs: boolean) => boolean,
): MenuDiff {
  const fieldsOf = new Map(diff.updated.map(({ object, fields }) => [object, fields]));
  const created = new Set(diff.created);
  const updated: ObjectUpdate[] = [];
  let unchanged = 0;
  for (const object of list) {
    if (created.has(object)) continue;
    const differing = fieldsOf.get(object) ?? [];
    const others = differing.filter((name) => name !== stockField);
    const stated = object.value[stockField];
    const isStock = stated !== undefined && isChanged(object, stated, others.length < differing.length);
    const fields = isStock ? [...others, stockField] : others;
    if (fields.length > 0) updated.push({ object, fields });
    else unchanged += 1;
  }
  return { ...diff, updated, unchanged };
}

const stockField = "stockStatus";

/** The externalIds of everything created, updated or removed, in that order, at most `limit` of them. */
export function changedExternalIds(diff: MenuDiff, limit: number): string[] {
  const ids: string[] = [];
  const add = (object: MenuObject) => ids.length < limit && ids.push(object.externalId);
  diff.created.forEach(add);
  diff.updated.forEach(({ object }) => add(object));
  diff.removed.forEach(add);
  return ids;
}

type JsonObject = Readonly<Record<string, unknown>>;

function changedFields(kind: MenuObjectKind | "catalog", before: JsonObject, after: JsonObject): string[] {
  const children = childFields[kind];
  const changed: string[] = [];
  for (const name in before) {
    const isSame = children?.[name] === undefined ? isEqual : isSameList;
    if (!isSame(before[name], after[name])) changed.push(name);
  }
  for (const name in after) if (!Object.hasOwn(before, name)) changed.push(name);
  return changed;
}

/** Lists of child objects are the same when they name the same objects in the same order; a referenced group is a value. */
function isSameList(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return before === after;
  if (before.length !== after.length) return false;
  return before.every((child: JsonObject, index) => {
    const other = after[index] as JsonObject;
    return child["externalId"] === undefined && other["externalId"] === undefined
      ? isEqual(child, other)
      : child["externalId"] === other["externalId"];
  });
}

/** Equality of JSON values; the order of an object's keys does not count. */
function isEqual(before: unknown, after: unknown): boolean {
  if (typeof before !== "object" || before === null) return before === after;
  if (typeof after !== "object" || after === null) return false;
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || before.length !== after.length) return false;
    for (let i = 0; i < before.length; i++) if (!isEqual(before[i], after[i])) return false;
    return true;
  }
  let extra = 0;
  for (const name in before) {
    if (!isEqual((before as JsonObject)[name], (after as JsonObject)[name])) return false;
    extra += 1;
  }
  for (const _ in after) extra -= 1;
  return extra === 0;
}
