/** One dish of a rich menu is changed, and all else of the document stays. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { parseMenu } from "../../menus/document/parse-menu.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Fields } from "../shell/merge-three.ts";
import { dishFields, newDishFields } from "./dish-fields.ts";
import { removeDish, writeDish } from "./write-dish.ts";
import { plainFields, wrongPrices } from "./write-parts.ts";

const eur = (amountMinor: number) => ({ amountMinor, currency: "EUR" });
const rich = {
  currency: "EUR",
  language: "en",
  timezone: "Europe/Paris",
  taxCategories: [
    { externalId: "food", name: "Food" },
    { externalId: "wine", name: "Wine" },
  ],
  taxRates: [{ externalId: "low", name: "10 %", taxCategoryId: "food", percentage: "10" }],
  modifierGroups: [
    {
      externalId: "a.b",
      name: "Sauces",
      maxSelections: 2,
      options: [
        { externalId: "mayo", name: "Mayonnaise", price: { amount: eur(50), taxInclusive: true } },
        { externalId: "plain", name: "None", translations: { fr: { name: "Sans" } } },
      ],
    },
    { externalId: "a", name: "Bread", options: [{ externalId: "rye", name: "Rye" }] },
  ],
  categories: [
    {
      externalId: "mains",
      name: "Mains",
      items: [
        {
          externalId: "pie",
          name: "Pie",
          description: "With peas.",
          translations: { fr: { name: "Tourte" }, "pt-BR": { name: "Torta", description: "Com ervilhas." } },
          taxCategoryId: "food",
          allergens: ["milk", "Gluten"],
          availability: { windows: [{ dayOfWeek: 1, startTime: "11:00", endTime: "15:00" }] },
          stockStatus: "out_of_stock",
          metadata: { plu: 7 },
          modifierGroups: [{ groupId: "a.b", maxSelections: 1 }, { groupId: "a" }],
          variations: [
            {
              externalId: "pie-s",
              name: "Small",
              price: { amount: eur(900), currencyPrices: [{ amount: { amountMinor: 1000, currency: "USD" } }] },
            },
            { externalId: "pie-l", name: "Large", sku: "P-L", calorieCount: 900, price: { amount: eur(1250) } },
          ],
        },
        {
          externalId: "stew",
          name: "Stew",
          taxCategoryId: "food",
          modifierGroups: [{ groupId: "a.b" }],
          variations: [{ externalId: "stew-1", name: "Stew", price: { amount: eur(1400) } }],
        },
      ],
      categories: [{ externalId: "late", name: "Late", items: [] }],
    },
  ],
};

/** The menu as it is stored once it was published. */
function read(menu: object): MenuDocument {
  const parsed = parseMenu(structuredClone(menu));
  return isRefusal(parsed) ? assert.fail(parsed.message) : parsed.document;
}
const document = read(rich);
const form = (dishId: string) => ({ document, dishId, base: "en" });
const fieldsOf = (dishId: string): Fields => plainFields(dishFields(form(dishId)) ?? assert.fail(dishId));
const withoutStock = (text: string): string => text.replaceAll(/,"stockStatus":"\w+"/g, "");
/** What a form with these values makes of the menu, as a document that was read. */
const saved = (dishId: string, change: Fields): string =>
  JSON.stringify(read(writeDish(form(dishId), { ...fieldsOf(dishId), ...change })));
const original = withoutStock(JSON.stringify(document));

