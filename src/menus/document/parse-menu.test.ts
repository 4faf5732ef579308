import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { parseMenu } from "./parse-menu.ts";

type Json = Record<string, unknown>;
const usd = (amountMinor: unknown, currency: unknown = "USD") => ({ amount: { amountMinor, currency } });
const variation = (externalId: string, more: Json = {}): Json => ({
  externalId,
  name: externalId,
  price: usd(500),
  ...more,
});
const item = (externalId: string, more: Json = {}): Json => ({
  externalId,
  name: externalId,
  variations: [variation(`${externalId}-v`)],
  ...more,
});
const menuOf = (items: Json[], more: Json = {}): Json => ({
  currency: "USD",
  categories: [{ externalId: "c", name: "C", items }],
  ...more,
});
const group = (externalId: string, options: Json[], more: Json = {}): Json => ({
  externalId,
  name: externalId,
  options,
  ...more,
});
const option = (externalId: string, more: Json = {}): Json => ({ externalId, name: externalId, ...more });
const grouped = (...modifierGroups: Json[]) => menuOf([item("i", { modifierGroups })]);

/** The issues as "path code". */
function issuesOf(document: unknown): string[] {
  const parsed = parseMenu(document);
  return isRefusal(parsed) ? parsed.issues.map(({ path, code }) => `${path} ${code}`) : [];
}

const v = "/categories/0/items/0/variations/0";
const g = "/categories/0/items/0/modifierGroups/0";
const monday = { dayOfWeek: 1, startTime: "09:00", endTime: "17:00" };
const oneDiscount = (more: Json) =>
  menuOf([], {
    productSets: [{ externalId: "all", allProducts: true }],
    discounts: [{ externalId: "d", name: "D", benefitTargetProductSetId: "all", ...more }],
  });

