import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { smallMenu } from "../../../test/house/known-resources.ts";
import { createOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let partner: OrderPartner;
let locationId: string;
let zoneId: string;

const near = { latitude: 40.7258, longitude: -73.9988 };
const money = (amount: number, currency = "USD") => ({ amount, currency });
const address = { street: "1 Main St", city: "New York", state: "NY", postal_code: "10012" };

const zones = (path = ""): string => `/v1/locations/${locationId}/delivery_zones${path}`;
const change = (fields: object): Promise<CallAnswer> => partner.call("PATCH", zones(`/${zoneId}`), fields);
const order = (fields: object = {}): Promise<CallAnswer> =>
  partner.call("POST", "/v1/sandbox/orders", {
    location_id: locationId,
    fulfillment_type: "delivery",
    items: [{ menu_entity_id: "tomato-soup-bowl", quantity: 1 }],
    ...fields,
  });

async function reasons(fields: object = {}): Promise<readonly string[]> {
  const answer = await order(fields);
  if (answer.status === 201) return [];
  assert.deepEqual([answer.status, answer.body.code], [422, "basket_refused"], answer.text);
  return answer.body.details.reasons.map(
    (reason: { readonly code: string; readonly path: string }) => `${reason.code} ${reason.path}`,
  );
}

before(async () => {
  service = await startService();
  partner = await createOrderPartner(service);
});
after(() => service.stop());
beforeEach(async () => {
  locationId = await partner.connectedLocation(near);
  for (const { id } of (await partner.call("GET", zones())).body.data) await partner.call("DELETE", zones(`/${id}`));
  await partner.call("POST", `/v1/locations/${locationId}/menu`, smallMenu);
  const geometry = { type: "Circle", radius_meters: 3000 };
  zoneId = (await partner.call("POST", zones(), { name: "Near", fee: money(350), geometry })).body.id;
});

describe("an order for delivery", () => {
  test("pays the fee of its zone (rules/delivery-zones 4.3; rules/ordering 2.3)", async () => {
    const { body } = await order({ delivery_address: { ...address, ...near } });
    assert.equal(body.totals.delivery_fee, 350);
    const { subtotal, tax, surcharge, delivery_fee: fee, total } = body.totals;
    assert.equal(total, subtotal + tax + surcharge + fee);
    assert.equal("latitude" in body.delivery_address, false, "partners are not shown where exactly");
  });

  test("is the same answer as the check, for a subtotal at, below and above each amount (rules/delivery-zones 3.1, 4.1)", async () => {
    const { body: placed } = await order({ delivery_address: { ...address, ...near } });
    const { subtotal } = placed.totals;
    for (const [fields, fee] of [
      [{ free_delivery_over: money(subtotal + 1) }, 350],
      [{ free_delivery_over: money(subtotal) }, 0],
      [{ free_delivery_over: null, minimum_order: money(subtotal) }, 350],
      [{ minimum_order: money(subtotal + 1) }, null],
    ] as const) {
      assert.equal((await change(fields)).status, 200);
      const answer = await order({ delivery_address: { ...address, ...near } });
      const { body: checked } = await partner.call("POST", zones("/check"), { ...near, subtotal });
      if (fee === null) {
        assert.deepEqual(
          answer.body.details.reasons.map(({ code }: { readonly code: string }) => code),
          ["below_minimum"],
        );
        assert.deepEqual([checked.deliverable, checked.minimum_reached], [true, false]);
      } else {
        assert.equal(answer.body.totals.delivery_fee, fee);
        assert.deepEqual(checked.fee, money(fee));
      }
    }
  });

  test("is refused outside of every zone, where the zone is off, and while it is closed (rules/delivery-zones 4.3; rules/ordering 7.8)", async () => {
    assert.deepEqual(await reasons({ delivery_address: { ...address, latitude: 41, longitude: -73.9988 } }), [
      "outside_zones /delivery_address",
    ]);
    const inside = { delivery_address: { ...address, ...near } };
    await change({ hours: { windows: [] } });
    assert.deepEqual(await reasons(inside), ["closed_now /delivery_address"]);
    await change({ enabled: false });
    assert.deepEqual(await reasons(inside), ["delivery_not_offered /fulfillment_type"]);
    await partner.call("DELETE", zones(`/${zoneId}`));
    assert.deepEqual(await reasons(inside), ["delivery_not_offered /fulfillment_type"]);
  });

  test("needs to know where the address is (rules/ordering 7.8)", async () => {
    assert.deepEqual(await reasons({ delivery_address: address }), ["address_not_located /delivery_address"]);
  });

  test("is not delivered for a fee in another currency than the menu's (rules/delivery-zones 4.1)", async () => {
    await change({ fee: money(350, "EUR") });
    assert.deepEqual(await reasons({ delivery_address: { ...address, ...near } }), [
      "delivery_not_offered /fulfillment_type",
    ]);
  });

  test("for later asks whether the zone is open then (rules/delivery-zones 4.4)", async () => {
    const opening = Temporal.Now.zonedDateTimeISO("America/Chicago").add({ days: 2 });
    const window = { dayOfWeek: opening.dayOfWeek % 7, startTime: "00:00", endTime: "00:00" };
    await change({ hours: { windows: [window] } });
    const at = (days: number) => Math.floor(opening.startOfDay().add({ days, hours: 12 }).epochMilliseconds / 1000);
    const inside = { delivery_address: { ...address, ...near } };
    assert.deepEqual(await reasons({ ...inside, scheduled_for: at(0) }), []);
    assert.deepEqual(await reasons({ ...inside, scheduled_for: at(1) }), ["closed_now /delivery_address"]);
  });

  test("of a simulated diner without an address goes to a place that is delivered to", async () => {
    for (let round = 0; round < 5; round++) assert.deepEqual(await reasons(), []);
    assert.deepEqual(await reasons({ delivery_address: null }), ["address_not_located /delivery_address"]);
  });

  test("to pick up asks nothing of the zones", async () => {
    await partner.call("DELETE", zones(`/${zoneId}`));
    assert.deepEqual(await reasons({ fulfillment_type: "pickup" }), []);
  });
});
