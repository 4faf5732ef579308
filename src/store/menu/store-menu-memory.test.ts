import assert from "node:assert/strict";
import { test } from "node:test";
import { drawMenu, seededRandom } from "../../../examples/menus/draw-menu.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Id } from "../../kernel/id.ts";
import { parseMenu } from "../../menus/document/parse-menu.ts";
import { arrangeMenu } from "../../menus/read/orderable-menu.ts";
import { menuWords } from "../shared/menu-words.ts";
import { toStoreMenu } from "./store-menu.ts";
import { createStoreMenuMemory } from "./store-menus.cache.ts";

const english = { language: "en", locale: "en" } as const;

test("views of menus are remembered up to 15,000 dishes and options, the oldest out first (rules/operating 3.11)", () => {
  const parsed = parseMenu(drawMenu(seededRandom(5), { items: 700 }));
  assert.ok(!isRefusal(parsed));
  const menu = arrangeMenu(parsed.document);
  const moment = { menu, outOfStock: new Set<string>(), timeZone: "UTC", at: 0, fulfillmentType: "pickup" as const };
  const ids = { locationId: "str_x" as Id<"str">, versionId: "mnv_x" as Id<"mnv"> };
  const words = menuWords(menu, { language: "en", country: null }, english);
  const view = toStoreMenu({ moment, ...ids, photos: new Map(), words }, english);
  const size = view.categories.reduce((sum, { items }) => sum + items.length, 1) + view.options.length;
  const most = Math.floor(15_000 / size);
  assert.ok(size > 700 && most >= 2, `a view of ${size}`);
  const memory = createStoreMenuMemory();
  for (let n = 0; n < most; n++) memory.put(String(n), view);
  memory.put("0", view);
  assert.equal(memory.get("0"), view, "as many as fit are kept, and one that is put again counts once");
  memory.put("next", view);
  assert.equal(memory.get("0"), undefined);
  assert.equal(memory.get("1"), view);
  assert.equal(memory.get("next"), view);
});
