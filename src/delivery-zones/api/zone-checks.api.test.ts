/** The delivery area of a location: the answer of the check, and the same decision for an order. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { smallMenu } from "../../../test/harness/small-menu.ts";
import { createOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import { loadZoneSet } from "../zones/delivery-zones.sql.ts";
import { startCheckProcess } from "./check-process.fixture.ts";

let service: TestService;
let partner: OrderPartner;
let locationId: string;

const near = { latitude: 40.7258, longitude: -73.9988 };
const around = { type: "Circle", latitude: near.latitude, longitude: near.longitude, radius_meters: 3000 };
const money = (amount: number, currency = "USD") => ({ amount, currency });
const euros = (amount: number) => money(amount, "EUR");
const address = { street: "1 Main St", city: "New York", state: "NY", postal_code: "10012" };

const zones = (path = ""): string => `/v1/locations/${locationId}/delivery_zones${path}`;
const call = (method: string, path: string, body?: unknown): Promise<CallAnswer> => partner.call(method, path, body);
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
  // A location of the partner without the zone that other tests' locations have.
  locationId = await partner.connectedLocation(near);
  for (const { id } of (await partner.call("GET", zones())).body.data) await partner.call("DELETE", zones(`/${id}`));
});

describe("the check (checkDeliveryZones)", () => {
  async function create(fields: object = {}): Promise<CallAnswer["body"]> {
    const answer = await call("POST", zones(), { name: "Downtown", fee: euros(350), geometry: around, ...fields });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  }

  async function check(point: object = near): Promise<CallAnswer["body"]> {
    const answer = await call("POST", zones("/check"), point);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  test("inside, with the zone and its terms", async () => {
    const zone = await create({
      minimum_order: euros(1500),
      free_delivery_over: euros(5000),
      estimated_minutes: { min: 20, max: 35 },
    });
    const { geometry: _geometry, ...terms } = zone;
    const expected = {
      object: "delivery_zone_check",
      location_id: locationId,
      deliverable: true,
      zone: terms,
      fee: euros(350),
      minimum_order: euros(1500),
      minimum_reached: null,
      free_delivery_over: euros(5000),
      estimated_minutes: { min: 20, max: 35 },
      reason: null,
    };
    assert.deepEqual(await check(), expected);
    assert.deepEqual(await check({ ...near, subtotal: 1499 }), { ...expected, minimum_reached: false });
    assert.deepEqual(await check({ ...near, subtotal: euros(5000) }), {
      ...expected,
      fee: euros(0),
      minimum_reached: true,
    });
  });

  test("outside, closed and disabled are answers with a reason (rules/delivery-zones 3.4)", async () => {
    const nothing = { deliverable: false, zone: null, fee: null, minimum_order: null, estimated_minutes: null };
    const outside = await check({ latitude: 0, longitude: 0 });
    assert.deepEqual({ ...outside, ...nothing, reason: "outside_zones" }, outside);
    const { id } = await create({ hours: { windows: [] } });
    assert.deepEqual([(await check()).reason, (await check()).zone.id, (await check()).fee], ["zone_closed", id, null]);
    await call("PATCH", zones(`/${id}`), { enabled: false });
    assert.equal((await check()).reason, "disabled");
    await call("PATCH", zones(`/${id}`), { enabled: true, hours: null });
    assert.equal((await check()).reason, null);
  });

  test("hours follow the location's own clock (rules/delivery-zones 4.4)", async () => {
    const always = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: "00:00", endTime: "00:00" }));
    const clock = await call("GET", `/v1/sandbox/locations/${locationId}/clock`);
    const today = Temporal.Instant.from(clock.body.now).toZonedDateTimeISO("America/Chicago").dayOfWeek % 7;
    await create({ hours: { windows: always.filter(({ dayOfWeek }) => dayOfWeek === today) } });
    assert.equal((await check()).deliverable, true);
    await partner.advance(locationId, 24 * 3600);
    assert.equal((await check()).reason, "zone_closed");
  });

  test("a coordinate out of range is refused", async () => {
    for (const point of [{ latitude: 91, longitude: 0 }, { latitude: 0, longitude: -181 }, { latitude: 0 }]) {
      assert.equal((await call("POST", zones("/check"), point)).status, 400);
    }
  });

  test("a write is seen by the next check of every process (rules/delivery-zones 1.5)", async () => {
    const other = await startCheckProcess(service.databaseUrl, partner.app.id, locationId, near);
    try {
      for (let round = 0; round < 5; round++) {
        const { id } = await create({ fee: euros(round) });
        assert.equal((await other.check()).fee.amount, round);
        await call("PATCH", zones(`/${id}`), { fee: euros(round + 100) });
        assert.equal((await other.check()).fee.amount, round + 100);
        assert.equal((await check()).fee.amount, round + 100);
        await call("DELETE", zones(`/${id}`));
        assert.equal((await other.check()).deliverable, false);
      }
    } finally {
      await other.stop();
    }
  });

  test("what was rolled back is never seen", async () => {
    await create({ fee: euros(1) });
    const before = await loadZoneSet(service.database.read, locationId as Parameters<typeof loadZoneSet>[1], new Map());
    await assert.rejects(
      service.database.transaction(async (tx) => {
        await tx.rows("UPDATE delivery_zones SET fee = 9 WHERE location_id = $1", [locationId]);
        await tx.rows(
          "UPDATE delivery_zone_sets SET version = nextval('delivery_zone_set_versions') WHERE location_id = $1",
          [locationId],
        );
        throw new Error("undone");
      }),
    );
    assert.equal((await check()).fee.amount, 1);
    await create({ fee: euros(0) });
    const after = await loadZoneSet(service.database.read, locationId as Parameters<typeof loadZoneSet>[1], new Map());
    assert.ok(after.version > before.version + 1, "the version of the undone write is not used again");
    assert.equal((await check()).fee.amount, 0);
  });
});

describe("an order for delivery", () => {
  let zoneId: string;
  const change = (fields: object): Promise<CallAnswer> => partner.call("PATCH", zones(`/${zoneId}`), fields);

  beforeEach(async () => {
    await partner.call("POST", `/v1/locations/${locationId}/menu`, smallMenu);
    const geometry = { type: "Circle", radius_meters: 3000 };
    zoneId = (await partner.call("POST", zones(), { name: "Near", fee: money(350), geometry })).body.id;
  });

  test("pays the fee of its zone (rules/delivery-zones 4.3; rules/ordering 2.3)", async () => {
    const { body } = await order({ delivery_address: { ...address, ...near } });
    assert.equal(body.totals.delivery_fee, 350);
    const { subtotal, tax, surcharge, delivery_fee: fee, total } = body.totals;
    assert.equal(total, subtotal + tax + surcharge + fee);
    assert.equal("latitude" in body.delivery_address, false, "partners are not shown where exactly");
  });

  test("is the same answer as the check, for a subtotal at, below and above each amount (rules/delivery-zones 3.1, 4.1; rules/delivery-zones 4.2)", async () => {
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
