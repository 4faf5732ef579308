/** The phones of orders: read by the plan of their country, as those of bookings. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { item } from "../../../test/harness/menu-calls.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let location: OrderingLocation;
const france = { line1: "1 Rue X", line2: null, city: "Paris", region: null, postal_code: "75001", country: "FR" };
const menu = {
  currency: "USD",
  categories: [{ externalId: "c", name: "C", items: [{ ...item("soup"), externalId: "soup" }] }],
  productSets: [{ externalId: "all", allProducts: true }],
  discounts: [
    { externalId: "d", name: "Off", benefitType: "percentage", percentage: 10, benefitTargetProductSetId: "all" },
  ],
  promotions: [{ externalId: "p", name: "Welcome", discountId: "d", applicationMode: "coupon" }],
  coupons: [{ externalId: "welcome", code: "WELCOME", promotionId: "p", maxPerCustomer: 1 }],
};

before(async () => {
  service = await startService();
  location = await createOrderingLocation(service, { address: france }, menu);
});
after(() => service.stop());

const items = [{ menu_entity_id: "soup", quantity: 1 }];
const order = (phone: string, more: object = {}): Promise<CallAnswer> =>
  location.call("POST", "/v1/sandbox/orders", {
    location_id: location.locationId,
    items,
    customer: { name: "Dana", phone },
    ...more,
  });
const quote = (phone: string): Promise<CallAnswer> =>
  service.call("POST", `/store/v1/locations/${location.locationId}/quotes`, {
    body: { items, coupon_codes: ["WELCOME"], customer: { phone } },
  });

test("the last four of an order are the last four digits of the number (rules/ordering 2.4)", async () => {
  for (const phone of ["+33 1 42 60 01 42", "01 42 60 01 4 2", "tel:+33142600142"]) {
    const placed = await order(phone);
    assert.equal(placed.status, 201, placed.text);
    assert.equal(placed.body.customer.phone_last_four, "0142");
  }
});

test("what is no number is refused by name, and nothing is placed (rules/http 4.9, 4.12)", async () => {
  const count = async (): Promise<number> =>
    (await service.database.read.one<{ n: number }>("SELECT count(*) AS n FROM orders")).n;
  const before = await count();
  for (const phone of ["abc", "1 42", "🍁🍁🍁", "+3314260014", "+33142600142 ext. 5"]) {
    for (const answer of [
      await order(phone),
      await service.call("POST", `/store/v1/locations/${location.locationId}/orders`, {
        body: { items, customer: { name: "Dana", phone } },
        headers: { "idempotency-key": `phone-${phone.length}` },
      }),
      await quote(phone),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [400, "invalid_phone"], answer.text);
      assert.match(answer.body.message, /^body\.customer\.phone /);
    }
  }
  assert.equal(await count(), before);
});

test("one customer is one number, in whatever spelling, also for a quote (rules/ordering 9.3)", async () => {
  const first = await order("06 33 33 33 33", { coupon_codes: ["WELCOME"] });
  assert.equal(first.status, 201, first.text);
  for (const phone of ["+33633333333", "0033 6 33 33 33 33", "tel:+33-6-33-33-33-33"]) {
    for (const answer of [await order(phone, { coupon_codes: ["WELCOME"] }), await quote(phone)]) {
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.body.details.reasons[0].code, "coupon_invalid");
    }
  }
  assert.equal((await quote("+33644444444")).status, 200);
});

test("a redemption of before phones were read still counts", async () => {
  const digits = "0655555555";
  const placed = await order("06 55 55 55 55", { coupon_codes: ["WELCOME"] });
  assert.equal(placed.status, 201, placed.text);
  const old = createHash("sha256").update(`${location.locationId} ${digits}`).digest();
  await service.database.transaction(async (tx) => {
    await tx.rows("UPDATE coupon_redemptions SET customer_hash = $1 WHERE order_id = $2", [old, placed.body.id]);
  });
  assert.equal((await order("+33655555555", { coupon_codes: ["WELCOME"] })).status, 422);
});

test("an order of before phones were read is shown with four digits or none", async () => {
  for (const [phone, expected] of [
    ["01 42 60 01 42", "0142"],
    ["1 42", null],
    ["🍁🍁🍁", null],
  ] as const) {
    const { body } = await order("+33142600142");
    await service.database.transaction(async (tx) => {
      await tx.rows("UPDATE orders SET customer = jsonb_set(customer, '{phone}', to_jsonb($1::text)) WHERE id = $2", [
        phone,
        body.id,
      ]);
    });
    const shown = await location.call("GET", `/v1/orders/${body.id}`);
    assert.equal(shown.status, 200, shown.text);
    assert.equal(shown.body.customer.phone_last_four, expected);
  }
});

test("a blank name, a blank street and what is no e-mail address are refused by name", async () => {
  const street = { street: " ", city: "Paris", state: "IDF", postal_code: "75003", latitude: 48.8, longitude: 2.3 };
  for (const [path, more] of [
    ["body.customer.name", { customer: { name: "   ", phone: "+33142600142" } }],
    ["body.customer.email", { customer: { name: "Dana", phone: "+33142600142", email: "nope" } }],
    ["body.delivery_address.street", { fulfillment_type: "delivery", delivery_address: street }],
    ["body.scheduled_for", { scheduled_for: 253_402_300_799 }],
  ] as const) {
    const refused = await order("+33142600142", more);
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_request"], refused.text);
    assert.deepEqual(
      refused.body.details.issues.map((issue: { readonly path: string }) => issue.path),
      [path],
    );
  }
});

test("placing in the store needs an Idempotency-Key, and the document says so", async () => {
  const refused = await service.call("POST", `/store/v1/locations/${location.locationId}/orders`, {
    body: { items, customer: { name: "Dana", phone: "+33142600142" } },
  });
  assert.equal(refused.status, 400, refused.text);
  assert.match(refused.body.message, /^header\.idempotency-key is required/);
});
