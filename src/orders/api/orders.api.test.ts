import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  createOrderingLocation,
  placeOnceServed,
  readBistroMenu,
  type OrderingLocation,
} from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service);
});
after(() => service.stop());

const types = async (orderId: string, at = shop): Promise<string[]> =>
  (await at.events(orderId)).map((event) => event.event_type);
const read = async (orderId: string, at = shop) => (await at.call("GET", `/v1/orders/${orderId}`)).body;

describe("the main job", () => {
  test("a simulated diner's order is paid, handed over, accepted, made ready and completed (rules/ordering 2.4, 4.10, 5.3 and 5.8; rules/webhooks 3.2)", async () => {
    const order = await shop.place({ tip: 100, notes: "no salt", customer: { name: "Ada", phone: "+1 217 555 0199" } });
    assert.equal(order.status, "PENDING");
    assert.equal(order.payment_status, "paid");
    assert.equal(order.livemode, false);
    assert.deepEqual(order.customer, { name: "Ada", phone_last_four: "0199" });
    assert.equal(order.decision_deadline, Math.floor(Date.parse(order.updated_at) / 1000) + 360);
    assert.deepEqual(
      { ...order.totals },
      {
        currency: "USD",
        subtotal: 900,
        discount: 0,
        tax: 90,
        tax_included: 0,
        surcharge: 0,
        tip: 100,
        delivery_fee: 0,
        delivery_tip: 0,
        total: 1090,
      },
    );
    assert.equal(order.line_items[0].menu_entity_id, "soup-bowl");
    assert.equal(order.line_items[0].item_menu_entity_id, "soup");
    assert.equal(order.delivery_address, null);
    assert.deepEqual(await types(order.id), ["order.created", "order.paid", "order.notification"]);

    const readyAt = Math.floor(Date.now() / 1000) + 900;
    const accepted = await shop.call("POST", `/v1/orders/${order.id}/accept`, {
      pos_ticket_id: "T-1",
      estimated_ready_at: readyAt,
    });
    assert.deepEqual(accepted.body, {
      object: "order_decision",
      order_id: order.id,
      decision: "accept",
      status: "received",
    });
    const after = await read(order.id);
    assert.equal(after.status, "ACCEPTED");
    assert.equal(after.external_id, "T-1");
    assert.equal(after.estimated_ready_at, readyAt);
    assert.equal((await shop.call("POST", `/v1/orders/${order.id}/ready`)).body.decision, "ready");
    assert.equal((await shop.call("POST", `/v1/orders/${order.id}/complete`, {})).body.decision, "complete");
    assert.equal((await read(order.id)).status, "FULFILLED");
    assert.equal((await types(order.id)).filter((type) => type === "order.updated").length, 3);
  });

  test("a denied order gets its money back (rules/ordering 11.1)", async () => {
    const order = await shop.place({ items: [{ menu_entity_id: "bread-loaf", quantity: 1 }] });
    const before = await shop.call("GET", `/v1/locations/${shop.locationId}/stock_status`);
    const others = before.body.data
      .map(({ externalId }: { readonly externalId: string }) => externalId)
      .filter((id: string) => !JSON.stringify(order.line_items).includes(`"${id}"`));
    assert.ok(others.length > 0);
    const denied = await shop.call("POST", `/v1/orders/${order.id}/deny`, {
      reason: "ITEM_AVAILABILITY",
      out_of_stock: ["bread-loaf", "unknown", ...others],
    });
    assert.equal(denied.status, 200);
    const after = await read(order.id);
    assert.equal(after.status, "REJECTED");
    assert.equal(after.payment_status, "refund_pending");
    assert.deepEqual(after.denial, { reason: "ITEM_AVAILABILITY", out_of_stock: ["bread-loaf", "unknown", ...others] });
    const stock = await shop.call("GET", `/v1/locations/${shop.locationId}/stock_status`);
    const rows: readonly { readonly externalId: string; readonly stockStatus: string }[] = stock.body.data;
    const gone = rows.filter(({ stockStatus }) => stockStatus === "out_of_stock").map(({ externalId }) => externalId);
    assert.deepEqual([...new Set(gone)], ["bread-loaf"], "what nobody ordered stays as it is");
    await service.runDue();
    assert.equal((await read(order.id)).payment_status, "refunded");
    const refused = await shop.call("POST", "/v1/sandbox/orders", {
      location_id: shop.locationId,
      items: [{ menu_entity_id: "bread-loaf", quantity: 1 }],
    });
    assert.equal(refused.status, 422);
    assert.equal(refused.body.details.reasons[0].code, "out_of_stock");
  });

  test("a plausible basket is drawn from the published menu (rules/ordering 15.2)", async () => {
    const bistro = await createOrderingLocation(service, {}, await readBistroMenu());
    for (let round = 0; round < 20; round++) {
      const answer = await bistro.call("POST", "/v1/sandbox/orders", { location_id: bistro.locationId });
      assert.equal(answer.status, 201, answer.text);
      assert.ok(answer.body.line_items.length >= 1);
    }
  });
});

