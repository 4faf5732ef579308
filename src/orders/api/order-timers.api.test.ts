import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service.stop());

const read = async (shop: OrderingLocation, id: string) => (await shop.call("GET", `/v1/orders/${id}`)).body;
const advance = async (shop: OrderingLocation, seconds: number) => {
  const answer = await shop.call("POST", `/v1/sandbox/locations/${shop.locationId}/clock`, {
    advance_seconds: seconds,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const clockOf = async (shop: OrderingLocation): Promise<number> =>
  Math.floor(Date.parse((await shop.call("GET", `/v1/sandbox/locations/${shop.locationId}/clock`)).body.now) / 1000);

describe("the decision window", () => {
  test("an undecided order is rejected after six minutes, not before, and refunded (rules/ordering 4.11, 6.1 to 6.3)", async () => {
    const shop = await createOrderingLocation(service);
    const order = await shop.place();
    await advance(shop, 300);
    assert.equal((await read(shop, order.id)).status, "PENDING");
    await advance(shop, 61);
    const after = await read(shop, order.id);
    assert.equal(after.status, "REJECTED");
    assert.equal(after.denial.reason, "DECISION_TIMEOUT");
    assert.equal(after.payment_status, "refunded");
    assert.equal((await shop.call("POST", `/v1/orders/${order.id}/accept`)).status, 409);
  });

  test("a location that accepts by itself has AUTO_ACCEPTED orders, which go on like accepted ones (rules/ordering 3.3, 6.2)", async () => {
    const shop = await createOrderingLocation(service, { decision_timeout: "accept" });
    const order = await shop.place();
    await advance(shop, 360);
    assert.equal((await read(shop, order.id)).status, "AUTO_ACCEPTED");
    const { sequence } = await read(shop, order.id);
    assert.equal((await shop.call("POST", `/v1/orders/${order.id}/accept`, { pos_ticket_id: "late" })).status, 200);
    assert.equal((await read(shop, order.id)).sequence, sequence);
    assert.equal((await shop.call("POST", `/v1/orders/${order.id}/ready`)).status, 200);
  });

  test("a decision after the deadline is judged as if the timer had acted, before any sweep (rules/ordering 6.2)", async () => {
    const shop = await createOrderingLocation(service);
    const order = await shop.place();
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET clock_offset_seconds = 361 WHERE id = $1", [shop.locationId]),
    );
    const answer = await shop.call("POST", `/v1/orders/${order.id}/accept`);
    assert.equal(answer.status, 409);
    assert.equal(answer.body.details.from_status, "REJECTED");
    await service.runDue();
    assert.equal((await read(shop, order.id)).status, "REJECTED");
  });

  test("the running service fires a timer by itself", async () => {
    const running = await startService({ workers: true });
    try {
      const shop = await createOrderingLocation(running);
      const order = await shop.place();
      await running.database.transaction((tx) =>
        tx.rows("UPDATE locations SET clock_offset_seconds = 361 WHERE id = $1", [shop.locationId]),
      );
      await waitUntilTrue(async () => (await read(shop, order.id)).payment_status === "refunded");
      assert.equal((await read(shop, order.id)).status, "REJECTED");
    } finally {
      await running.stop();
    }
  });
});

describe("scheduled orders", () => {
  test("without lead minutes the order is handed over at once, with its time (rules/ordering 5.9)", async () => {
    const shop = await createOrderingLocation(service);
    const at = Math.floor(Date.now() / 1000) + 7200;
    const order = await shop.place({ scheduled_for: at });
    assert.equal(order.scheduled_for, at);
    assert.notEqual(order.decision_deadline, null);
  });

  test("with lead minutes it is handed over that long before, and then has its six minutes (rules/ordering 5.9)", async () => {
    const shop = await createOrderingLocation(service, { lead_minutes: 30 });
    const at = (await clockOf(shop)) + 7200;
    const order = await shop.place({ scheduled_for: at });
    assert.equal(order.decision_deadline, null);
    const early = await shop.call("POST", `/v1/orders/${order.id}/accept`);
    assert.equal(early.status, 409);
    assert.equal(early.body.code, "order_not_ready");
    await advance(shop, 7200 - 1800 + 1);
    const handed = await read(shop, order.id);
    assert.ok(handed.decision_deadline - (at - 1800) <= 362 && handed.decision_deadline - (at - 1800) >= 360);
    assert.equal((await shop.call("POST", `/v1/orders/${order.id}/accept`)).status, 200);
  });

  test("one long move of the clock hands over at its time and rejects six minutes later (rules/ordering 15.4)", async () => {
    const shop = await createOrderingLocation(service, { lead_minutes: 0 });
    const at = (await clockOf(shop)) + 3 * 86_400;
    const order = await shop.place({ scheduled_for: at });
    await advance(shop, 7 * 86_400);
    const after = await read(shop, order.id);
    assert.equal(after.status, "REJECTED");
    const rejectedAt = Math.floor(Date.parse(after.updated_at) / 1000);
    assert.ok(rejectedAt >= at + 360 && rejectedAt <= at + 364, `rejected ${rejectedAt - at} s after its time`);
  });

  test("a time that has passed is refused", async () => {
    const shop = await createOrderingLocation(service);
    const answer = await shop.call("POST", "/v1/sandbox/orders", {
      location_id: shop.locationId,
      scheduled_for: 1_000_000,
    });
    assert.equal(answer.status, 422);
    assert.equal(answer.body.details.reasons[0].path, "/scheduled_for");
  });
});

describe("validation", () => {
  async function askingShop(columns: Readonly<Record<string, unknown>> = {}): Promise<OrderingLocation> {
    const shop = await createOrderingLocation(service, columns);
    const subscribed = await shop.call("POST", "/v1/webhook_subscriptions", {
      notification_url: "http://127.0.0.1:9/hooks",
      event_types: ["order.validation_requested"],
    });
    assert.equal(subscribed.status, 201, subscribed.text);
    return shop;
  }

  async function ask(shop: OrderingLocation, fields: Readonly<Record<string, unknown>> = {}) {
    const order = await shop.place(fields);
    const event = (await shop.events(order.id)).find(({ event_type }) => event_type === "order.validation_requested");
    const data = event?.data as { validation_id: string; order: { id: string }; deadline: number };
    return {
      order,
      data,
      answer: (body: object) =>
        shop.call("POST", `/v1/orders/${order.id}/validation_result`, { validation_id: data.validation_id, ...body }),
    };
  }

  test("a valid order is paid and handed over, a repeat changes nothing (rules/ordering 5.6)", async () => {
    const shop = await askingShop();
    const { order, data, answer } = await ask(shop);
    assert.equal(order.status, "PENDING");
    assert.equal(order.payment_status, "unpaid");
    assert.equal(order.payment.payment_link_url, null);
    assert.match(data.validation_id, /^val_/);
    assert.equal(data.order.id, order.id);
    const result = await answer({ valid: true });
    assert.deepEqual(result.body, {
      object: "order_validation",
      order_id: order.id,
      validation_id: data.validation_id,
      status: "valid",
    });
    const after = await read(shop, order.id);
    assert.equal(after.payment_status, "paid");
    assert.notEqual(after.decision_deadline, null);
    assert.equal((await answer({ valid: true })).status, 200);
    assert.equal((await answer({ valid: false })).body.code, "validation_expired");
    await shop.call("POST", `/v1/orders/${order.id}/deny`, { reason: "OTHER" });
    await service.runDue();
    assert.equal((await read(shop, order.id)).payment_status, "refunded");
  });

  test("an invalid order is rejected and nothing is charged (rules/ordering 5.4)", async () => {
    const shop = await askingShop();
    const { order, answer } = await ask(shop);
    const result = await answer({
      valid: false,
      issues: [{ code: "ITEM_UNKNOWN", message: "not on the till", menu_entity_id: "soup-bowl" }],
    });
    assert.equal(result.body.status, "invalid");
    const after = await read(shop, order.id);
    assert.equal(after.status, "REJECTED");
    assert.equal(after.payment_status, "unpaid");
    assert.equal(after.denial.reason, "VALIDATION_FAILED");
    // The same in another order of keys, and with what is ignored, is the same answer; other content is not.
    const issue = { menu_entity_id: "soup-bowl", message: "not on the till", code: "ITEM_UNKNOWN" };
    assert.equal((await answer({ issues: [issue], valid: false })).status, 200);
    assert.equal((await answer({ issues: [{ ...issue, line: 3 }], valid: false })).status, 200);
    const other = await answer({ issues: [{ ...issue, message: "unknown" }], valid: false });
    assert.deepEqual([other.status, other.body.code], [409, "validation_expired"]);
  });

  for (const [timeout, status] of [
    ["reject", "REJECTED"],
    ["continue", "PENDING"],
  ] as const) {
    test(`no answer within 30 seconds counts as ${timeout} (rules/ordering 5.5)`, async () => {
      const shop = await askingShop({ validation_timeout: timeout });
      const { order, answer } = await ask(shop);
      await advance(shop, 31);
      const after = await read(shop, order.id);
      assert.equal(after.status, status);
      assert.equal(after.payment_status, timeout === "continue" ? "paid" : "unpaid");
      assert.equal((await answer({ valid: true })).body.code, "validation_expired");
    });
  }

  test("another validation's id is refused (rules/ordering 5.6)", async () => {
    const shop = await askingShop();
    const { order } = await ask(shop);
    const answer = await shop.call("POST", `/v1/orders/${order.id}/validation_result`, {
      validation_id: "val_unknown",
      valid: true,
    });
    assert.equal(answer.status, 409);
    assert.equal(answer.body.code, "validation_expired");
  });
});

describe("the sandbox clock", () => {
  test("moves forward only, by at most 400 days in total (rules/ordering 15.3)", async () => {
    const shop = await createOrderingLocation(service);
    const path = `/v1/sandbox/locations/${shop.locationId}/clock`;
    assert.equal((await shop.call("POST", path, { advance_seconds: -1 })).status, 400);
    assert.equal((await shop.call("POST", path, { advance_seconds: 1.5 })).status, 400);
    assert.equal((await shop.call("POST", path, {})).status, 400);
    const moved = await advance(shop, 400 * 86_400 - 10);
    assert.equal(moved.object, "sandbox_clock");
    assert.equal(moved.offset_seconds, 400 * 86_400 - 10);
    const beyond = await shop.call("POST", path, { advance_seconds: 11 });
    assert.equal(beyond.status, 422);
    assert.equal(beyond.body.code, "clock_limit");
    assert.equal((await advance(shop, 10)).offset_seconds, 400 * 86_400);
  });

  test("is the location's own, and repeated keys move it once", async () => {
    const [one, other] = [await createOrderingLocation(service), await createOrderingLocation(service)];
    const path = `/v1/sandbox/locations/${one.locationId}/clock`;
    const send = () => one.call("POST", path, { advance_seconds: 100 }, { headers: { "idempotency-key": "move" } });
    await Promise.all([send(), send(), send()]);
    await send();
    assert.equal((await one.call("GET", path)).body.offset_seconds, 100);
    const otherPath = `/v1/sandbox/locations/${other.locationId}/clock`;
    assert.equal((await other.call("GET", otherPath)).body.offset_seconds, 0);
    assert.equal((await other.call("GET", path)).status, 404);
  });
});
