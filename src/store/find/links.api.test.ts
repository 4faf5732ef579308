import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { makeGuestPath } from "../../guest-links/make-guest-link.command.ts";
import { forgetGuestLinks } from "../../guest-links/forget-guest-links.job.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service);
});
after(() => service.stop());

async function place(key: string) {
  const placed = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
    headers: { "idempotency-key": key },
    body: {
      items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
      customer: { name: "Dana Diner", phone: "+12175550142" },
      payment: "pay_in_store",
    },
  });
  assert.equal(placed.status, 201, placed.text);
  return placed.body.order;
}
const linkTo = (orderId: Id<"ord">) =>
  service.database.transaction(async (tx) => makeGuestPath(tx, { locationId: shop.locationId, orderId }));

test("an order has one code for the diner, the partner and the page (rules/messages-and-privacy 4.1)", async () => {
  const order = await place("code-1");
  assert.match(order.confirmation_code, /^[2-9A-HJKMNP-TW-Z]{8}$/);
  const { body } = await shop.call("GET", `/v1/orders/${order.id}`);
  assert.equal(body.confirmation_code, order.confirmation_code);
  await service.database.transaction((tx) => tx.rows("UPDATE orders SET code = NULL WHERE id = $1", [order.id]));
  const codes = [await shop.call("GET", `/v1/orders/${order.id}`), await shop.call("GET", `/v1/orders/${order.id}`)];
  const [of, again] = codes.map((answer) => answer.body.confirmation_code);
  assert.match(of, /^[2-9A-HJKMNP-TW-Z]{8}$/);
  assert.equal(again, of);
});

test("a link leads to its order until 30 days after it, and then to nothing (rules/messages-and-privacy 4.2)", async () => {
  const order = await place("link-1");
  const link = await linkTo(order.id);
  assert.match(link, /^\/g\/[\w-]{22}$/);
  const kept = await service.database.read.rows("SELECT encode(token_hash, 'hex') AS hash FROM guest_links");
  assert.equal(JSON.stringify(kept).includes(link.slice(3)), false);
  const opened = await follow(link);
  assert.deepEqual([opened.status, opened.headers.get("location")], [303, `/order/${link.slice(3)}`]);
  const page = await service.call("GET", `/order/${link.slice(3)}`);
  assert.equal(page.status, 200);
  assert.ok(page.text.includes(order.confirmation_code) && page.text.includes(`Order ${order.display_number}`));
  const cancelled = await service.call("POST", `/store/v1/orders/${link.slice(3)}/cancel`, { body: {} });
  assert.equal(cancelled.body.status, "CUSTOMER_CANCELLED", cancelled.text);

  await pass(30 * 86_400 - 3_600);
  assert.equal((await follow(link)).status, 303);
  assert.equal(await forgetGuestLinks(service.database), false);
  await pass(3_601);
  for (const path of [link, `/order/${link.slice(3)}`, `/g/${"x".repeat(22)}`, "/g/short", `/g/${order.id}`])
    assert.equal((await service.call("GET", path)).status, 404, path);
  await age();
  await forgetGuestLinks(service.database);
  assert.deepEqual(await service.database.read.rows("SELECT 1 FROM guest_links"), []);
});

/** Opens a link and stays where it leads away. */
const follow = (path: string) => fetch(service.url + path, { redirect: "manual" });

/** Moves the clock of the shop. */
async function pass(seconds: number): Promise<void> {
  await service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + $2 WHERE id = $1", [
      shop.locationId,
      seconds,
    ]),
  );
}

/** Makes every link older than the sweep asks for. */
async function age(): Promise<void> {
  await service.database.transaction((tx) => tx.rows("UPDATE guest_links SET made_at = made_at - interval '31 days'"));
}