describe("decisions over HTTP", () => {
  test("a repeat is answered the same and changes nothing (rules/ordering 4.4)", async () => {
    const order = await shop.place();
    await shop.call("POST", `/v1/orders/${order.id}/accept`, { pos_ticket_id: "A" });
    const before = await read(order.id);
    const again = await shop.call("POST", `/v1/orders/${order.id}/accept`, { pos_ticket_id: "B" });
    assert.equal(again.status, 200);
    assert.deepEqual(await read(order.id), before);
  });

  test("an empty body is accepted for accept, unknown fields are ignored (rules/ordering 4.1; rules/http 4.5)", async () => {
    const [one, two] = [await shop.place(), await shop.place()];
    assert.equal((await shop.call("POST", `/v1/orders/${one.id}/accept`)).status, 200);
    assert.equal((await shop.call("POST", `/v1/orders/${two.id}/accept`, { whatever: 1 })).status, 200);
  });

  const bad: readonly (readonly [string, string, unknown, RegExp])[] = [
    ["deny", "no reason", {}, /body\.reason is required/],
    ["deny", "an empty reason", { reason: "" }, /body\.reason must not be empty/],
    [
      "deny",
      "a reason with a space in front",
      { reason: " CAPACITY" },
      /body\.reason must not begin or end with white space/,
    ],
    ["deny", "a blank reason", { reason: "  " }, /body\.reason/],
    ["deny", "a number as reason", { reason: 4 }, /body\.reason must be a string, not a number/],
    ["deny", "out_of_stock not an array", { reason: "A", out_of_stock: "x" }, /body\.out_of_stock must be an array/],
    [
      "accept",
      "a ready time in the past",
      { estimated_ready_at: 1_000 },
      /body\.estimated_ready_at must be in the future/,
    ],
    ["accept", "a ready time as text", { estimated_ready_at: "soon" }, /body\.estimated_ready_at/],
    ["accept", "an empty ticket", { pos_ticket_id: "" }, /body\.pos_ticket_id/],
    ["accept", "a ticket too long", { pos_ticket_id: "x".repeat(256) }, /body\.pos_ticket_id must have at most 255/],
    ["status", "an unknown status", { status: "COOKING" }, /body\.status must be one of/],
    ["status", "a status only the service sets", { status: "AUTO_ACCEPTED" }, /body\.status must be one of/],
    ["cancel", "no reason", {}, /body\.reason is required/],
    ["validation_result", "no validation_id", { valid: true }, /body\.validation_id is required/],
    ["validation_result", "valid as text", { validation_id: "val_1", valid: "yes" }, /body\.valid must be a boolean/],
  ];
  for (const [call, name, body, message] of bad) {
    test(`400 for ${call} with ${name} (rules/ordering 4.2, 4.12)`, async () => {
      const order = await shop.place();
      const answer = await shop.call("POST", `/v1/orders/${order.id}/${call}`, body);
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.code, "invalid_request");
      assert.match(answer.body.message, message);
      assert.equal((await read(order.id)).sequence, order.sequence);
    });
  }

  test("an illegal move is a conflict with details (rules/ordering 4.5)", async () => {
    const order = await shop.place();
    const answer = await shop.call("POST", `/v1/orders/${order.id}/complete`);
    assert.equal(answer.status, 409);
    assert.equal(answer.body._tag, "DeveloperApiConflict");
    assert.deepEqual(answer.body.details, { from_status: "PENDING", decision: "complete", to_status: "FULFILLED" });
  });

  test("another app's order is not found, before and after disconnecting", async () => {
    const other = await createOrderingLocation(service);
    const order = await shop.place();
    assert.equal((await other.call("GET", `/v1/orders/${order.id}`)).status, 404);
    assert.equal((await other.call("POST", `/v1/orders/${order.id}/accept`)).status, 404);
    const mine = await other.place();
    await other.call("DELETE", `/v1/locations/${other.locationId}/connection`);
    assert.equal((await other.call("GET", `/v1/orders/${mine.id}`)).status, 404);
  });

  test("parallel accept and deny have one outcome (rules/ordering 4.6)", async () => {
    for (let round = 0; round < 20; round++) {
      const order = await shop.place();
      const answers = await Promise.all([
        shop.call("POST", `/v1/orders/${order.id}/accept`),
        shop.call("POST", `/v1/orders/${order.id}/deny`, { reason: "CAPACITY" }),
      ]);
      assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 409]);
      const expected = answers[0]?.status === 200 ? "ACCEPTED" : "REJECTED";
      assert.equal((await read(order.id)).status, expected);
    }
  });

  test("the delivery lifecycle goes through IN_DELIVERY (rules/ordering 3.2, 4.8)", async () => {
    const order = await shop.place({ fulfillment_type: "delivery", tip: 200 });
    assert.equal(order.totals.delivery_tip, 200);
    assert.equal(order.delivery_address.notes, "Ring twice");
    for (const status of ["ACCEPTED", "READY", "IN_DELIVERY", "FULFILLED"]) {
      const answer = await shop.call("POST", `/v1/orders/${order.id}/status`, { status });
      assert.deepEqual(answer.body, {
        object: "order_decision",
        order_id: order.id,
        decision: "status",
        status: "received",
      });
      assert.equal((await read(order.id)).status, status);
    }
  });
});