// oxfmt-ignore
const cases: [name: string, document: unknown, issues: string[]][] = [
  ["the minimum: a currency and a category tree", { currency: "USD", categories: [] }, []],
  ["a category without items", menuOf([]), []],
  ["not an object", [], [" type"]],
  ["null", null, [" type"]],
  ["an empty object", {}, ["/currency required", "/categories required"]],
  ["a currency in lower case", { currency: "usd", categories: [] }, ["/currency format"]],
  ["categories of the wrong type", { currency: "USD", categories: {} }, ["/categories type"]],
  ["null is not absent", menuOf([item("i", { description: null })]), ["/categories/0/items/0/description type"]],
  ["an entry of the wrong type", { currency: "USD", categories: [7] }, ["/categories/0 type"]],
  ["unknown fields are ignored", menuOf([item("i", { shelf: 3 })], { extra: [] }), []],
  ["an item without variations", menuOf([item("i", { variations: [] })]), ["/categories/0/items/0/variations range"]],
  ["an empty name", menuOf([item("i", { name: "" })]), ["/categories/0/items/0/name range"]],
  ["255 characters", menuOf([item("i", { name: "é".repeat(255) })]), []],
  ["255 characters outside the basic plane", menuOf([item("i", { name: "🍕".repeat(255) })]), []],
  ["256 characters", menuOf([item("i", { name: "x".repeat(256) })]), ["/categories/0/items/0/name limit"]],
  ["U+0000", menuOf([item("i", { name: "a\0b" })]), ["/categories/0/items/0/name format"]],
  ["half a surrogate pair in metadata", menuOf([item("i", { metadata: { a: ["\ud800"] } })]), ["/categories/0/items/0/metadata format"]],
  ["an address that is none", menuOf([item("i", { imageUrl: "javascript:alert(1)" })]), ["/categories/0/items/0/imageUrl format"]],
  ["a price as text", menuOf([item("i", { variations: [variation("v", { price: usd("500") })] })]), [`${v }/price/amount/amountMinor type`]],
  ["a price with cents as a fraction", menuOf([item("i", { variations: [variation("v", { price: usd(5.5) })] })]), [`${v }/price/amount/amountMinor type`]],
  ["a negative price", menuOf([item("i", { variations: [variation("v", { price: usd(-1) })] })]), [`${v }/price/amount/amountMinor range`]],
  ["a price of 0", menuOf([item("i", { variations: [variation("v", { price: usd(0) })] })]), []],
  ["another currency", menuOf([item("i", { variations: [variation("v", { price: usd(5, "EUR") })] })]), [`${v }/price/amount/currency currency_mismatch`]],
  ["per-currency prices name each currency once", menuOf([item("i", { variations: [variation("v", { price: { ...usd(5), currencyPrices: [usd(4, "EUR"), usd(3, "EUR"), usd(5)] } })] })]), [`${v }/price/currencyPrices/1/amount/currency duplicate_value`, `${v }/price/currencyPrices/2/amount/currency duplicate_value`]],
  ["bulk tiers name each quantity once", menuOf([item("i", { variations: [variation("v", { price: { ...usd(5), bulkTiers: [{ minQuantity: 3, unitPrice: usd(4).amount }, { minQuantity: 3, unitPrice: usd(4).amount }] }})] })]), [`${v }/price/bulkTiers/1/minQuantity duplicate_value`]],
  ["an externalId twice in one kind", menuOf([item("i"), item("i", { variations: [variation("w")] })]), ["/categories/0/items/1/externalId duplicate_external_id"]],
  ["one externalId in several kinds", menuOf([item("c", { variations: [variation("c")] })]), []],
  ["a stock status that does not exist", menuOf([item("i", { stockStatus: "gone" })]), ["/categories/0/items/0/stockStatus unknown_value"]],
  ["an availability", menuOf([item("i", { availability: { windows: [monday] } })]), []],
  ["a bad availability", menuOf([item("i", { availability: { windows: [{ ...monday, dayOfWeek: 9 }] } })]), ["/categories/0/items/0/availability/windows/0/dayOfWeek range"]],
  ["a time zone that is none", menuOf([], { timezone: "Mars" }), ["/timezone format"]],
  ["8 categories deep", nestedCategories(8), []],
  ["9 categories deep", nestedCategories(9), [`${"/categories/0".repeat(9)} limit`]],
  ["a group", grouped(group("g", [option("o")])), []],
  ["a group by reference, defined later", menuOf([item("i", { modifierGroups: [{ groupId: "g", maxSelections: 1 }] })], { modifierGroups: [group("g", [option("o")])] }), []],
  ["a reference to nothing", grouped({ groupId: "nope" }), [`${g}/groupId unknown_reference`]],
  ["a group in both forms", grouped({ groupId: "g", name: "G" }), [`${g} mixed_group_form`]],
  ["a whole group with groupId", grouped(group("g", [option("o")], { groupId: "g" })), [`${g} mixed_group_form`]],
  ["a group with neither", grouped({ minSelections: 1 }), [`${g }/externalId required`, `${g }/name required`, `${g }/options required`]],
  ["one group twice in a place", grouped(group("g", [option("o")]), { groupId: "g" }), ["/categories/0/items/0/modifierGroups/1/groupId duplicate_value"]],
  ["min above max", grouped(group("g", [option("o")], { minSelections: 3, maxSelections: 2 })), [`${g }/minSelections range`]],
  ["min that the options cannot reach", grouped(group("g", [option("o", { maxQuantity: 2 })], { minSelections: 3 })), [`${g }/minSelections range`]],
  ["min that few distinct options cannot reach", grouped(group("g", [option("o", { maxQuantity: 1 }), option("p", { maxQuantity: 1 })], { minSelections: 2, maxUniqueSelections: 1 })), [`${g }/minSelections range`]],
  ["an option without maximum reaches any min", grouped(group("g", [option("o")], { minSelections: 3 })), []],
  ["more distinct options than there are", grouped(group("g", [option("o")], { minUniqueSelections: 2 })), [`${g }/minUniqueSelections range`]],
  ["an override that contradicts the definition", menuOf([item("i", { modifierGroups: [{ groupId: "g", minSelections: 3 }] })], { modifierGroups: [group("g", [option("o")], { maxSelections: 2 })] }), [`${g }/minSelections range`]],
  ["a default of another group", grouped(group("g", [option("o")], { optionDefaults: [{ optionId: "x", defaultQuantity: 1 }] })), [`${g }/optionDefaults/0/optionId unknown_reference`]],
  ["a group inside itself", menuOf([], { modifierGroups: [group("a", [option("o", { modifierGroups: [{ groupId: "a" }] })])] }), ["/modifierGroups/0/options/0/modifierGroups/0/groupId cycle"]],
  ["a circle of two groups", menuOf([], { modifierGroups: [group("a", [option("o", { modifierGroups: [{ groupId: "b" }] })]), group("b", [option("p", { modifierGroups: [{ groupId: "a" }] })])] }), ["/modifierGroups/1/options/0/modifierGroups/0/groupId cycle"]],
  ["8 groups deep", menuOf([], { modifierGroups: [nestedGroups(8)] }), []],
  ["9 groups deep", menuOf([], { modifierGroups: [nestedGroups(9)] }), [`/modifierGroups/0${"/options/0/modifierGroups/0".repeat(8) } limit`]],
  ["9 groups deep by reference", menuOf([item("i", { modifierGroups: [{ groupId: "g8" }] })], { modifierGroups: [nestedGroups(8), group("top", [option("t", { modifierGroups: [{ groupId: "g8" }] })])] }), [`/modifierGroups/0${"/options/0/modifierGroups/0".repeat(7) } limit`]],
  ["taxes", menuOf([item("i", { taxCategoryId: "t" })], { taxCategories: [{ externalId: "t", name: "T" }], taxRates: [{ externalId: "r", name: "R", taxCategoryId: "t", percentage: "8.875" }, { externalId: "q", name: "Q", percentage: 5, compoundOnTaxRateIds: ["r"] }] }), []],
  ["a tax category that is missing", menuOf([item("i", { taxCategoryId: "t" })]), ["/categories/0/items/0/taxCategoryId unknown_reference"]],
  ["five decimals of a percentage", menuOf([], { taxRates: [{ externalId: "r", name: "R", percentage: "8.87555" }] }), ["/taxRates/0/percentage range"]],
  ["a rate of two kinds", menuOf([], { taxRates: [{ externalId: "r", name: "R", percentage: "8", flatAmount: usd(1).amount }] }), ["/taxRates/0 exactly_one"]],
  ["a rate of no kind", menuOf([], { taxRates: [{ externalId: "r", name: "R" }] }), ["/taxRates/0 exactly_one"]],
  ["rates that compound in a circle", menuOf([], { taxRates: [{ externalId: "r", name: "R", percentage: "8", compoundOnTaxRateIds: ["q"] }, { externalId: "q", name: "Q", percentage: "8", compoundOnTaxRateIds: ["r"] }] }), ["/taxRates/0/compoundOnTaxRateIds cycle", "/taxRates/1/compoundOnTaxRateIds cycle"]],
  ["a rate for an unknown way of fulfilment", menuOf([], { taxRates: [{ externalId: "r", name: "R", percentage: "8", fulfillmentTypes: ["drone"] }] }), ["/taxRates/0/fulfillmentTypes/0 unknown_value"]],
  ["a fee", menuOf([], { fees: [{ externalId: "f", name: "F", calculation: { percentage: "3", minimum: usd(50).amount } }] }), []],
  ["a fee without calculation", menuOf([], { fees: [{ externalId: "f", name: "F", calculation: {} }] }), ["/fees/0/calculation exactly_one"]],
  ["a fee with bounds crossed", menuOf([], { fees: [{ externalId: "f", name: "F", calculation: { percentage: 3, minimum: usd(9).amount, maximum: usd(8).amount } }] }), ["/fees/0/calculation/minimum range"]],
  ["a product set of no form", menuOf([], { productSets: [{ externalId: "p" }] }), ["/productSets/0 exactly_one"]],
  ["allProducts false", menuOf([], { productSets: [{ externalId: "p", allProducts: false }] }), ["/productSets/0/allProducts range"]],
  ["a product set naming nothing", menuOf([], { productSets: [{ externalId: "p", itemIdsAny: ["i"] }] }), ["/productSets/0/itemIdsAny/0 unknown_reference"]],
  ["a discount without its value", oneDiscount({ benefitType: "percentage" }), ["/discounts/0/percentage required"]],
  ["a discount with another's value", oneDiscount({ benefitType: "amount", amount: usd(5).amount, setPrice: usd(5).amount }), ["/discounts/0/setPrice exactly_one"]],
  ["a discount above everything", oneDiscount({ benefitType: "percentage", percentage: 101 }), ["/discounts/0/percentage range"]],
  ["a promotion that ends before it begins", { ...oneDiscount({ benefitType: "free_item" }), promotions: [{ externalId: "p", name: "P", discountId: "d", applicationMode: "automatic", validFrom: "2026-05-02T00:00:00Z", validUntil: "2026-05-01T00:00:00Z" }] }, ["/promotions/0/validUntil range"]],
  ["two coupons with one code", menuOf([], { coupons: [{ externalId: "a", code: "TEN", promotionId: "p" }, { externalId: "b", code: "ten", promotionId: "p" }] }), ["/coupons/0/promotionId unknown_reference", "/coupons/1/code duplicate_value", "/coupons/1/promotionId unknown_reference"]],
  ["every fault, as the document is written", { categories: [{ items: [{ name: 5, variations: 6, externalId: "i" }], name: [], externalId: "" }], currency: 4 }, ["/categories/0/items/0/name type", "/categories/0/items/0/variations type", "/categories/0/name type", "/categories/0/externalId range", "/currency type"]],
];

