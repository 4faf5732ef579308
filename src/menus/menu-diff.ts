/** What changes between two documents, object by object: matched by (kind, externalId), never by name or position. */
import type { MenuObject, MenuObjects } from "./menu-objects.ts";

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
  /** The fields of the document itself that differ (currency, timezone, metadata, the top lists), and their new values. */
  readonly catalog: { readonly fields: readonly string[]; readonly after: Readonly<Record<string, unknown>> };
}

/** Compares two documents taken apart; both come from the parser, so equal values are written equally. */
export function diffMenus(before: MenuObjects, after: MenuObjects): MenuDiff {
  const created: MenuObject[] = [];
  const updated: ObjectUpdate[] = [];
  let unchanged = 0;
  for (const [key, object] of after.byKey) {
    const old = before.byKey.get(key);
    if (old === undefined) created.push(object);
    else {
      const fields = changedFields(old.fields, object.fields);
      if (fields.length > 0) updated.push({ object, fields });
      else unchanged += 1;
    }
  }
  const removed = [...before.byKey].filter(([key]) => !after.byKey.has(key)).map(([, object]) => object);
  const catalog = { fields: changedFields(before.catalog, after.catalog), after: after.catalog };
  return { created, updated, removed, unchanged, catalog };
}

/** The externalIds of everything created, updated or removed, in that order, at most `limit` of them. */
export function changedExternalIds(diff: MenuDiff, limit: number): string[] {
  const ids: string[] = [];
  const add = (object: MenuObject) => ids.length < limit && ids.push(object.externalId);
  diff.created.forEach(add);
  diff.updated.forEach(({ object }) => add(object));
  diff.removed.forEach(add);
  return ids;
}

function changedFields(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
