/** Two managers at one part of a menu, forms that say nonsense, and an app that keeps the menu. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connect, createApp, createLocation } from "../../../test/harness/factories.ts";
import { createPerson, ownOrigin } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import type { MenuDocument } from "../../menus/document/menu-document.ts";

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const dish = (externalId: string) => ({
  externalId,
  name: externalId,
  variations: [
    { externalId: `${externalId}-1`, name: "One", price: { amount: { amountMinor: 900, currency: "EUR" } } },
  ],
});
const menu = {
  currency: "EUR",
  language: "en",
  modifierGroups: [
    {
      externalId: "sides",
      name: "Sides",
      options: [
        { externalId: "rice", name: "Rice" },
        { externalId: "salad", name: "Salad" },
      ],
    },
  ],
  categories: [
    { externalId: "mains", name: "Mains", items: [dish("pie"), dish("stew"), dish("roast")] },
    { externalId: "empty", name: "Empty", items: [] },
  ],
};

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly to: string;
}

/** A manager with a browser that sends forms, with the values that the pages were filled in from. */
interface Manager {
  readonly show: (
    address: string,
  ) => Promise<{ readonly hidden: Readonly<Record<string, string>>; readonly text: string }>;
  readonly send: (address: string, fields: Readonly<Record<string, string | readonly string[]>>) => Promise<Answer>;
  readonly live: () => Promise<MenuDocument>;
}

async function managerOf(at: Id<"str">, name: string): Promise<Manager> {
  const { token } = await createPerson(service.database, [{ role: "manager", at }], { name });
  const url = (address: string) => `${service.url}/console/${at}/menu/${address}`;
  const headers = { ...ownOrigin, cookie: `maple_session=${token}` };
  return {
    async show(address) {
      const text = await (await fetch(url(address), { headers, redirect: "manual" })).text();
      const valueOf = (field: string) => new RegExp(`name="${field}" value="([^"]*)"`).exec(text)?.[1] ?? "";
      return { text, hidden: { version: valueOf("version"), base: valueOf("base").replaceAll("&quot;", '"') } };
    },
    async send(address, fields) {
      const body = new URLSearchParams(
        Object.entries(fields).flatMap(([field, values]) => [values].flat().map((value) => [field, value])),
      );
      const answer = await fetch(url(address), { method: "POST", headers, body, redirect: "manual" });
      return { status: answer.status, text: await answer.text(), to: answer.headers.get("location") ?? "" };
    },
    live: async () =>
      (await service.call("GET", `/console/v1/locations/${at}/menu`, { key: token })).body as MenuDocument,
  };
}

async function twoAt(document: object | null): Promise<{ readonly at: Id<"str">; mia: Manager; tom: Manager }> {
  const at = await createLocation(service.database);
  if (document !== null) {
    const { token } = await createPerson(service.database, [{ role: "manager", at }]);
    const options = { key: token, body: document };
    assert.equal((await service.call("POST", `/console/v1/locations/${at}/menu`, options)).status, 200);
  }
  return { at, mia: await managerOf(at, "Mia"), tom: await managerOf(at, "Tom") };
}

const sides = { name: "Sides", "option.rice.0": "Rice", "option.salad.0": "Salad" };

