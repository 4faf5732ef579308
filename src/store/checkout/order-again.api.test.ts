/** A diner who comes back from the payment and orders again: one order, one payment (rules/ordering 14.3). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { checkoutAt, type CheckoutCalls } from "./checkout-page.fixture.ts";

let service: TestService;
let venue: OrderingLocation;
let open: CheckoutCalls["open"];
let send: CheckoutCalls["send"];
let orderWith: CheckoutCalls["orderWith"];

before(async () => {
  service = await startService();
  venue = await createOrderingLocation(service, { name: "Bistro Maple", order_messages: "email" });
  ({ open, send, orderWith } = checkoutAt(service, venue.locationId));
});
after(() => service.stop());

const diner = {
  name: "Dana Diner",
  phone: "+12175550142",
  email: "dana@example.org",
  told_by: "email",
  notes: "No salt",
  payment: "link",
  day: "soon",
};

const orders = () =>
  service.database.read.rows<{ id: string; status: string; tip: number; reason: string | null }>(
    `SELECT id, status, (totals ->> 'tip')::int AS tip, cancellation ->> 'reason' AS reason FROM orders
     WHERE location_id = $1 ORDER BY created_at, id`,
    [venue.locationId],
  );

test("what was typed for an order that is not paid is there again, with the way to pay it", async () => {
  const placed = await orderWith(await open(), { ...diner, tip: "10" });
  assert.equal(placed.status, 303);
  assert.match(placed.kept, /^unpaid=[\w-]{32}$/);
  const back = await open(placed.kept);
  for (const typed of ["Dana Diner", "+12175550142", "dana@example.org", "No salt"])
    assert.ok(back.text.includes(`value="${typed}"`), typed);
  assert.match(back.text, /name="tip"\s+value="10"[^>]*checked/);
  assert.match(back.text, /name="told_by"\s+value="email"[^>]*checked/);
  assert.match(back.text, /Order \d+ is not paid yet\. A new order takes its place: you pay only once\./);
  assert.ok(back.text.includes(`href="${placed.to}"`), "the way to pay");
  assert.doesNotMatch((await open()).text, /not paid yet|Dana/, "another browser sees nothing of it");
});

test("an order that is placed in its place ends it, and tells nobody of the end", async () => {
  const first = await orderWith(await open(), { ...diner, tip: "own", tip_amount: "2.50" });
  const back = await open(first.kept);
  assert.match(back.text, /value="2\.50"/);
  const second = await orderWith(back, { ...diner, tip: "0" }, first.kept);
  assert.equal(second.status, 303);
  assert.notEqual(second.to, first.to);
  const [before, now] = (await orders()).slice(-2);
  assert.deepEqual([before?.status, before?.reason], ["CUSTOMER_CANCELLED", "REPLACED"]);
  assert.deepEqual([now?.status, now?.tip], ["PENDING", 0]);
  const gone = await fetch(`${service.url}${first.to}`, { headers: { "accept-language": "en" } });
  assert.match(await gone.text(), /Nothing to pay/);
  const told = await service.database.read.rows("SELECT 1 FROM messages WHERE subject_id = $1", [before?.id]);
  assert.equal(told.length, 0);
});

test("an order that was paid meanwhile is the order: nothing else is placed", async () => {
  const first = await orderWith(await open(), diner);
  const back = await open(first.kept);
  const count = (await orders()).length;
  const card = new URLSearchParams({ card_number: "4242 4242 4242 4242" });
  assert.equal(
    (await fetch(`${service.url}${first.to}`, { method: "POST", body: card, redirect: "manual" })).status,
    303,
  );
  const again = await send(back, { ...diner, do: "place" }, first.kept);
  assert.equal(again.status, 303);
  assert.match(again.to ?? "", /^\/order\//);
  assert.equal((await orders()).length, count);
  const after = (await open(first.kept)).text;
  assert.doesNotMatch(after, /not paid yet|Dana/, "a paid order fills no form");
  assert.match(after, /You have ordered already: order \d+\. A new order comes on top of it\./);
  assert.ok(after.includes(`href="${again.to}"`), "the way to the order");
});

test("an order that is refused leaves the unpaid one as it is", async () => {
  const first = await orderWith(await open(), diner);
  const back = await open(first.kept);
  const refused = await send(back, { ...diner, expected: "1", do: "place" }, first.kept);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /not paid yet/);
  assert.equal((await orders()).at(-1)?.status, "PENDING");
});

test("a form that names an order whose key its browser does not have ends nothing", async () => {
  const first = await orderWith(await open(), diner);
  const back = await open(first.kept);
  const sent = await send(back, { ...diner, do: "place" });
  assert.equal(sent.status, 303);
  assert.deepEqual(
    (await orders()).slice(-2).map(({ status }) => status),
    ["PENDING", "PENDING"],
  );
});
