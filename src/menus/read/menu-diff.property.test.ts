import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawMenu, seededRandom, type Random } from "../../../examples/menus/draw-menu.ts";
import type { MenuObjectKind } from "../document/menu-issues.ts";
import { changedExternalIds, diffMenus, type MenuDiff } from "./menu-diff.ts";
import { childFields, menuObjects, objectKey, type MenuObject, type MenuObjects } from "../document/menu-objects.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { parseMenu } from "../document/parse-menu.ts";

type Json = Record<string, unknown>;

function read(document: unknown) {
  const parsed = parseMenu(document);
  if (isRefusal(parsed)) throw new Error(JSON.stringify(parsed.issues.slice(0, 3)));
  return parsed.document;
}

/** Renames, reprices, reorders, drops and adds, as a partner's next publish would. */
function edited(document: Json, random: Random): Json {
  const next = structuredClone(document) as Json & { categories: { items: Json[]; name: string }[] };
  for (const category of next.categories) {
    if (random() < 0.2) category.name += "!";
    if (random() < 0.2) category.items.reverse();
    category.items = category.items.filter(() => random() < 0.9);
    for (const item of category.items) if (random() < 0.2) item["name"] = `${String(item["name"])} (new)`;
  }
  if (random() < 0.3) next.categories.reverse();
  const price = { amount: { amountMinor: 5, currency: "USD" } };
  const added = { externalId: "added", name: "Added", variations: [{ externalId: "added", name: "One", price }] };
  if (random() < 0.5) next.categories[0]?.items.push(added);
  return next;
}

function applied(before: MenuObjects, diff: MenuDiff): MenuObjects {
  const byKey = new Map(before.list.map((object) => [objectKey(object.kind, object.externalId), object]));
  const put = (object: MenuObject) => byKey.set(objectKey(object.kind, object.externalId), object);
  for (const { kind, externalId } of diff.removed) byKey.delete(objectKey(kind, externalId));
  diff.created.forEach(put);
  diff.updated.forEach(({ object }) => put(object));
  return { catalog: diff.catalog.after, list: [...byKey.values()] };
}

/** The document again, put together from its objects: a child stands for its own object, wherever that comes from. */
function assembled({ catalog, list }: MenuObjects): Json {
  const byKey = new Map(list.map((object) => [objectKey(object.kind, object.externalId), object]));
  const build = (kind: MenuObjectKind | "catalog", value: Readonly<Json>): Json => {
    const children = childFields[kind] ?? {};
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => {
        const childKind = children[name];
        if (childKind === undefined || !Array.isArray(entry)) return [name, entry];
        return [
          name,
          entry.map((child: Readonly<Json>) => {
            const id = child["externalId"];
            if (typeof id !== "string") return child;
            return build(childKind, byKey.get(objectKey(childKind, id))?.value ?? assert.fail(id));
          }),
        ];
      }),
    );
  };
  return build("catalog", catalog);
}

const seeds = fc.integer({ min: 0, max: 1_000_000 });

test("a document is its objects: taken apart and put together it is the same", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const document = read(drawMenu(seededRandom(seed), { items: 1 + (seed % 12) }));
      assert.deepEqual(assembled(menuObjects(document)), document);
    }),
  );
});

test("diff(menu, menu) is empty", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const objects = menuObjects(read(drawMenu(seededRandom(seed), { items: 1 + (seed % 12) })));
      const again = menuObjects(read(drawMenu(seededRandom(seed), { items: 1 + (seed % 12) })));
      const { catalog, ...diff } = diffMenus(objects, again);
      assert.deepEqual(diff, { created: [], updated: [], removed: [], unchanged: objects.list.length });
      assert.deepEqual(catalog.fields, []);
    }),
  );
});

test("applying the diff to the old menu gives the new one, and the counts cover every object (rules/menus 1.1)", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = seededRandom(seed);
      const document = drawMenu(random, { items: 1 + (seed % 12) });
      const before = menuObjects(read(document));
      const next = read(edited(document, random));
      const after = menuObjects(next);
      const diff = diffMenus(before, after);
      assert.deepEqual(assembled(applied(before, diff)), next);
      assert.equal(diff.created.length + diff.updated.length + diff.unchanged, after.list.length);
      assert.equal(diff.removed.length + diff.updated.length + diff.unchanged, before.list.length);
      const all = diff.created.length + diff.updated.length + diff.removed.length;
      assert.equal(changedExternalIds(diff, 3).length, Math.min(3, all));
    }),
  );
});

const price = (amountMinor: number) => ({ amount: { amountMinor, currency: "USD" } });
const item = (id: string, amount: number) => ({
  externalId: id,
  name: id,
  variations: [{ externalId: id, name: "One", price: price(amount) }],
});
const menu = (...items: Json[]) =>
  menuObjects(read({ currency: "USD", categories: [{ externalId: "c", name: "C", items }] }));
const named = (diff: MenuDiff) => [
  ...diff.created.map(({ kind, externalId }) => `created ${kind} ${externalId}`),
  ...diff.updated.map(({ object, fields }) => `updated ${object.kind} ${object.externalId} ${fields.join()}`),
  ...diff.removed.map(({ kind, externalId }) => `removed ${kind} ${externalId}`),
  diff.unchanged,
];

test("what changed is named: a price is the variation's, an added item is its category's (rules/menus 4.8)", () => {
  const a = item("a", 1);
  const b = item("b", 1);
  assert.deepEqual(named(diffMenus(menu(a), menu(item("a", 2)))), ["updated variation a price", 2]);
  const added = ["created item b", "created variation b", "updated category c items", 2];
  assert.deepEqual(named(diffMenus(menu(a), menu(a, b))), added);
  assert.deepEqual(named(diffMenus(menu(a, b), menu(b, a))), ["updated category c items", 4]);
  const inFrench = { ...a, translations: { fr: { name: "Un" } } };
  assert.deepEqual(named(diffMenus(menu(a), menu(inFrench))), ["updated item a translations", 2]);
});