for (const [name, document, issues] of cases) {
  test(`parseMenu: ${name} (rules/menus 1.4, 1.5, 1.8, 1.9, 2.4 and 2.5)`, () =>
    assert.deepEqual(issuesOf(document), issues));
}

function nestedCategories(depth: number): Json {
  let inner: Json[] = [];
  for (let level = depth; level > 0; level--)
    inner = [{ externalId: `c${level}`, name: "C", items: [], categories: inner }];
  return { currency: "USD", categories: inner };
}

function nestedGroups(depth: number): Json {
  let inner: Json[] = [];
  for (let level = 1; level <= depth; level++)
    inner = [group(`g${level}`, [option(`o${level}`, { modifierGroups: inner })])];
  return inner[0] ?? {};
}

test("an issue names the nearest externalId and says what to change", () => {
  const parsed = parseMenu(menuOf([item("i", { variations: [variation("v", { price: usd(-1) })] })]));
  assert.ok(isRefusal(parsed));
  assert.deepEqual(parsed.details, {
    issues: [
      { path: `${v}/price/amount/amountMinor`, code: "range", message: "must be 0 to 100000000000", external_id: "v" },
    ],
  });
});

test("a pointer escapes what JSON Pointer asks for, and only known fields are kept (rules/menus 1.6)", () => {
  const parsed = parseMenu(menuOf([item("i", { metadata: { b: 1, a: { d: 1, c: 2 } }, other: 1 })], { other: 1 }));
  assert.ok(!isRefusal(parsed));
  assert.equal(parsed.objectCount, 3);
  assert.equal(
    JSON.stringify(parsed.document),
    '{"currency":"USD","categories":[{"externalId":"c","name":"C","items":[{"externalId":"i","name":"i","variations":' +
      '[{"externalId":"i-v","name":"i-v","price":{"amount":{"amountMinor":500,"currency":"USD"}}}],"metadata":{"a":{"c":2,"d":1},"b":1}}]}]}',
  );
});

