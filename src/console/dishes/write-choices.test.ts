/** One group of choices of a rich menu is changed, and all else of the document stays. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { parseMenu } from "../../menus/document/parse-menu.ts";
import type { Fields } from "../shell/merge-three.ts";
import { choicesPart } from "./choices-part.ts";
import { removeDish } from "./write-dish.ts";
import { plainFields } from "./write-parts.ts";
import { englishPage } from "./part-page.fixture.ts";

const eur = (amountMinor: number) => ({ amount: { amountMinor, currency: "EUR" } });
const sizes = (id: string, ...names: readonly string[]) =>
  names.map((name) => ({ externalId: `${id}-${name}`, name, price: eur(900) }));

function read(menu: object): MenuDocument {
  const parsed = parseMenu(structuredClone(menu));
  return isRefusal(parsed) ? assert.fail(parsed.message) : parsed.document;
}
/** `dips` is defined at the first dish, and `spices` below an option of `dips`. */
const document = read({
  currency: "EUR",
  language: "en",
  modifierGroups: [
    {
      externalId: "sides",
      name: "Sides",
      minSelections: 1,
      maxSelections: 3,
      optionDefaults: [
        { optionId: "rice", defaultQuantity: 1 },
        { optionId: "salad", defaultQuantity: 1 },
      ],
      options: [
        { externalId: "rice", name: "Rice", maxQuantity: 2, stockStatus: "out_of_stock" },
        { externalId: "salad", name: "Salad", price: { ...eur(250), taxInclusive: true } },
      ],
    },
  ],
  categories: [
    {
      externalId: "mains",
      name: "Mains",
      items: [
        {
          externalId: "pie",
          name: "Pie",
          modifierGroups: [
            {
              externalId: "dips",
              name: "Dips",
              options: [
                {
                  externalId: "mayo",
                  name: "Mayo",
                  modifierGroups: [
                    { externalId: "spices", name: "Spices", options: [{ externalId: "hot", name: "Hot" }] },
                  ],
                },
              ],
            },
            { groupId: "sides", minSelections: 2, maxSelections: 2 },
          ],
          variations: sizes("pie", "small", "large"),
        },
        {
          externalId: "stew",
          name: "Stew",
          modifierGroups: [{ groupId: "dips" }, { groupId: "spices" }],
          variations: sizes("stew", "one"),
        },
        { externalId: "roast", name: "Roast", variations: sizes("roast", "small", "large") },
      ],
    },
  ],
});
const partOf = (id: string, isNew = false) => choicesPart(englishPage, id, isNew);
const fieldsOf = (id: string, isNew = false): Fields =>
  plainFields(partOf(id, isNew).read(document) ?? assert.fail(id));
const saved = (id: string, change: Fields, isNew = false): MenuDocument =>
  read(partOf(id, isNew).write(document, { ...fieldsOf(id, isNew), ...change }));
const mistakes = (id: string, change: Fields) =>
  [...partOf(id).mistakes(document, { ...fieldsOf(id), ...change })].map(([name, text]) => `${name}: ${text}`);
const original = JSON.stringify(document).replaceAll(/,"stockStatus":"\w+"/g, "");
const dishes = ({ categories }: MenuDocument) => categories[0]?.items ?? [];
const idsAt = (menu: MenuDocument, dish: number) =>
  dishes(menu)[dish]?.modifierGroups?.map((one) => ("groupId" in one ? one.groupId : `${one.externalId}!`));

