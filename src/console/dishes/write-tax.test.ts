/** Taxes of a menu on pages, and whether prices have theirs inside. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { parseMenu } from "../../menus/document/parse-menu.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Fields } from "../shell/merge-three.ts";
import { dishFields, newDishFields } from "./dish-fields.ts";
import { taxPart } from "./tax-part.ts";
import { plainFields } from "./write-parts.ts";
import { writeDish } from "./write-dish.ts";
import { findTax, percentIn } from "./write-tax.ts";
import { englishPage } from "./part-page.fixture.ts";

const price = (amountMinor: number, more: object = {}) => ({ amount: { amountMinor, currency: "EUR" }, ...more });
const inside = { taxInclusive: true };
const dish = (externalId: string, more: object = {}, ofPrice: object = {}) => ({
  externalId,
  name: externalId,
  variations: [{ externalId: `${externalId}-1`, name: "One", price: price(900, ofPrice) }],
  ...more,
});
const food = { taxCategoryId: "food" };
const menu = {
  currency: "EUR",
  language: "en",
  taxCategories: [
    { externalId: "food", name: "VAT 10 %" },
    { externalId: "city", name: "City" },
  ],
  taxRates: [
    { externalId: "low", name: "VAT 10 %", taxCategoryId: "food", percentage: "10.00" },
    { externalId: "city-1", name: "State", taxCategoryId: "city", percentage: 6 },
    { externalId: "city-2", name: "Town", taxCategoryId: "city", percentage: 1, compoundOnTaxRateIds: ["city-1"] },
  ],
  fees: [{ externalId: "bag", name: "Bag", calculation: { amount: price(20).amount }, ...food }],
  categories: [
    {
      externalId: "mains",
      name: "Mains",
      items: [
        dish("pie", food, inside),
        dish("stew", food, inside),
        dish("cake", { taxCategoryId: "city" }),
        dish("soup"),
      ],
    },
  ],
};

function read(given: object): MenuDocument {
  const parsed = parseMenu(structuredClone(given));
  return isRefusal(parsed) ? assert.fail(parsed.message) : parsed.document;
}
const document = read(menu);
const itemsOf = (of: MenuDocument) => of.categories.flatMap(({ items }) => items);
const sizesOf = (of: MenuDocument, id: string) =>
  itemsOf(of).find(({ externalId }) => externalId === id)?.variations ?? assert.fail(id);
const insides = (of: MenuDocument, id: string) => sizesOf(of, id).map((size) => size.price?.taxInclusive ?? false);

describe("a price that is typed anew", () => {
  const form = (dishId: string) => ({ document, dishId, base: "en" });
  const fieldsOf = (dishId: string): Fields => plainFields(dishFields(form(dishId)) ?? assert.fail(dishId));
  const added = { "size.new1": ["Large", "12.00"] };

  test("has its tax inside where the other sizes of the dish have theirs", () => {
    assert.deepEqual(insides(writeDish(form("pie"), { ...fieldsOf("pie"), ...added }), "pie"), [true, true]);
    assert.deepEqual(insides(writeDish(form("cake"), { ...fieldsOf("cake"), ...added }), "cake"), [false, false]);
  });

  test("of a new dish is as those of dishes with the same tax", () => {
    const typed = (tax: string): Fields => ({
      ...newDishFields(document, "en", "mains"),
      name: "Tart",
      tax,
      "size.new1": ["", "5.00"],
    });
    assert.deepEqual(insides(writeDish(form("tart"), typed("food")), "tart"), [true]);
    assert.deepEqual(insides(writeDish(form("tart"), typed("city")), "tart"), [false]);
  });
});

test("a dish that is given a tax has its prices as most dishes with that tax", () => {
  const retaxed = (dishId: string, tax: string) => {
    const form = { document, dishId, base: "en" };
    const fields = plainFields(dishFields(form) ?? assert.fail(dishId));
    return insides(writeDish(form, { ...fields, tax, "size.new1": ["Large", "12.00"] }), dishId);
  };
  assert.deepEqual(retaxed("soup", "food"), [true, true]);
  assert.deepEqual(retaxed("pie", "city"), [false, false]);
  assert.deepEqual(retaxed("pie", ""), [true, true], "a dish without a tax keeps what its prices say");
});

describe("a tax", () => {
  const part = (id: string, isNew = false) => taxPart(englishPage, id, isNew);
  const fieldsOf = (id: string) => part(id).read(document) ?? assert.fail(id);
  const write = (id: string, fields: Fields) => read(part(id).write(document, { ...fieldsOf(id), ...fields }));

  test("begins with the dishes that have none, and with its amount inside the prices", () => {
    const bare = read({
      ...menu,
      taxCategories: undefined,
      taxRates: undefined,
      fees: undefined,
      categories: [{ externalId: "mains", name: "Mains", items: [dish("pie"), dish("soup")] }],
    });
    const fresh = part("tax-1", true);
    const fields = fresh.read(bare) ?? assert.fail();
    assert.deepEqual(fields, { name: null, percent: null, inside: true, dishes: ["pie", "soup"] });
    const typed = { ...fields, name: "VAT 5.5 %", percent: "5,5 %", dishes: ["soup"] };
    assert.equal(fresh.mistakes(bare, typed).size, 0);
    const after = read(fresh.write(bare, typed));
    assert.deepEqual(after.taxCategories, [{ externalId: "tax-1", name: "VAT 5.5 %" }]);
    assert.deepEqual(
      after.taxRates?.map(({ name, taxCategoryId, percentage }) => [name, taxCategoryId, String(percentage)]),
      [["VAT 5.5 %", "tax-1", "5.5"]],
    );
    assert.deepEqual([insides(after, "pie"), insides(after, "soup")], [[false], [true]]);
    assert.deepEqual(
      itemsOf(after).map(({ taxCategoryId }) => taxCategoryId),
      [undefined, "tax-1"],
    );
  });

  test("that is saved as it was changes nothing", () => {
    for (const id of ["food", "city"]) assert.deepEqual(write(id, {}), document);
  });

  test("changes its percentage, its name on receipts, and its dishes; a dish that comes has its prices", () => {
    const after = write("food", { name: "VAT 7 %", percent: "7", dishes: ["pie", "soup"] });
    const { category, rates } = findTax(after, "food") ?? assert.fail();
    assert.deepEqual([category.name, rates[0]?.name, String(rates[0]?.percentage)], ["VAT 7 %", "VAT 7 %", "7"]);
    assert.deepEqual([insides(after, "pie"), insides(after, "soup")], [[true], [true]]);
    assert.equal(itemsOf(after)[1]?.taxCategoryId, undefined);
    const onTop = write("food", { inside: false });
    assert.deepEqual([insides(onTop, "pie"), insides(onTop, "stew")], [[false], [false]]);
    assert.deepEqual(onTop.taxRates, document.taxRates);
  });

  test("makes prices alike, of which some have the tax inside and others not", () => {
    const mixed = read({
      ...menu,
      categories: [
        {
          externalId: "mains",
          name: "Mains",
          items: [dish("pie", food, inside), dish("stew", food, inside), dish("new", food)],
        },
      ],
    });
    const fields = part("food").read(mixed) ?? assert.fail();
    assert.equal(fields["inside"], true);
    assert.match(JSON.stringify(part("food").sections(mixed, {})), /Saving makes them alike/);
    assert.deepEqual(insides(read(part("food").write(mixed, fields)), "new"), [true]);
  });

  test("with several rates keeps them: the form has no percentage", () => {
    assert.deepEqual(Object.keys(fieldsOf("city")), ["name", "inside", "dishes"]);
    const after = write("city", { name: "Town taxes", dishes: [] });
    assert.deepEqual(after.taxRates, document.taxRates);
    assert.equal(findTax(after, "city")?.category.name, "Town taxes");
  });

  test("is taken off dishes and fees, but not from below another tax", () => {
    assert.equal(part("food").farewell(document).text, "2 dishes are then sold without a tax of their own.");
    const after = read(part("food").remove(document));
    assert.deepEqual(
      [after.taxCategories?.length, after.taxRates?.length, after.fees?.[0]?.taxCategoryId],
      [1, 2, undefined],
    );
    const upon = { externalId: "upon", name: "Upon", percentage: 1, compoundOnTaxRateIds: ["low"] };
    const stacked = read({ ...menu, taxRates: [...menu.taxRates, upon] });
    assert.deepEqual(part("food").farewell(stacked), {
      text: "Other taxes are taken on top of this one: Upon. First change them in the menu file.",
      isBlocked: true,
    });
    assert.equal(part("none").read(document), undefined);
  });

  test("has a percentage of 0 to 100 with at most four decimals", () => {
    const typed = ["10", "5,5", "20 %", "0", "100", "8.875", "", "-1", "100.1", "ten", "1.23456", "1e1"];
    assert.deepEqual(typed.map(percentIn), ["10", "5.5", "20", "0", "100", "8.875", ...Array(6).fill(undefined)]);
    assert.deepEqual(
      [
        ...part("food")
          .mistakes(document, { ...fieldsOf("food"), percent: "ten" })
          .keys(),
      ],
      ["percent"],
    );
  });
});