test("an address in a country without states or postal codes has them empty (rules/ordering 2.3)", async () => {
  const place = { street: "8 Rue de Bretagne", city: "Paris", latitude: 39.799, longitude: -89.644 };
  for (const parts of [{}, { state: "", postal_code: "" }]) {
    const order = await shop.place({ fulfillment_type: "delivery", delivery_address: { ...place, ...parts } });
    const { street, city } = place;
    const expected = { street, unit: null, city, state: "", postal_code: "", notes: null };
    assert.deepEqual((await read(order.id)).delivery_address, expected);
  }
});

describe("who orders where", () => {
  const refusals: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ["paused", { status: "paused" }, "location_paused"],
    ["inactive", { status: "inactive" }, "location_inactive"],
    ["closed", { opening_hours: JSON.stringify({ windows: [] }) }, "closed_now"],
    ["without online payment", { payment_options: ["pay_in_store"] }, "not_accepting_orders"],
  ];
  for (const [name, columns, code] of refusals) {
    test(`a location that is ${name} refuses with ${code} and stores nothing (rules/ordering 1.7, 5.2)`, async () => {
      const closed = await createOrderingLocation(service, columns);
      const answer = await closed.call("POST", "/v1/sandbox/orders", {
        location_id: closed.locationId,
        items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
      });
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.body._tag, "DeveloperApiUnprocessable");
      assert.equal(answer.body.code, "basket_refused");
      assert.deepEqual(
        answer.body.details.reasons.map((reason: { code: string }) => reason.code),
        [code],
      );
      assert.deepEqual((await closed.call("GET", "/v1/orders")).body.data, []);
    });
  }

  test("every reason is named at once (rules/ordering 5.2)", async () => {
    const closed = await createOrderingLocation(service, { status: "paused" });
    const answer = await closed.call("POST", "/v1/sandbox/orders", {
      location_id: closed.locationId,
      items: [
        { menu_entity_id: "nothing", quantity: 1 },
        { menu_entity_id: "neither", quantity: 1 },
      ],
    });
    const reasons = answer.body.details.reasons as { code: string; path: string }[];
    assert.deepEqual(
      reasons.map(({ code }) => code),
      ["location_paused", "unknown_item", "unknown_item"],
    );
    assert.deepEqual(
      reasons.map(({ path }) => path),
      ["", "/items/0/menu_entity_id", "/items/1/menu_entity_id"],
    );
  });

  test("display numbers count up per location and never repeat under parallel orders (rules/ordering 2.6)", async () => {
    const fresh = await createOrderingLocation(service);
    const placed = await Promise.all(Array.from({ length: 30 }, () => placeOnceServed(fresh)));
    const numbers = placed.map(({ body }) => Number(body.display_number)).toSorted((a, b) => a - b);
    assert.deepEqual(
      numbers,
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  test("pay in store is handed over at once and nothing is charged (rules/ordering 5.7)", async () => {
    const order = await shop.place({ payment: "pay_in_store" });
    assert.equal(order.payment_status, "pay_in_store");
    assert.deepEqual(order.payment, {
      provider: null,
      status: "pay_in_store",
      payment_link_url: null,
      refunded: 0,
    });
    assert.deepEqual(await types(order.id), ["order.created", "order.notification"]);
    await shop.call("POST", `/v1/orders/${order.id}/deny`, { reason: "OTHER" });
    assert.equal((await read(order.id)).payment_status, "pay_in_store");
  });
});