describe("choices that are saved (rules/menus 4.14)", () => {
  test("as they were, change nothing", () => {
    for (const id of ["sides", "dips", "spices"]) assert.equal(JSON.stringify(saved(id, {})), original, id);
  });

  test("with another price and rule, keep all else", () => {
    const after = saved("sides", { "option.salad": ["Salad", "2.8", ""], most: 4, free: 1 });
    const expected = original
      .replace('"amountMinor":250', '"amountMinor":280')
      .replace('"minSelections":1,"maxSelections":3,', '"minSelections":1,"maxSelections":4,"freeSelectionCount":1,');
    assert.deepEqual(after, JSON.parse(expected));
  });

  test("with an option less, forget that it was chosen at first", () => {
    const [group] = saved("sides", { "option.salad": null }).modifierGroups ?? [];
    assert.deepEqual(group?.optionDefaults, [{ optionId: "rice", defaultQuantity: 1 }]);
  });

  test("with other dishes, hang on those; what stays keeps its own rules", () => {
    const after = saved("sides", { dishes: ["pie", "roast", "stew"] });
    assert.deepEqual(
      [0, 1, 2].map((dish) => idsAt(after, dish)),
      [["dips!", "sides"], ["dips", "spices", "sides"], ["sides"]],
    );
    assert.deepEqual(dishes(after)[0], read(JSON.parse(original)).categories[0]?.items[0]);
    assert.equal(dishes(saved("sides", { dishes: [] }))[0]?.modifierGroups?.length, 1);
  });

  test("with one size alone, hang on that size", () => {
    const roast = dishes(saved("sides", { sizes: ["roast-large"] }))[2];
    assert.deepEqual(
      roast?.variations.map(({ modifierGroups }) => modifierGroups),
      [undefined, [{ groupId: "sides" }]],
    );
    assert.equal(roast.modifierGroups, undefined);
  });

  test("are defined for the whole menu where the dish that defined them has them no longer", () => {
    const after = saved("dips", { dishes: ["stew"] });
    assert.deepEqual(idsAt(after, 0), ["sides"]);
    assert.deepEqual(
      after.modifierGroups?.map(({ externalId }) => externalId),
      ["sides", "dips"],
    );
    const without = read(removeDish(document, "pie"));
    assert.deepEqual(
      without.modifierGroups?.map(({ externalId }) => externalId),
      ["sides", "dips"],
    );
  });

  test("anew, have the ids of their names, and come once however often they are sent", () => {
    const typed = {
      name: "Bread",
      "option.new1": ["Rye", "1", "1"],
      "option.new2": ["Rye", "", ""],
      dishes: ["roast"],
    };
    const after = saved("fresh", typed, true);
    assert.deepEqual(after.modifierGroups?.at(-1), {
      externalId: "fresh",
      name: "Bread",
      options: [
        { externalId: "fresh-rye", name: "Rye", price: eur(100), maxQuantity: 1 },
        { externalId: "fresh-rye-2", name: "Rye" },
      ],
    });
    const fields = partOf("fresh", true).read(after) ?? {};
    assert.deepEqual(read(partOf("fresh", true).write(after, { ...fields, ...typed })), after);
  });

  test("in another language, keep their own words", () => {
    const after = saved("sides", { name_fr: "Garnitures", "name_fr.rice": "Riz" });
    const [group] = after.modifierGroups ?? [];
    assert.deepEqual(group?.translations, { fr: { name: "Garnitures" } });
    assert.deepEqual(
      group.options.map(({ name, translations }) => [name, translations?.["fr"]?.name]),
      [
        ["Rice", "Riz"],
        ["Salad", undefined],
      ],
    );
  });
});

describe("choices that are removed", () => {
  test("name the dishes that lose them", () => {
    assert.match(partOf("dips").farewell(document).text, /^2 dishes are then sold without them: Pie, Stew\.$/);
    assert.equal(partOf("sides").farewell(document).isBlocked, false);
  });

  test("are gone everywhere; choices below them that a dish has too stay", () => {
    const after = read(partOf("dips").remove(document));
    assert.deepEqual(
      [0, 1].map((dish) => idsAt(after, dish)),
      [["sides"], ["spices"]],
    );
    assert.deepEqual(
      after.modifierGroups?.map(({ externalId }) => externalId),
      ["sides", "spices"],
    );
  });
});

describe("rules that no guest can meet are told at their fields", () => {
  for (const [name, change, told] of [
    ["more than the most", { least: 4 }, "most: This is less than the 4 that have to be chosen."],
    [
      "more than there is",
      { least: 5, most: null, "option.salad": ["Salad", "", "2"] },
      "least: No more than 4 can be chosen in all.",
    ],
    [
      "chosen at first",
      { least: null, most: 1 },
      "most: Other rules of these choices, from the menu file, do not allow this.",
    ],
    [
      "a dish with its own rules",
      { "option.salad": null, "option.rice": ["Rice", "", "1"] },
      "most: A dish has rules of its own for these choices, from the menu file, that do not allow this.",
    ],
    ["nothing to choose", { "option.salad": null, "option.rice": null }, "option.new1: Write at least one choice."],
    [
      "asked twice",
      { sizes: ["pie-small"] },
      "sizes: Guests would be asked twice. Tick either the dish or its sizes: Pie.",
    ],
  ] as const)
    test(name, () => assert.deepEqual(mistakes("sides", change), [told]));

  test("and nothing is told of rules that fit", () => {
    assert.deepEqual(mistakes("sides", {}), []);
    assert.deepEqual(mistakes("dips", { sizes: ["roast-small"] }), []);
  });
});
