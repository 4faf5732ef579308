/** The statement that says which sweeps have something to do. It names each sweep in time, and none without work. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { createOrderingLocation, type OrderingLocation } from "../../test/harness/ordering.ts";
import type { Id } from "../kernel/id.ts";
import { sweepDeliveries } from "../webhooks/delivery/sweep-deliveries.job.ts";
import { listDueSweeps, sweepsWithCondition } from "./what-is-due.sql.ts";

let partner: BookingPartner;
let shop: OrderingLocation;
let venue: Id<"str">;
before(async () => {
  partner = await startBookingPartner();
  shop = await createOrderingLocation(partner.service);
  venue = await partner.location(tablesOfFour(2));
});
after(() => partner.service.stop());

const listDue = (): Promise<readonly string[]> => listDueSweeps(partner.service.database.read);
const change = (text: string, values: readonly unknown[]): Promise<unknown> =>
  partner.service.database.transaction((tx) => tx.rows(text, values));

test("nothing is due where nothing happened (rules/operating 1.17)", async () => {
  assert.deepEqual(await listDue(), []);
  assert.equal(sweepsWithCondition.size, 15);
});

test("timers and holds are due when the clock of their location has reached them, and not once they were seen to", async () => {
  const order = await shop.place();
  const { slot_token } = await partner.slot(venue, 2);
  assert.equal((await partner.call("POST", "/v1/booking_holds", { slot_token })).status, 201);
  const early = await listDue();
  assert.ok(!early.includes("order_timers") && !early.includes("expire_holds"), early.join());
  await change("UPDATE locations SET clock_offset_seconds = 86400 WHERE id = ANY ($1)", [[shop.locationId, venue]]);
  const due = await listDue();
  assert.ok(due.includes("order_timers") && due.includes("expire_holds"), due.join());
  await partner.service.runDue();
  const late = await listDue();
  assert.ok(!late.includes("order_timers") && !late.includes("expire_holds"), late.join());
  assert.notEqual((await shop.call("GET", `/v1/orders/${order.id}`)).body.status, "PENDING");
});

test("a refund that is owed and a dish that is in stock again are due at once", async () => {
  const order = await shop.place();
  const denied = await shop.call("POST", `/v1/orders/${order.id}/deny`, { reason: "ITEM_UNAVAILABLE" });
  assert.ok(denied.status < 300, denied.text);
  await change(
    `UPDATE menu_objects SET stock_status = 'out_of_stock', restock_at = clock_timestamp()
     WHERE id = (SELECT id FROM menu_objects WHERE location_id = $1 AND kind = 'item' LIMIT 1)`,
    [shop.locationId],
  );
  const due = await listDue();
  assert.ok(due.includes("refunds") && due.includes("put_back_in_stock"), due.join());
  await partner.service.runDue();
  const late = await listDue();
  assert.ok(!late.includes("refunds") && !late.includes("put_back_in_stock"), late.join());
});

test("a delivery whose worker is gone is due at once, and not once it was put right", async () => {
  const subscription = {
    notification_url: "http://127.0.0.1:9/hooks",
    event_types: ["order.created", "order.paid", "order.notification"],
  };
  const made = await shop.call("POST", "/v1/webhook_subscriptions", subscription);
  assert.equal(made.status, 201, made.text);
  await shop.place();
  assert.ok(!(await listDue()).includes("sweep_deliveries"));
  await change("UPDATE deliveries SET leased_by = 'gone', leased_until = clock_timestamp(), attempts = 1", []);
  assert.ok((await listDue()).includes("sweep_deliveries"));
  await sweepDeliveries(partner.service.database);
  assert.ok(!(await listDue()).includes("sweep_deliveries"));
});
