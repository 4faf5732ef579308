/** The form of a dish, as a browser without a script sends it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrderingLocation, readBistroMenu, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { formatBasket, parseBasket } from "../shared/basket-field.ts";

let service: TestService;
let venue: OrderingLocation;

before(async () => {
  service = await startService();
  venue = await createOrderingLocation(service, { name: "Bistro Maple" }, await readBistroMenu());
});
after(() => service.stop());

const path = (): string => `${service.url}/store/${venue.locationId}/dish`;
const headers = { "accept-language": "en" };
const water = { menu_entity_id: "water-50", quantity: 1, modifiers: [] };

async function open(query: Readonly<Record<string, string>>) {
  const answer = await fetch(`${path()}?${new URLSearchParams(query).toString()}`, { headers, redirect: "manual" });
  return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
}

/** The groups that a page shows, as the fields that say so. */
const shownBy = (text: string) =>
  [...text.matchAll(/name="g" value="([^"]+)"/g)].map(([, group]) => ["g", group ?? ""]);

async function send(text: string, fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams([...shownBy(text), ...Object.entries({ size: "0", quantity: "1", ...fields })]);
  const answer = await fetch(path(), { method: "POST", body, headers, redirect: "manual" });
  const to = answer.headers.get("location");
  const basket = to === null ? [] : parseBasket(new URL(to, service.url).searchParams.get("b"));
  return { status: answer.status, to, basket, text: await answer.text() };
}

test("begins with what the restaurant suggests; a choice that is missing is named, and what was chosen stays", async () => {
  const page = await open({ dish: "burger" });
  assert.equal(page.status, 200);
  assert.match(page.text.replaceAll(/<[^>]+>/g, ""), /Contains gluten, milk/);
  assert.match(page.text, /name="c\.0\.0"\s+value="1"\s+checked/);
  const missing = await send(page.text, { dish: "burger", "c.0.0": "2", notes: "No onions" });
  assert.equal(missing.status, 422);
  assert.match(missing.text, /<bdi>Side<\/bdi>: Choose one\./);
  assert.match(missing.text, /name="c\.0\.0"\s+value="2"\s+checked/);
  assert.match(missing.text, /value="No onions"/);
});

test("what hangs on a choice is asked for before the dish is taken; then the menu has it in its basket", async () => {
  const b = formatBasket([water]) ?? "";
  const page = await open({ dish: "burger", b });
  const fields = { dish: "burger", b, "c.0.0": "1", "c.0.2": "0", quantity: "2" };
  const nested = await send(page.text, fields);
  assert.equal(nested.status, 200);
  assert.match(
    nested.text,
    /role="status"[^>]*>\s*<p>One more choice: <a href="#group-[\d.]+"><bdi>Dips<\/bdi><\/a>\.<\/p>/,
  );
  const taken = await send(nested.text, { ...fields, "o.0.2.0.0.0": "1" });
  assert.equal(taken.status, 303, taken.text);
  assert.match(taken.to ?? "", new RegExp(`^/store/${venue.locationId}\\?b=[\\w-]+#your-order$`));
  const dip = { menu_entity_id: "dip-mayo", quantity: 1, modifiers: [] };
  assert.deepEqual(taken.basket, [
    water,
    {
      menu_entity_id: "burger-single",
      quantity: 2,
      modifiers: [
        { menu_entity_id: "cook-medium", quantity: 1, modifiers: [] },
        { menu_entity_id: "side-fries", quantity: 1, modifiers: [dip] },
      ],
    },
  ]);
});

test("another size shows its own choices first; a line of the basket is changed in its place", async () => {
  const page = await open({ dish: "burger" });
  const double = await send(page.text, { dish: "burger", size: "1", "c.0.0": "1", "c.0.2": "1" });
  assert.equal(double.status, 200);
  const burger = {
    menu_entity_id: "burger-double",
    quantity: 3,
    notes: "Hot",
    modifiers: [{ menu_entity_id: "side-salad" }],
  };
  const b = formatBasket([burger, water]) ?? "";
  const line = await open({ line: "0", b, back: "checkout" });
  assert.match(line.text, /value="Hot"/);
  assert.match(line.text, /name="size"\s+value="1"\s+checked/);
  const changed = await send(line.text, { line: "0", b, back: "checkout", size: "1", "c.1.0": "0", "c.1.1": "1" });
  assert.equal(changed.status, 303, changed.text);
  assert.match(changed.to ?? "", /\/checkout\?b=/);
  assert.deepEqual(
    changed.basket.map(({ menu_entity_id, quantity }) => [menu_entity_id, quantity]),
    [
      ["burger-double", 1],
      ["water-50", 1],
    ],
  );
});

test("no number, a full basket and an unknown dish are said", async () => {
  const page = await open({ dish: "water" });
  for (const quantity of ["", "0", "-1", "1.5", "many"]) {
    const sent = await send(page.text, { dish: "water", quantity });
    assert.equal(sent.status, 422);
    assert.match(sent.text, /Enter a number from 1 to 99/);
  }
  const full = Array.from({ length: 8 }, () => ({ ...water, notes: "x".repeat(500) }));
  const large = await send(page.text, { dish: "water", b: formatBasket(full) ?? "", notes: "y".repeat(500) });
  assert.equal(large.status, 422);
  assert.match(large.text, /too large for this page/);
  assert.deepEqual((await open({ dish: "lobster" })).to, `/store/${venue.locationId}`);
  assert.equal((await fetch(`${service.url}/store/str_x/dish`)).status, 404);
});