describe("a dish that is saved (rules/menus 4.14)", () => {
  test("as it was, changes nothing", () => {
    assert.equal(saved("pie", {}), original);
    assert.equal(saved("stew", {}), original);
  });

  test("with another price, keeps the prices in other currencies and all else", () => {
    const after = saved("pie", { "size.pie-s": ["Small", "9,5"] });
    assert.equal(after, original.replace('"amountMinor":900', '"amountMinor":950'));
  });

  test("with another name, keeps its texts in other languages; its only size follows", () => {
    assert.equal(saved("pie", { name: "Pea pie" }), original.replace('"name":"Pie"', '"name":"Pea pie"'));
    const stew = JSON.parse(saved("stew", { name: "Goulash" })) as MenuDocument;
    assert.deepEqual(stew.categories[0]?.items[1]?.variations[0]?.name, "Goulash");
  });

  test("without a description or a text in a language, loses these alone", () => {
    const after = saved("pie", { description: null, name_fr: null, description_fr: null });
    assert.equal(after, original.replace('"description":"With peas.",', "").replace('"fr":{"name":"Tourte"},', ""));
    assert.match(saved("pie", { name_de: "Pastete" }), /"de":\{"name":"Pastete"\},"fr"/);
  });

  test("with an extra that costs something else, changes that extra; one that costs nothing any more has no price", () => {
    assert.equal(
      saved("pie", { "extra-a%2Eb.mayo": ["Mayonnaise", "0.70"] }),
      original.replace('"amountMinor":50,', '"amountMinor":70,'),
    );
    assert.match(saved("pie", { "extra-a%2Eb.mayo": ["Mayonnaise", ""] }), /"name":"Mayonnaise"\},/);
    assert.match(
      saved("pie", { "extra-a%2Eb.new1": ["Curry", "1"] }),
      /"externalId":"a-b-curry","name":"Curry","price":\{"amount":\{"amountMinor":100,/,
    );
  });

  test("with a new size and without an old one, keeps the others", () => {
    const after = JSON.parse(saved("pie", { "size.pie-s": null, "size.new1": ["Family", "31"] })) as MenuDocument;
    assert.deepEqual(
      after.categories[0]?.items[0]?.variations.map(({ externalId, sku, price }) => [
        externalId,
        sku,
        price.amount.amountMinor,
      ]),
      [
        ["pie-l", "P-L", 1250],
        ["pie-family", undefined, 3100],
      ],
    );
    const again = { document: after, dishId: "pie", base: "en" };
    const twice = writeDish(again, { ...plainFields(dishFields(again) ?? {}), "size.new1": ["Family", "31.00"] });
    assert.equal(twice.categories[0]?.items[0]?.variations.length, 2, "a save that comes again adds nothing");
  });

  test("in another section, or in a new one, moves whole", () => {
    const late = JSON.parse(saved("pie", { section: "late" })) as MenuDocument;
    assert.deepEqual(
      late.categories[0]?.items.map(({ name }) => name),
      ["Stew"],
    );
    assert.deepEqual(late.categories[0]?.categories?.[0]?.items[0]?.metadata, { plu: 7 });
    const fresh = JSON.parse(saved("pie", { new_section: "Pies" })) as MenuDocument;
    assert.deepEqual(
      fresh.categories.at(-1)?.items.map(({ name }) => name),
      ["Pie"],
    );
  });

  test("with other allergens, keeps those that stay as they are written", () => {
    const after = JSON.parse(saved("pie", { allergens: ["Gluten", "celery"] })) as MenuDocument;
    assert.deepEqual(after.categories[0]?.items[0]?.allergens, ["Gluten", "celery"]);
  });
});

test("a new dish has the tax of its section, and its only size its name", () => {
  const fields = newDishFields(document, "en", "mains");
  const typed = { ...fields, name: "Soup", "size.new1": ["", "6"] };
  const after = read(writeDish(form("dish-1"), typed));
  assert.deepEqual(after.categories[0]?.items.at(-1), {
    externalId: "dish-1",
    name: "Soup",
    variations: [{ externalId: "dish-1-soup", name: "Soup", price: { amount: eur(600) } }],
    taxCategoryId: "food",
  });
});

test("a dish is taken off, and all else stays", () => {
  const after = read(removeDish(document, "stew"));
  assert.deepEqual(
    after.categories[0]?.items.map(({ name }) => name),
    ["Pie"],
  );
  assert.deepEqual(after.modifierGroups, document.modifierGroups);
});

test("a price that the currency does not have is named", () => {
  assert.deepEqual(wrongPrices({ "size.a": ["A", "1.234"], "size.b": ["B", "1,20"], name: "x" }, "EUR"), [
    { name: "size.a", text: "1.234" },
  ]);
  assert.deepEqual(wrongPrices({ "size.a": ["A", "900.5"] }, "JPY").length, 1);
});
