/** The checkout in a browser without a script: the sent forms, and the answer to each (rules/ordering 14). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { formatBasket } from "../shared/basket-field.ts";
import { readPage, type CheckoutPage } from "./checkout-page.fixture.ts";

let service: TestService;
let venue: OrderingLocation;

before(async () => {
  service = await startService();
  venue = await createOrderingLocation(service, { name: "Bistro Maple", order_messages: "email_and_sms" });
});
after(() => service.stop());

const soup = [{ menu_entity_id: "soup-bowl", quantity: 2 }];
const both = [...soup, { menu_entity_id: "bread-loaf", quantity: 1, notes: "No butter" }];
const diner = { name: "Dana Diner", phone: "+12175550142", email: "", told_by: "page", payment: "link", day: "soon" };

const pathAt = ({ locationId } = venue): string => `${service.url}/store/${locationId}/checkout`;

async function open(items = soup, at = venue, more: Readonly<Record<string, string>> = {}): Promise<CheckoutPage> {
  const query = new URLSearchParams({ b: formatBasket(items) ?? "", ...more });
  return readPage(await fetch(`${pathAt(at)}?${query.toString()}`, { headers: { "accept-language": "en" } }));
}

async function send(page: CheckoutPage, fields: Readonly<Record<string, string>>, at = venue): Promise<CheckoutPage> {
  const kept = {
    b: page.hidden("b"),
    key: page.hidden("key"),
    expected: page.hidden("expected"),
    for: page.hidden("for"),
  };
  const body = new URLSearchParams({ ...kept, ...fields });
  const headers = { "accept-language": "en" };
  return readPage(await fetch(pathAt(at), { method: "POST", body, headers, redirect: "manual" }));
}

const ordersAt = async ({ locationId } = venue) =>
  (
    await service.database.read.one<{ count: number }>(
      "SELECT count(*)::int AS count FROM orders WHERE location_id = $1",
      [locationId],
    )
  ).count;

async function sellOut(externalId: string, stockStatus: string, at = venue): Promise<void> {
  const { data } = (await at.call("GET", `/v1/locations/${at.locationId}/stock_status`)).body;
  const row = data.find((each: { externalId: string }) => each.externalId === externalId);
  await at.call("PATCH", `/v1/locations/${at.locationId}/stock_status`, [{ id: row.id, stockStatus }]);
}

describe("the page", () => {
  test("has the lines, the sum with taxes, and a button with exactly that amount", async () => {
    const page = await open(both);
    assert.equal(page.status, 200);
    assert.match(page.text, /Soup/);
    assert.match(page.text, /“No butter”/);
    assert.deepEqual(page.button, ["place", "Place the order · $24.75"]);
    assert.equal(page.hidden("expected"), "2475");
    const [, day = "", words = ""] = /name="day"\s+value="(\d{4}-[\d-]+)"[^>]*>([^<]+)/.exec(page.text) ?? [];
    assert.equal(words.trim().startsWith("Today: "), day === localDate("America/Chicago", Date.now()), words);
    assert.match(page.text, /Show times and price/);
    assert.doesNotMatch(page.text, /checked[^>]*name="tip"|name="tip"[^>]*checked/);
  });

  test("has the restaurant's head with the way to the menu; that and the switch of languages keep the basket", async () => {
    const page = await open(both);
    const basket = page.hidden("b");
    const [head = ""] = /<header class="venue">.*?<\/header>/s.exec(page.text) ?? [];
    assert.ok(head.includes(`<a href="/store/${venue.locationId}?b=${basket}"`), head);
    assert.ok(head.includes(`/find?at=${venue.locationId}`), head);
    const wrong = await send(page, { ...diner, do: "place", phone: "12" });
    assert.equal(wrong.status, 422);
    assert.ok(wrong.text.includes(`href="/store/${venue.locationId}/checkout?b=${basket}&amp;lang=fr"`));
    assert.doesNotMatch(wrong.text, /href="[^"]*Dana/);
  });

  test("a dish without a name in the page's language says in which its name is", async () => {
    const query = new URLSearchParams({ b: formatBasket(both) ?? "" });
    const french = await readPage(
      await fetch(`${pathAt()}?${query.toString()}`, { headers: { "accept-language": "fr" } }),
    );
    assert.match(french.text, /class="order-line-name"><bdi lang="en">Soup</);
    assert.match(french.text, /<bdi>“No butter”</);
    assert.match((await open(both)).text, /class="order-line-name"><bdi>Soup</);
  });

  test("nothing chosen, a basket that nobody can read, and one of another menu are said", async () => {
    for (const b of ["", "!", "W1tdXQ", "x".repeat(7_000)]) {
      const page = await readPage(await fetch(`${pathAt()}?b=${b}`));
      assert.equal(page.status, 200);
      assert.match(page.text, /Nothing chosen yet/, b.slice(0, 10));
    }
    const strange = await open([{ menu_entity_id: "lobster", quantity: 1 }]);
    assert.match(strange.text, /No longer on the menu/);
    assert.deepEqual(strange.button, ["remove_gone", "Remove 1 sold-out dish"]);
    assert.equal((await fetch(`${service.url}/store/str_x/checkout`)).status, 404);
  });

  test("lines are changed by their buttons; the last one gone leads to the menu", async () => {
    const more = await send(await open(both), { ...diner, do: "more:0" });
    assert.deepEqual(more.button, ["place", "Place the order · $34.65"]);
    const less = await send(more, { ...diner, do: "remove:1" });
    assert.deepEqual(less.button, ["place", "Place the order · $29.70"]);
    assert.match(less.text, /value="Dana Diner"/);
    const none = await send(less, { ...diner, do: "remove:0" });
    assert.deepEqual([none.status, none.to], [303, `/store/${venue.locationId}`]);
  });

  test("a tip is a share of the subtotal, or an amount; the button has it", async () => {
    const page = await open();
    assert.deepEqual((await send(page, { ...diner, do: "price", tip: "10" })).button[1], "Place the order · $21.60");
    const own = await send(page, { ...diner, do: "price", tip: "own", tip_amount: "$2,50" });
    assert.deepEqual(own.button[1], "Place the order · $22.30");
    const wrong = await send(page, { ...diner, do: "place", tip: "own", tip_amount: "much" });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Write an amount, for example 2.50\./);
  });
});

test("listOrderingTimes: the times of a day, and the days that have one (rules/ordering 14.8)", async () => {
  const times = (query = "", at: string = venue.locationId) =>
    service.call("GET", `/store/v1/locations/${at}/ordering_times${query}`);
  const { body: first } = await times();
  const { date, dates, times: found } = first;
  assert.deepEqual([first.as_soon_as_possible, date, dates.length > 1], [true, dates[0], true]);
  const { body: next } = await times(`?date=${dates[1]}`);
  assert.ok(next.date === dates[1] && next.times[0] > found.at(-1) && next.times.length > 0);
  assert.deepEqual((await times("?date=2020-01-01")).body.times, []);
  assert.equal((await times("?date=2026-02-30")).body.details.issues[0].path, "query.date");
  assert.equal((await times("", "str_01k0w3gzq4w1d8n5v7j2m6t9ke")).status, 404);
});

test("the tips are those that the restaurant offers", async () => {
  const other = await createOrderingLocation(service, { tip_percentages: [12] });
  const { text } = await open(soup, other);
  assert.deepEqual(
    [...text.matchAll(/name="tip"\s+value="(\w+)"/g)].map(([, value]) => value),
    ["12", "own", "0"],
  );
});

describe("ordering", () => {
  test("leads to the payment with the way back to the order; sent again, it is the same order (rules/ordering 14.3)", async () => {
    const before = await ordersAt();
    const page = await open();
    const fields = { ...diner, do: "place", notes: "Ring twice" };
    const sent = await Promise.all([
      send(page, fields),
      send(page, fields),
      send(page, { ...fields, name: "Another" }),
    ]);
    const again = await send(page, fields);
    for (const { status, to } of [...sent, again]) assert.deepEqual([status, to], [303, sent[0]?.to]);
    assert.match(again.to ?? "", /^\/pay\//);
    assert.equal(await ordersAt(), before + 1);
    const [, token] =
      /^order=([\w-]{32}); Path=\/pay\/[\w-]+; Max-Age=86400; HttpOnly; SameSite=Lax$/.exec(again.cookie ?? "") ?? [];
    assert.ok(token !== undefined, again.cookie ?? "no cookie");
    const pay = (cookie: string) => fetch(service.url + (again.to ?? ""), { headers: { cookie }, redirect: "manual" });
    assert.match(await (await pay(`order=${token}`)).text(), new RegExp(`href="/order/${token ?? ""}"`));
    assert.doesNotMatch(await (await pay("order=x")).text(), /href="\/order\//);
    const card = new URLSearchParams({ card_number: "4242424242424242" });
    await fetch(service.url + (again.to ?? ""), { method: "POST", body: card, redirect: "manual" });
    const paid = await pay(`order=${token}`);
    assert.deepEqual([paid.status, paid.headers.get("location")], [303, `/order/${token}`]);
    assert.equal((await pay("")).status, 200);
    const order = await (await fetch(`${service.url}/order/${token}`)).text();
    assert.match(order, /Soup/);
  });

  test("paid at the restaurant leads to the order", async () => {
    const sent = await send(await open(), { ...diner, do: "place", payment: "pay_in_store" });
    assert.match(sent.to ?? "", /^\/order\/[\w-]{32}$/);
  });

  test("the sentence that was shown is kept as the consent, in the language of the page", async () => {
    const query = new URLSearchParams({ b: formatBasket(soup) ?? "", lang: "fr" });
    const page = await readPage(await fetch(`${pathAt()}?${query.toString()}`));
    const told = { ...diner, do: "place", told_by: "email", email: "camille@example.org" };
    const kept = {
      b: page.hidden("b"),
      key: page.hidden("key"),
      expected: page.hidden("expected"),
      for: page.hidden("for"),
    };
    const headers = { cookie: "maple_lang=fr" };
    const body = new URLSearchParams({ ...kept, ...told });
    const sent = await fetch(pathAt(), { method: "POST", body, headers, redirect: "manual" });
    assert.equal(sent.status, 303);
    const [row] = await service.database.read.rows<{ channel: string; sentence: string; language: string }>(
      `SELECT c.channel, c.sentence, o.language FROM message_choices c JOIN orders o ON o.id = c.subject_id
       WHERE o.customer ->> 'email' = 'camille@example.org'`,
      [],
    );
    assert.deepEqual([row?.channel, row?.language], ["email", "fr"]);
    assert.ok(page.text.includes(row?.sentence ?? "nothing"), row?.sentence ?? "no choice");
  });

  test("each mistake is said beside its field and above, and nothing is ordered", async () => {
    const before = await ordersAt();
    const wrong = { ...diner, do: "place", name: " \u200b\u3164", phone: "12", email: "nobody", told_by: "" };
    const sent = await send(await open(), wrong);
    assert.equal(sent.status, 422);
    assert.match(sent.text, /Nothing is ordered yet\. Check 4 fields:/);
    for (const field of ["name", "phone", "email", "told_by"]) {
      assert.match(sent.text, new RegExp(`<a href="#${field}">`));
      assert.match(sent.text, new RegExp(`id="${field}-mistake"`));
    }
    assert.match(sent.text, /aria-invalid="true"/);
    assert.match(sent.text, /value="nobody"/);
    const silent = await send(sent, { ...diner, do: "place", told_by: "email" });
    assert.match(silent.text, /Enter your e-mail, or choose another way/);
    assert.equal(await ordersAt(), before);
  });

  test("a total that is not the one on the button is shown first", async () => {
    const before = await ordersAt();
    const page = await open();
    const sent = await send(page, { ...diner, do: "place", tip: "10" });
    assert.equal(sent.status, 409);
    assert.match(sent.text, /The price has changed/);
    assert.equal(await ordersAt(), before);
    assert.equal((await send(sent, { ...diner, do: "place", tip: "10" })).status, 303);
  });
});

describe("what cannot be had", () => {
  test("a sold-out dish is marked and is not in the sum; the button takes it out", async () => {
    await sellOut("bread", "out_of_stock");
    const page = await open(both);
    assert.match(page.text, /class="gone"[\s\S]*Bread[\s\S]*Sold out/);
    assert.equal(page.hidden("expected"), "1980");
    assert.deepEqual(page.button, ["remove_gone", "Remove 1 sold-out dish"]);
    const placed = await send(page, { ...diner, do: "place" });
    assert.equal(placed.status, 409);
    assert.match(placed.text, /id="mistakes"[^>]*data-focus[^>]*>\s*<p>Some dishes are no longer available\.<\/p>/);
    const rest = await send(page, { ...diner, do: "remove_gone" });
    assert.deepEqual(rest.button, ["place", "Place the order · $19.80"]);
    assert.match(rest.text, /value="Dana Diner"/);
    await sellOut("bread", "in_stock");
  });

  test("paused: nothing is ordered before the next time was shown on the button", async () => {
    const later = await createOrderingLocation(service, { preparation_minutes: 10 });
    const page = await open(soup, later);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET ordering_paused_until = now() + interval '1 hour' WHERE id = $1", [
        later.locationId,
      ]),
    );
    const before = await ordersAt(later);
    const sent = await send(page, { ...diner, do: "place" }, later);
    assert.equal(sent.status, 409);
    assert.match(sent.text, /Not taking orders until/);
    assert.match(sent.text, /Check the new time/);
    assert.match(sent.button[1], /^Order for .* · \$19\.80$/);
    assert.equal(await ordersAt(later), before);
    const placed = await send(sent, { ...diner, do: "place", day: "" }, later);
    assert.equal(placed.status, 303);
    const [order] = await service.database.read.rows<{ at: string }>(
      "SELECT extract(epoch FROM scheduled_for)::int::text AS at FROM orders WHERE location_id = $1",
      [later.locationId],
    );
    assert.equal(order?.at, sent.hidden("for"));
  });

  test("delivery without an address asks for it; with one the fee is in the sum", async () => {
    const page = await open(soup, venue, { how: "delivery" });
    assert.deepEqual(page.button, ["place", "Enter your address"]);
    const sent = await send(page, { ...diner, do: "place", how: "delivery" });
    assert.equal(sent.status, 422);
  });
});
