import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { findDishes, marksOf, readDishSearch, toQuery, type DishSearch } from "./find-dishes.ts";
import type { StoreItem, StoreMenu } from "./store-menu.ts";

function dish(name: string, more: Partial<StoreItem> = {}): StoreItem {
  return {
    menu_entity_id: name,
    name,
    description: null,
    photo_url: null,
    dietary_labels: [],
    allergens: [],
    orderable: true,
    variations: [],
    ...more,
  };
}

const items = [
  dish("Crème brûlée", { allergens: ["milk", "eggs"], dietary_labels: ["vegetarian"] }),
  dish("Green salad", {
    description: "With Jalapeño",
    dietary_labels: ["vegan", "gluten_free"],
    allergens: ["mustard"],
  }),
  dish("Weißwurst"),
];
const section = (name: string, of: readonly StoreItem[]): StoreMenu["categories"][number] => {
  return { menu_entity_id: name, parent_id: null, name, description: null, photo_url: null, items: [...of] };
};
const menu: StoreMenu = {
  object: "store_menu",
  location_id: newId("str"),
  version_id: newId("mnv"),
  language: "en",
  currency: "EUR",
  at: 0,
  categories: [section("Süßes", items.slice(0, 1)), section("Starters", items.slice(1))],
  options: [],
};

const names = (search: Partial<DishSearch>): string[] =>
  findDishes(menu, { text: "", labels: [], without: [], ...search }).categories.flatMap((category) =>
    category.items.map(({ name }) => name),
  );

describe("finding dishes (rules/ordering 14.7)", () => {
  for (const [text, found] of [
    ["creme BRULEE", ["Crème brûlée"]],
    ["brûlée crème", ["Crème brûlée"]],
    ["susses", ["Crème brûlée"]],
    ["jalapeno", ["Green salad"]],
    ["gluten free", ["Green salad"]],
    ["weisswurst", ["Weißwurst"]],
    ["starters", ["Green salad", "Weißwurst"]],
    ["creme salad", []],
    ["", ["Crème brûlée", "Green salad", "Weißwurst"]],
  ] as const)
    test(`"${text}"`, () => assert.deepEqual(names({ text }), found));

  test("a dish has every label that is asked for; one that states no allergens is never without them", () => {
    assert.deepEqual(names({ labels: ["vegan"] }), ["Green salad"]);
    assert.deepEqual(names({ labels: ["vegan", "vegetarian"] }), []);
    assert.deepEqual(names({ without: ["milk"] }), ["Green salad"]);
    assert.deepEqual(names({ without: ["mustard"] }), ["Crème brûlée"]);
    assert.deepEqual(names({ without: ["mustard", "eggs"] }), []);
  });

  test("a section without a dish stays, so that the others keep their addresses", () => {
    const found = findDishes(menu, { text: "salad", labels: [], without: [] });
    assert.deepEqual(
      found.categories.map((category) => category.items.length),
      [0, 1],
    );
  });

  test("an address says what is looked for, and what the menu does not have is passed over", () => {
    const marks = marksOf(menu);
    assert.deepEqual(marks, {
      labels: ["gluten_free", "vegan", "vegetarian"],
      allergens: ["eggs", "milk", "mustard"],
    });
    const read = (query: string) => readDishSearch(new URLSearchParams(query), marks);
    const asked = read("q=+a%20b+&label=vegan&label=x&without=milk&without=eggs&section=3");
    assert.deepEqual(asked, { text: "a b", labels: ["vegan"], without: ["eggs", "milk"] });
    assert.deepEqual(read(toQuery(asked)), asked);
    assert.equal(read(`q=${"x".repeat(500)}`).text.length, 100);
  });
});
