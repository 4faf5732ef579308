import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { emptyProfile } from "../../locations/location/profile.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService({ settings: { addressLimits: { diner_reads: 1e6, diner_writes: 1e6, photos: 1e6 } } });
  shop = await createOrderingLocation(service);
});
after(() => service.stop());

const answer = (token: string, changeId: string, choice: string) =>
  service.call("POST", `/store/v1/orders/${token}/changes/${changeId}`, { body: { choice } });
const track = async (token: string) => (await service.call("GET", `/store/v1/orders/${token}`)).body;

/** An accepted order of a diner, whose bread is reported as unavailable; pays in the store. */
async function reported(key: string): Promise<{ token: string; changeId: string }> {
  const placed = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
    headers: { "idempotency-key": key },
    body: {
      items: [
        { menu_entity_id: "soup-bowl", quantity: 1 },
        { menu_entity_id: "bread-loaf", quantity: 1 },
      ],
      customer: { name: "Dana Diner", phone: "+12175550142" },
      payment: "pay_in_store",
    },
  });
  assert.equal(placed.status, 201, placed.text);
  const { order, token } = placed.body;
  await shop.call("POST", `/v1/orders/${order.id}/accept`);
  const body = { line_items: [{ id: order.line_items[1].id }], reason: "The oven is cold" };
  const offered = await shop.call("POST", `/v1/orders/${order.id}/unavailable_items`, body);
  assert.equal(offered.status, 200, offered.text);
  return { token, changeId: offered.body.id };
}

test("the diner sees what is unavailable and goes on without it", async () => {
  const { token, changeId } = await reported("change-1");
  const [offered] = (await track(token)).changes;
  assert.deepEqual([offered.id, offered.status, offered.reason], [changeId, "offered", "The oven is cold"]);
  const taken = await answer(token, changeId, "remove");
  assert.equal(taken.status, 200, taken.text);
  assert.equal(taken.headers.get("cache-control"), "no-store");
  const order = await track(token);
  assert.deepEqual([order.totals.total, order.line_items.length, order.changes[0].status], [990, 1, "removed"]);
  assert.equal((await answer(token, changeId, "cancel")).body.code, "change_closed");
});

test("or cancels the whole order", async () => {
  const { token, changeId } = await reported("change-2");
  assert.equal((await answer(token, changeId, "cancel")).body.status, "cancelled");
  assert.equal((await track(token)).status, "CUSTOMER_CANCELLED");
});

test("a change is answered with the token of its own order only", async () => {
  const [first, second] = [await reported("change-3"), await reported("change-4")];
  assert.equal((await answer(second.token, first.changeId, "remove")).status, 404);
  assert.equal((await answer("x".repeat(32), first.changeId, "remove")).status, 404);
  assert.equal((await track(first.token)).changes[0].status, "offered");
});

test("a receipt names who sells, every tax and what became of the money (rules/ordering 14.6)", async () => {
  const profile = { ...emptyProfile, legal_name: "Soup & Sons LLC", tax_id: "12-3456789" };
  await service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET profile = $2 WHERE id = $1", [shop.locationId, JSON.stringify(profile)]),
  );
  const { token, changeId } = await reported("change-5");
  await answer(token, changeId, "remove");
  const receipt = await service.call("GET", `/order/${token}/receipt`, { headers: { "accept-language": "de" } });
  assert.equal(receipt.status, 200);
  const text = receipt.text
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("\u00a0", " ");
  for (const words of [
    "Beleg",
    "Soup &amp; Sons LLC",
    "12-3456789",
    "Sales tax, zusätzlich zu den Preisen",
    "0,90 $",
    "9,90 $",
  ])
    assert.ok(text.includes(words), `${words} in ${text}`);
  assert.match(receipt.text, /name="robots" content="noindex"/);

  const unpaid = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
    headers: { "idempotency-key": "receipt-1" },
    body: {
      items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
      customer: { name: "Dana Diner", phone: "+12175550142" },
    },
  });
  const path = `/order/${unpaid.body.token}`;
  const none = await fetch(`${service.url}${path}/receipt`, { redirect: "manual" });
  assert.deepEqual([none.status, none.headers.get("location")], [303, path]);
});

test("money that went back is said with its day, on the page of the order", async () => {
  const { body } = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
    headers: { "idempotency-key": "back-1" },
    body: {
      items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
      customer: { name: "Dana Diner", phone: "+12175550142" },
    },
  });
  const card = new URLSearchParams({ card_number: "4242 4242 4242 4242" });
  const headers = { "sec-fetch-site": "same-origin" };
  const link = new URL(body.payment_link_url).pathname;
  await fetch(service.url + link, { method: "POST", body: card, headers, redirect: "manual" });
  const cancelled = await service.call("POST", `/store/v1/orders/${body.token}/cancel`, { body: {} });
  assert.equal(cancelled.status, 200, cancelled.text);
  await service.runDue();
  const { text } = await service.call("GET", `/order/${body.token}`);
  assert.match(text, /\$9\.90 went back to you on [A-Z][a-z]+, [A-Z][a-z]+ \d+\. Your bank may need some days\./);
});
