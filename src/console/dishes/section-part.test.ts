/** One section of a rich menu is changed, and all else of the document stays. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { parseMenu } from "../../menus/document/parse-menu.ts";
import type { Fields } from "../shell/merge-three.ts";
import { sectionPart } from "./section-part.ts";
import { plainFields } from "./write-parts.ts";
import { englishPage } from "./part-page.fixture.ts";

const dish = (externalId: string) => ({
  externalId,
  name: externalId,
  stockStatus: "out_of_stock",
  variations: [
    { externalId: `${externalId}-1`, name: "One", price: { amount: { amountMinor: 900, currency: "EUR" } } },
  ],
});
const evening = { dayOfWeek: 5, startTime: "18:00", endTime: "02:00" };
const closed = { date: "2026-12-25", closed: true };

function read(menu: object): MenuDocument {
  const parsed = parseMenu(structuredClone(menu));
  return isRefusal(parsed) ? assert.fail(parsed.message) : parsed.document;
}
const document = read({
  currency: "EUR",
  language: "en",
  timezone: "Europe/Paris",
  metadata: { till: 7 },
  categories: [
    { externalId: "mains", name: "Mains", description: "Big", items: [dish("pie"), dish("stew"), dish("roast")] },
    {
      externalId: "wine",
      name: "Wine",
      translations: { fr: { name: "Vin" } },
      availability: { windows: [evening], exceptions: [closed] },
      imageUrl: "https://example.org/wine.png",
      items: [],
      categories: [
        { externalId: "red", name: "Red", items: [dish("merlot")] },
        { externalId: "white", name: "White", items: [] },
      ],
    },
  ],
});
const partOf = (id: string, isNew = false) => sectionPart(englishPage, id, isNew);
const fieldsOf = (id: string, isNew = false): Fields =>
  plainFields(partOf(id, isNew).read(document) ?? assert.fail(`no ${id}`));
const saved = (id: string, change: Fields, isNew = false): MenuDocument =>
  read(partOf(id, isNew).write(document, { ...fieldsOf(id, isNew), ...change }));
const original = JSON.stringify(document).replaceAll(/,"stockStatus":"\w+"/g, "");
const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name);

describe("a section that is saved (rules/menus 4.14)", () => {
  test("as it was, changes nothing", () => {
    for (const id of ["mains", "wine", "red"]) assert.equal(JSON.stringify(saved(id, {})), original, id);
  });

  test("with another name and without a description, keeps all else", () => {
    const after = JSON.stringify(saved("mains", { name: "Big plates", description: null }));
    assert.equal(after, original.replace('"name":"Mains","description":"Big"', '"name":"Big plates"'));
    assert.match(JSON.stringify(saved("wine", { name_de: "Wein" })), /"de":\{"name":"Wein"\},"fr":\{"name":"Vin"\}/);
  });

  test("with hours, has them in the order of the week; single dates stay", () => {
    const hours = { "hours.new1": ["0", "12:00", "15:00"], "hours.new2": ["1", "12:00", "15:00"] };
    const windows = [1, 0].map((dayOfWeek) => ({ dayOfWeek, startTime: "12:00", endTime: "15:00" }));
    assert.deepEqual(saved("mains", hours).categories[0]?.availability, { windows });
    assert.deepEqual(saved("wine", hours).categories[1]?.availability, {
      windows: [windows[0], evening, windows[1]],
      exceptions: [closed],
    });
  });

  test("without hours, is offered always, but for its single dates", () => {
    const wine = saved("wine", { "hours.5 18:00": null }).categories[1];
    assert.equal(wine?.availability?.windows.length, 7);
    assert.ok(wine.availability.windows.every(({ startTime, endTime }) => startTime === endTime));
    assert.deepEqual(wine.availability.exceptions, [closed]);
    const typed = { "hours.new1": ["5", "12:00", "15:00"] };
    const lunch = read(partOf("mains").write(document, { ...fieldsOf("mains"), ...typed }));
    const again = partOf("mains").write(lunch, { ...partOf("mains").read(lunch), "hours.5 12:00": null });
    assert.equal(read(again).categories[0]?.availability, undefined);
  });

  test("with the same start twice, is a mistake at the second row", () => {
    const twice = { "hours.new1": ["5", "18:00", "23:00"] };
    assert.deepEqual(
      [
        ...partOf("wine")
          .mistakes(document, { ...fieldsOf("wine"), ...twice })
          .keys(),
      ],
      ["hours.new1"],
    );
  });

  test("with its dishes, or the sections beside it, in another order", () => {
    const mains = saved("mains", { order_dishes: ["roast", "pie", "stew"] });
    assert.deepEqual(names(mains.categories[0]?.items), ["roast", "pie", "stew"]);
    assert.deepEqual(names(saved("mains", { order_sections: ["wine", "mains"] }).categories), ["Wine", "Mains"]);
    const red = saved("red", { order_sections: ["white", "red"] });
    assert.deepEqual(names(red.categories[1]?.categories), ["White", "Red"]);
    assert.deepEqual(names(red.categories), ["Mains", "Wine"]);
  });

  test("anew, stands where it is wanted", () => {
    const typed = { name: "Soups", order_sections: ["fresh", "mains", "wine"] };
    assert.deepEqual(names(saved("fresh", typed, true).categories), ["Soups", "Mains", "Wine"]);
    const [first, ...others] = saved("fresh", typed, true).categories;
    assert.deepEqual(first, { externalId: "fresh", name: "Soups", items: [] });
    assert.equal(others.length, 2);
  });
});

describe("a section that is removed", () => {
  test("has no dish and no section in it", () => {
    assert.deepEqual(partOf("white").farewell(document).isBlocked, false);
    assert.match(partOf("mains").farewell(document).text, /pie, stew, roast/);
    assert.deepEqual(partOf("wine").farewell(document), {
      text: "First move or take off what stands in this section: Red, White.",
      isBlocked: true,
    });
  });

  test("is gone, and all else stays", () => {
    const after = read(partOf("white").remove(document));
    assert.equal(JSON.stringify(after), original.replace(',{"externalId":"white","name":"White","items":[]}', ""));
  });
});
