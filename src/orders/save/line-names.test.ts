import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { parseMenu } from "../../menus/document/parse-menu.ts";
import { arrangeMenu } from "../../menus/read/orderable-menu.ts";
import { lineNames } from "./line-names.ts";

const price = { amount: { amountMinor: 500, currency: "EUR" } };
const french = (name: string) => ({ translations: { fr: { name } } });
const parsed = parseMenu({
  currency: "EUR",
  language: "en",
  categories: [
    {
      externalId: "soups",
      name: "Soups",
      items: [
        {
          externalId: "soup",
          name: "Soup",
          ...french("Soupe"),
          variations: [
            { externalId: "cup", name: "Cup", price },
            { externalId: "bowl", name: "Bowl", price, ...french("Bol") },
          ],
        },
        {
          externalId: "bread",
          name: "Bread",
          ...french("Pain"),
          variations: [{ externalId: "loaf", name: "L", price }],
        },
      ],
    },
  ],
});
assert.ok(!isRefusal(parsed));
const menu = arrangeMenu(parsed.document);
const line = (id: string, name: string) => ({ menu_entity_id: id, name });

test("a line is named in the language of its letter, as far as the menu has names in it (rules/languages 2.1)", () => {
  const french = lineNames(menu, ["fr-FR", "fr"]);
  assert.equal(french(line("bowl", "Soup (Bowl)")), "Soupe (Bol)");
  assert.equal(french(line("cup", "Soup (Cup)")), "Soupe (Cup)");
  assert.equal(french(line("loaf", "Bread")), "Pain");
  assert.equal(lineNames(menu, ["de-DE", "de"])(line("bowl", "Soup (Bowl)")), "Soup (Bowl)");
  assert.equal(french(line("gone", "Soup of old")), "Soup of old");
  assert.equal(lineNames(null, ["fr"])(line("bowl", "Soup (Bowl)")), "Soup (Bowl)");
});
