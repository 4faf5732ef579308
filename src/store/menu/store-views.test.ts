import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { drawMenu, seededRandom } from "../../../examples/menus/draw-menu.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { parseMenu } from "../../menus/document/parse-menu.ts";
import { arrangeMenu } from "../../menus/read/orderable-menu.ts";
import { explainAmounts } from "../shared/amount-words.ts";
import { menuWords } from "../shared/menu-words.ts";
import { choiceWords } from "../shared/choice-words.ts";
import { photoTypeOf } from "../../menus/photos/photo-type.ts";
import { toStoreMenu } from "./store-menu.ts";
import { renderMenu, renderSections } from "./store-page-menu.ts";
import { storeWords } from "./store-page-words.ts";
import type { Id } from "../../kernel/id.ts";

const english = { language: "en", locale: "en" } as const;

describe("the rules of a choice in words", () => {
  for (const [rules, words] of [
    [{}, ""],
    [{ minSelections: 1, maxSelections: 1 }, "Choose 1"],
    [{ maxSelections: 3 }, "Choose up to 3"],
    [{ minSelections: 1, maxSelections: 3 }, "Choose 1 to 3"],
    [{ minSelections: 2 }, "Choose at least 2"],
    [{ maxSelections: 6, freeSelectionCount: 2 }, "Choose up to 6, the first 2 are free"],
    [{ freeSelectionCount: 1 }, "The first one is free"],
    [{ maxSelections: 4, maxUniqueSelections: 2 }, "Choose up to 4, of at most 2 different kinds"],
    [{ minUniqueSelections: 2 }, "At least 2 different ones"],
  ] as const) {
    test(JSON.stringify(rules), () => assert.equal(choiceWords(rules, english), words));
  }
});

test("amounts are told in sentences; an option without a price costs nothing in words too", () => {
  const row = { path: "/items/0", menu_entity_id: "x" } as const;
  const [price, option, inside] = explainAmounts(
    [
      { ...row, kind: "price", label: "2 x Soup", amount: 1800 },
      { ...row, kind: "option", label: "2 x Bread", amount: 0 },
      { ...row, kind: "tax_included", label: "VAT", amount: 164 },
    ],
    "EUR",
    english,
  );
  assert.equal(price?.explanation, "2 × Soup: €18.00.");
  assert.equal(option?.explanation, "Chosen with it: 2 × Bread, at no charge.");
  assert.equal(inside?.explanation, "VAT: €1.64, already in the prices.");
});

test("a picture is what it begins with, whatever it is called", () => {
  const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
    Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part, "latin1"))));
  assert.equal(photoTypeOf(bytes(0xff, 0xd8, 0xff, 0xe0)), "image/jpeg");
  assert.equal(photoTypeOf(bytes(0x89, "PNG\r\n\u001a\n")), "image/png");
  assert.equal(photoTypeOf(bytes("GIF89a")), "image/gif");
  assert.equal(photoTypeOf(bytes("RIFF", "1234", "WEBP")), "image/webp");
  assert.equal(photoTypeOf(bytes(0, 0, 0, 28, "ftypavif")), "image/avif");
  for (const other of ["<svg xmlns='http://www.w3.org/2000/svg'>", "<html>", "", "RIFF1234WAVE", "GIF88a"])
    assert.equal(photoTypeOf(bytes(other)), undefined, other);
});

describe("a large menu", () => {
  const words = storeWords(english, "UTC", "EUR", 0);
  const view = (items: number) => {
    const parsed = parseMenu(drawMenu(seededRandom(5), { items }));
    assert.ok(!isRefusal(parsed));
    const moment = {
      menu: arrangeMenu(parsed.document),
      outOfStock: new Set<string>(),
      timeZone: "UTC",
      at: 0,
      fulfillmentType: "pickup" as const,
    };
    const ids = { locationId: "str_x" as Id<"str">, versionId: "mnv_x" as Id<"mnv"> };
    const spoken = menuWords(moment.menu, { language: "en", country: null }, english);
    return toStoreMenu({ moment, ...ids, photos: new Map(), words: spoken }, english);
  };

  test("is shown section by section, a small one whole", () => {
    const small = view(100);
    const large = view(1_200);
    const dishes = (text: string): number => text.split('class="dish"').length - 1;
    assert.equal(dishes(renderMenu(small, { chosen: null, unknown: null, canOrder: true }, words).text), 100);
    assert.match(renderSections(small, { chosen: null, query: "" }, words)?.text ?? "", /href="#section-\d/);
    const last = large.categories.findLastIndex(({ items }) => items.length > 0);
    assert.match(
      renderSections(large, { chosen: last, query: "q=a" }, words)?.text ?? "",
      new RegExp(`href="\\?q=a&amp;section=${last}"\\s+aria-current="page"`),
    );
    const shown = (chosen: number) => dishes(renderMenu(large, { chosen, unknown: null, canOrder: true }, words).text);
    assert.equal(shown(last), large.categories[last]?.items.length);
    const first = shown(99_999);
    assert.ok(first > 0 && first < 1_200);
  });

  test("has every dish and every option once", () => {
    const { categories, options } = view(300);
    const dishes = categories.flatMap(({ items }) => items.map(({ menu_entity_id }) => menu_entity_id));
    assert.equal(dishes.length, 300);
    assert.equal(new Set(dishes).size, 300);
    const known = new Set(options.map(({ menu_entity_id }) => menu_entity_id));
    assert.equal(known.size, options.length);
    const named = categories.flatMap(({ items }) =>
      items.flatMap(({ variations }) =>
        variations.flatMap((each) => each.modifier_groups.flatMap((group) => group.option_ids)),
      ),
    );
    assert.ok(named.every((id) => known.has(id)));
  });
});
