import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { descriptionIn, nameIn, readingOrder } from "./menu-texts.ts";
import { parseMenu } from "./parse-menu.ts";

type Json = Record<string, unknown>;
const price = { amount: { amountMinor: 500, currency: "USD" } };
const menuOf = (soup: Json, more: Json = {}): Json => ({
  currency: "USD",
  categories: [
    {
      externalId: "c",
      name: "Soups",
      items: [
        {
          externalId: "soup",
          name: "Tomato soup",
          variations: [{ externalId: "bowl", name: "Bowl", price }],
          ...soup,
        },
      ],
    },
  ],
  ...more,
});

/** The issues as "path code: message". */
function issuesOf(document: unknown): string[] {
  const parsed = parseMenu(document);
  return isRefusal(parsed) ? parsed.issues.map(({ path, code, message }) => `${path} ${code}: ${message}`) : [];
}

const at = "/categories/0/items/0/translations";
const many = Object.fromEntries(
  Array.from({ length: 21 }, (_, index) => [`a${String.fromCharCode(97 + index)}`, { name: "x" }]),
);

// oxfmt-ignore
const cases: readonly (readonly [string, unknown, readonly string[]])[] = [
  ["a name and a description", menuOf({ translations: { fr: { name: "Soupe", description: "Au basilic" } } }), []],
  ["20 languages", menuOf({ translations: Object.fromEntries(Object.entries(many).slice(1)) }), []],
  ["a language with a country", menuOf({ translations: { "pt-BR": { name: "Sopa" } } }, { language: "pt" }), []],
  ["a language in another spelling", menuOf({ translations: { "pt-br": { name: "Sopa" } } }), [`${at}/pt-br format: must be written pt-BR`]],
  ["no language", menuOf({ translations: { french_: { name: "Soupe" } } }), [`${at}/french_ format: must be the code of a language such as fr or pt-BR, of at most 35 characters`]],
  ["a very long language", menuOf({ translations: { ["a".repeat(900)]: { name: "Soupe" } } }), [`${at}/${"a".repeat(35)} format: must be the code of a language such as fr or pt-BR, of at most 35 characters`]],
  ["the language of the menu", menuOf({ translations: { fr: { name: "Soupe" } } }, { language: "fr" }), [`${at}/fr duplicate_value: fr is the language of the menu itself`]],
  ["nothing translated", menuOf({ translations: { fr: {} } }), [`${at}/fr required: must have a name or a description`]],
  ["an empty name", menuOf({ translations: { fr: { name: "" } } }), [`${at}/fr/name range: must not be empty`]],
  ["21 languages", menuOf({ translations: many }), [`${at} limit: must have at most 20 languages`]],
  ["a list", menuOf({ translations: [] }), [`${at} type: must be an object with languages as its fields`]],
  ["a description of what has none", menuOf({ variations: [{ externalId: "bowl", name: "Bowl", price, translations: { fr: { description: "Bol" } } }] }), ["/categories/0/items/0/variations/0/translations/fr required: must have a name"]],
  ["a menu in no language", menuOf({}, { language: "FR" }), ["/language format: must be written fr"]],
];
for (const [name, document, issues] of cases) {
  test(`translations: ${name} (rules/languages 2.1 and 2.2)`, () => assert.deepEqual(issuesOf(document), issues));
}

test("the order of the languages does not count", () => {
  const [one, other] = [
    { fr: { name: "Soupe" }, de: { name: "Suppe" } },
    { de: { name: "Suppe" }, fr: { name: "Soupe" } },
  ].map((translations) => JSON.stringify(parseMenu(menuOf({ translations }))));
  assert.equal(one, other);
});

test("a reader gets the nearest language, and the base text where there is none (rules/languages 2.1)", () => {
  const has = new Set(["fr", "pt-BR", "pt", "ja"]);
  const order = (base: string, ...wishes: readonly string[]): string => readingOrder(base, has, wishes).join(" ");
  assert.equal(order("en", "fr-CH", "fr"), "fr en");
  assert.equal(order("en", "pt-BR", "pt"), "pt-BR pt en");
  assert.equal(order("en", "pt-PT", "pt"), "pt-BR pt en");
  assert.equal(order("en", "de", "ja", "en"), "ja en");
  assert.equal(order("en-GB", "en-US", "fr"), "en-GB");
  assert.equal(order("de", "it"), "de");
  const soup = {
    name: "Tomato soup",
    description: "With basil",
    translations: { fr: { name: "Soupe à la tomate" }, "pt-BR": { description: "Com manjericão" } },
  };
  assert.deepEqual(nameIn(["fr", "en"], soup), { text: "Soupe à la tomate", language: "fr" });
  assert.deepEqual(descriptionIn(["fr", "en"], soup), { text: "With basil", language: "en" });
  assert.deepEqual(nameIn(["pt-BR", "en"], soup), { text: "Tomato soup", language: "en" });
  assert.deepEqual(descriptionIn(["fr", "en"], { name: "Bread" }), null);
});