describe("two managers at one part (rules/console 1.4)", () => {
  test("a new order of dishes and a dish that came meanwhile are both kept", async () => {
    const { mia, tom } = await twoAt(menu);
    const { hidden } = await tom.show("section?section=mains");
    const added = { name: "Soup", section: "mains", "size.new1.1": "6" };
    assert.match((await mia.send("dish?dish=soup&new=mains", added)).to, /done=dish$/);
    const numbers = { "order_dishes.roast": "1", "order_dishes.pie": "2", "order_dishes.stew": "3" };
    const answer = await tom.send("section?section=mains", { ...hidden, name: "Mains", ...numbers });
    assert.match(answer.to, /done=section_merged$/);
    assert.deepEqual(
      (await tom.live()).categories[0]?.items.map(({ name }) => name),
      ["roast", "Soup", "pie", "stew"],
    );
  });

  test("choices keep the price of the one and the rule of the other; the same price twice is asked", async () => {
    const { mia, tom } = await twoAt(menu);
    const { hidden } = await tom.show("choices?group=sides");
    assert.match((await mia.send("choices?group=sides", { ...sides, "option.rice.1": "1" })).to, /done=choices$/);
    const typed = { ...hidden, ...sides, most: "2", dishes: ["pie", "stew"] };
    assert.match((await tom.send("choices?group=sides", typed)).to, /done=choices_merged$/);
    const live = await tom.live();
    const [group] = live.modifierGroups ?? [];
    assert.deepEqual([group?.maxSelections, group?.options[0]?.price?.amount.amountMinor], [2, 100]);
    assert.deepEqual(
      live.categories[0]?.items.map(({ modifierGroups }) => modifierGroups?.length ?? 0),
      [1, 1, 0],
    );
    const clash = await tom.send("choices?group=sides", { ...typed, "option.rice.1": "2" });
    assert.equal(clash.status, 409);
    assert.match(clash.text, /Keep theirs: Rice, 1\.00/);
  });

  test("a part that somebody removed meanwhile is gone, and so is its order", async () => {
    const { mia, tom } = await twoAt(menu);
    const { hidden } = await tom.show("section?section=mains");
    assert.match((await mia.send("remove-section", { id: "empty" })).to, /done=section_removed$/);
    assert.match((await mia.send("remove-choices", { id: "sides" })).to, /done=choices_removed$/);
    assert.match((await tom.send("section?section=empty", { name: "Full" })).to, /done=section_gone$/);
    assert.match((await tom.send("choices?group=sides", sides)).to, /done=choices_gone$/);
    const order = { "order_sections.empty": "1" };
    assert.match((await tom.send("section?section=mains", { ...hidden, name: "Plates", ...order })).to, /_merged$/);
    assert.deepEqual(
      (await tom.live()).categories.map(({ name }) => name),
      ["Plates"],
    );
  });

  test("a dish that got its first choices while its form was open keeps them, and nothing is asked", async () => {
    const { modifierGroups: _, ...plain } = menu;
    const { mia, tom } = await twoAt(plain);
    const { hidden } = await tom.show("dish?dish=pie");
    const made = { name: "Sides", "option.new1.0": "Rice", dishes: "pie" };
    assert.match((await mia.send("choices?group=sides&new=1", made)).to, /done=choices$/);
    const typed = { ...hidden, name: "Pea pie", section: "mains", "size.pie-1.0": "One", "size.pie-1.1": "9.00" };
    assert.match((await tom.send("dish?dish=pie", typed)).to, /done=dish_merged$/);
    const pie = (await tom.live()).categories[0]?.items[0];
    assert.deepEqual([pie?.name, pie?.modifierGroups], ["Pea pie", [{ groupId: "sides" }]]);
  });

  test("both begin a menu: both sections are there, and a form that comes twice makes one", async () => {
    const { mia, tom } = await twoAt(null);
    const { hidden } = await tom.show("section?section=food&new=1");
    assert.match((await mia.send("section?section=drinks&new=1", { name: "Drinks" })).to, /done=section$/);
    for (const _ of [1, 2])
      assert.match((await tom.send("section?section=food&new=1", { ...hidden, name: "Food" })).to, /done=section/);
    assert.deepEqual(
      (await tom.live()).categories.map(({ name }) => name),
      ["Drinks", "Food"],
    );
  });
});

test("the page of a part is headed by its name, so that tabs and readers tell dishes apart", async () => {
  const at = await createLocation(service.database, { name: "Bistro" });
  const ada = await managerOf(at, "Ada");
  await ada.send("section?new=", { name: "Mains <1>" });
  const [section] = (await ada.live()).categories;
  const { text } = await ada.show(`section?section=${section?.externalId ?? ""}`);
  assert.match(text, /<h1><bdi[^>]*>Mains &lt;1&gt;<\/bdi><\/h1>/);
  assert.match(text, /<title>Mains &lt;1&gt; · Bistro<\/title>/);
  assert.match((await ada.show("section?new=")).text, /<h1><bdi[^>]*>New section<\/bdi><\/h1>/);
});

test("a long section is put in order, though its form is longer than others may be", async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `${"long-".repeat(44)}${index + 1}`);
  const { mia } = await twoAt({ ...menu, categories: [{ externalId: "mains", name: "Mains", items: ids.map(dish) }] });
  const { hidden } = await mia.show("section?section=mains");
  const numbers = ids.map((id, index) => [`order_dishes.${id}`, String(index === 149 ? 1 : index + 1)] as const);
  const form = { ...hidden, name: "Mains", ...Object.fromEntries(numbers) };
  assert.ok(new URLSearchParams(form).toString().length > 64 * 1024);
  assert.match((await mia.send("section?section=mains", form)).to, /done=section$/);
  assert.equal((await mia.live()).categories[0]?.items[0]?.externalId, ids[149]);
});

