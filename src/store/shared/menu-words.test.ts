import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { parseMenu } from "../../menus/document/parse-menu.ts";
import { arrangeMenu } from "../../menus/read/orderable-menu.ts";
import { languageStates } from "../../menus/read/menu-languages.ts";
import { programReader, readerOf, type Reader } from "../../pages/reader.ts";
import { priceBasket } from "../../pricing/price-basket.ts";
import { lineWords } from "./line-words.ts";
import { keepFigures, menuWords } from "./menu-words.ts";

const usd = (amountMinor: number) => ({ amountMinor, currency: "USD" });
const french = (name: string) => ({ translations: { fr: { name }, ja: { name: `${name} (日本)` } } });
const parsed = parseMenu({
  currency: "USD",
  language: "en",
  categories: [
    {
      externalId: "soups",
      name: "Soups",
      ...french("Soupes"),
      items: [
        {
          externalId: "soup",
          name: "Soup",
          description: "With basil",
          ...french("Soupe"),
          variations: [
            { externalId: "cup", name: "Cup", price: { amount: usd(500) } },
            { externalId: "bowl", name: "Bowl", price: { amount: usd(800) }, ...french("Bol") },
          ],
          modifierGroups: [
            {
              externalId: "bread",
              name: "Bread",
              freeSelectionCount: 1,
              options: [{ externalId: "butter", name: "Butter", price: { amount: usd(50) }, ...french("Beurre") }],
            },
          ],
        },
      ],
    },
  ],
  taxRates: [{ externalId: "vat", name: "VAT", percentage: "10", ...french("TVA") }],
  fees: [{ externalId: "bag", name: "Bag", calculation: { amount: usd(20) }, ...french("Sac") }],
  productSets: [{ externalId: "all", allProducts: true }],
  discounts: [
    { externalId: "tenth", name: "T", benefitType: "percentage", percentage: "10", benefitTargetProductSetId: "all" },
  ],
  promotions: [
    { externalId: "lunch", name: "Lunch", discountId: "tenth", applicationMode: "automatic", ...french("Midi") },
  ],
});
assert.ok(!isRefusal(parsed));
const { document } = parsed;
const menu = arrangeMenu(document);
const place = { language: null, country: "US" };
const wordsFor = (reader: Reader) => lineWords(menu, menuWords(menu, place, reader));

const moment = {
  menu,
  outOfStock: new Set<string>(),
  timeZone: "UTC",
  at: 0,
  fulfillmentType: "pickup" as const,
  basket: {
    items: [
      { menu_entity_id: "bowl", quantity: 1, modifiers: [{ menu_entity_id: "butter", quantity: 2 }] },
      { menu_entity_id: "cup", quantity: 1 },
    ],
    coupon_codes: [],
  },
};
const priced = priceBasket(moment);
assert.ok(!isRefusal(priced));

test("lines and amounts are in the language of the guest; what partners get keeps the base texts (rules/languages 2.1)", () => {
  const words = wordsFor(readerOf("fr", "CA"));
  const [bowl, cup] = priced.lines.map((line) => words.line(line));
  assert.deepEqual([bowl?.name, bowl?.name_language], ["Soupe (Bol)", undefined]);
  assert.deepEqual([cup?.name, bowl?.modifiers[0]?.name], ["Soupe (Cup)", "Beurre"]);
  assert.equal(bowl?.total, priced.lines[0]?.total);
  assert.deepEqual([...new Set(priced.breakdown.map(words.row).map(({ label }) => label))].toSorted(), [
    "1 x Beurre, 1 free",
    "1 x Soupe (Bol)",
    "1 x Soupe (Cup)",
    "Midi",
    "Sac",
    "TVA",
  ]);
  assert.equal(priced.lines[0]?.name, "Soup (Bowl)");
});

test("a text without a translation names its language (rules/languages 2.1)", () => {
  const [bowl] = priced.lines.map((line) => wordsFor(readerOf("de", "US")).line(line));
  assert.deepEqual([bowl?.name, bowl?.name_language], ["Soup (Bowl)", "en"]);
  const words = menuWords(menu, place, readerOf("fr", null));
  const [soup] = document.categories[0]?.items ?? [];
  assert.ok(soup !== undefined);
  assert.deepEqual(words.described(soup), { description: "With basil", description_language: "en" });
});

test("a program reads the languages of the menu beside the seven (rules/languages 2.3)", () => {
  const [bowl] = priced.lines.map((line) => wordsFor(programReader("ko, ja;q=0.9, fr;q=0.8")).line(line));
  assert.deepEqual([bowl?.name, bowl?.name_language], ["Soupe (日本) (Bol (日本))", "ja"]);
});

test("which texts a language lacks, in the order of the document", () => {
  const [fr, de] = languageStates(document, ["fr", "de"]);
  assert.deepEqual(
    fr?.missing.map(({ externalId, field }) => `${externalId} ${field}`),
    ["soup description", "cup name", "bread name"],
  );
  assert.deepEqual([de?.texts, de?.missing.length], [fr?.texts, fr?.texts]);
});

test("a figure and its unit stay on one line on a page; a program reads what was written", () => {
  const cases = [
    ["33 cl", "33\u00A0cl"],
    ["Cola 0,5 L (PET)", "Cola 0,5\u00A0L (PET)"],
    ["2 glasses of 10 cl, 40 %", "2 glasses of 10\u00A0cl, 40\u00A0%"],
    ["7 lamb chops", "7 lamb chops"],
    ["Menu 3 large", "Menu 3 large"],
    ["1 mg", "1\u00A0mg"],
  ] as const;
  for (const [text, kept] of cases) assert.equal(keepFigures(text), kept);
  const cola = { name: "33 cl", description: "Bottle of 33 cl" };
  const bare = { language: "en", languages: new Set(["en"]) };
  const place = { language: "en", country: "FR" };
  const page = menuWords(bare, place, readerOf("en", "FR"));
  assert.deepEqual([page.named(cola).name, page.described(cola).description], ["33\u00A0cl", "Bottle of 33\u00A0cl"]);
  const program = menuWords(bare, place, programReader("en"));
  assert.deepEqual([program.named(cola).name, program.described(cola).description], ["33 cl", "Bottle of 33 cl"]);
});