test("10,000 faults are 10,000 issues", () => {
  const items = Array.from({ length: 10_000 }, (_, index) => item(`i${index}`, { name: 1 }));
  assert.equal(issuesOf(menuOf(items)).length, 10_000);
});

test("more than 100,000 objects are one issue (rules/menus 1.7)", () => {
  const items = Array.from({ length: 50_000 }, (_, index) => item(`i${index}`));
  assert.deepEqual(issuesOf(menuOf(items)), ["/categories/0/items/49999/variations/0 limit"]);
  assert.deepEqual(issuesOf(menuOf(items.slice(1, 49_998))), []);
});

test("hostile depth and width end quickly (rules/http 4.14)", () => {
  let deep: unknown = [];
  for (let level = 0; level < 5_000; level++)
    deep = [
      { externalId: `g${level}`, name: "G", options: [{ externalId: `o${level}`, name: "O", modifierGroups: deep }] },
    ];
  assert.equal(issuesOf(menuOf([], { modifierGroups: deep })).length, 1);
  const wide = Array.from({ length: 300_000 }, () => 1);
  assert.equal(issuesOf(menuOf([item("i", { variations: wide })])).length, 1);
  const chain = Array.from({ length: 20_000 }, (_, index) =>
    group(`g${index}`, [option(`o${index}`, index === 0 ? {} : { modifierGroups: [{ groupId: `g${index - 1}` }] })]),
  );
  assert.ok(issuesOf(menuOf([], { modifierGroups: chain })).every((issue) => issue.endsWith(" limit")));
  const options = Array.from({ length: 30_000 }, (_, index) => option(`o${index}`));
  const refer = {
    modifierGroups: [{ groupId: "g", minSelections: 1, optionDefaults: [{ optionId: "o1", defaultQuantity: 1 }] }],
  };
  const many = Array.from({ length: 30_000 }, (_, index) => item(`i${index}`, refer));
  const began = performance.now();
  assert.deepEqual(issuesOf(menuOf(many, { modifierGroups: [group("g", options)] })), []);
  assert.ok(performance.now() - began < 10_000, "a group is measured once, not in every place that refers to it");
});