describe("a part that cannot be", () => {
  test("a section with dishes stays, and says which", async () => {
    const { mia } = await twoAt(menu);
    const answer = await mia.send("remove-section", { id: "mains" });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /First move or take off what stands in this section: pie, stew, roast\./);
    assert.equal((await mia.live()).categories.length, 2);
  });

  test("choices name the dishes that lose them before they go, and then are gone at each", async () => {
    const { mia } = await twoAt(menu);
    assert.match((await mia.send("choices?group=sides", { ...sides, dishes: ["pie", "stew"] })).to, /done=choices$/);
    const { text } = await mia.show("choices?group=sides");
    assert.match(text, /2 dishes are then sold without them: pie, stew\./);
    assert.match((await mia.send("remove-choices", { id: "sides" })).to, /done=choices_removed$/);
    assert.doesNotMatch(JSON.stringify(await mia.live()), /sides/);
  });

  test("nonsense is told at its field, and publishes nothing", async () => {
    const { mia } = await twoAt(menu);
    const before = JSON.stringify(await mia.live());
    const cases: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
      ["section?section=mains", { name: "" }, /id="name-mistake"/],
      ["section?section=mains", { name: "M", "order_dishes.pie": "first" }, /id="order_dishes-mistake"/],
      ["section?section=mains", { name: "M", "hours.new1.0": "1", "hours.new1.1": "18:00" }, /id="hours.new1-mistake"/],
      ["section?section=mains", { name: "M", "hours.new1.0": "9", "hours.new1.1": "18:00" }, /id="hours.new1-mistake"/],
      ["choices?group=sides", { ...sides, least: "-1" }, /id="least-mistake"/],
      ["choices?group=sides", { ...sides, most: "many" }, /id="most-mistake"/],
      ["choices?group=sides", { ...sides, "option.rice.1": "1.234" }, /“1\.234” is no price in EUR/],
      ["choices?group=sides", { ...sides, "option.rice.2": "0" }, /id="option.rice-mistake"/],
      ["choices?group=sides", { name: "Sides" }, /Write at least one choice/],
      ["choices?group=x&new=1", { name: "\u0000", "option.new1.0": "A" }, /id="name-mistake"/],
    ];
    for (const [address, fields, told] of cases) {
      const answer = await mia.send(address, fields);
      assert.equal(answer.status, 422, `${address} ${JSON.stringify(fields)}`);
      assert.match(answer.text, told, JSON.stringify(fields));
    }
    assert.equal((await mia.send("section?section=mains", { name: "Mains", base: "{", version: "x" })).status, 303);
    assert.equal(JSON.stringify(await mia.live()), before);
  });

  test("what is no part of the menu is said to be gone; a form of an unknown id makes no part", async () => {
    const { mia } = await twoAt(menu);
    for (const address of ["section?section=x", "choices?group=x", "section", "choices"]) {
      const kind = address.startsWith("section") ? "section" : "choices";
      assert.match((await mia.send(address, { name: "X" })).to, new RegExp(`done=${kind}_gone$`), address);
    }
  });

  test("with an app that keeps the menu, every form leads back and changes nothing", async () => {
    const { at, mia } = await twoAt(menu);
    const before = JSON.stringify((await mia.live()).categories);
    await connect(service.database, await createApp(service.database), at);
    for (const address of ["section?section=mains", "section?new=1", "choices?group=sides", "choices?new=1"])
      assert.match((await mia.send(address, { name: "X", "option.new1.0": "Y" })).to, /\/menu$/, address);
    for (const address of ["remove-section", "remove-choices"])
      assert.match((await mia.send(address, { id: "sides" })).to, /\/menu$/, address);
    assert.equal(JSON.stringify((await mia.live()).categories), before);
  });
});

test("a restaurant without taxes writes one on a page, and the next order has it inside its prices (rules/menus 4.14)", async () => {
  const { at, mia } = await twoAt(menu);
  const paris = { country: "FR", line1: "1 rue A", line2: null, city: "Paris", region: null, postal_code: "75001" };
  await service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET address = $2::jsonb, order_routing = 'manual' WHERE id = $1", [
      at,
      JSON.stringify(paris),
    ]),
  );
  assert.match((await mia.show("../menu")).text, /3 dishes have no tax: pie, stew, roast\. Receipts/);
  const { text, hidden } = await mia.show("tax?new=1");
  assert.match(text, /name="inside" checked/);
  const typed = { ...hidden, name: "VAT 10 %", percent: "10", inside: "on", dishes: ["pie", "stew"] };
  const refused = await mia.send("tax?tax=vat&new=1", { ...typed, percent: "a lot" });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /id="percent-mistake">Write a number from 0 to 100/);
  assert.match((await mia.send("tax?tax=vat&new=1", typed)).to, /done=tax$/);
  assert.match((await mia.show("../menu")).text, /1 dish has no tax: roast\./);
  const items = [{ menu_entity_id: "pie-1", quantity: 1, modifiers: [] }];
  const quoted = await service.call("POST", `/store/v1/locations/${at}/quotes`, { body: { items } });
  assert.equal(quoted.status, 200, quoted.text);
  assert.deepEqual([quoted.body.totals.total, quoted.body.totals.tax_included], [900, 82], quoted.text);
  // A dish that comes later has the tax, and inside.
  const added = { name: "Soup", section: "mains", tax: "vat", "size.new1.1": "6" };
  assert.match((await mia.send("dish?dish=soup&new=mains", added)).to, /done=dish$/);
  const [soup] = (await mia.live()).categories[0]?.items.slice(-1) ?? [];
  assert.deepEqual([soup?.taxCategoryId, soup?.variations[0]?.price?.taxInclusive], ["vat", true]);
  assert.match((await mia.send("remove-tax", { id: "vat" })).to, /done=tax_removed$/);
  assert.equal((await mia.live()).taxCategories, undefined);
});
