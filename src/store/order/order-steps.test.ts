import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { orderSteps } from "./order-steps.ts";
import { timeKey } from "./order-words.ts";

type Seen = Parameters<typeof orderSteps>[0];

/** An order that has been in these statuses, a minute apart, and is in the last one. */
function seen(fulfillment_type: Seen["fulfillment_type"], ...statuses: readonly string[]): Seen {
  const timeline = statuses.map((status, minute) => ({
    at: new Date(minute * 60_000).toISOString(),
    what: "x",
    text: "x",
    status,
    payment_status: "paid",
  }));
  return { fulfillment_type, status: statuses.at(-1), timeline } as Seen;
}

const words = (order: Seen): string[] => orderSteps(order).map(({ step, state }) => `${step} ${state}`);

describe("the steps of an order", () => {
  test("one is the present one, those before are done, those after are ahead without a time", () => {
    const steps = orderSteps(seen("pickup", "PENDING", "AUTO_ACCEPTED"));
    assert.deepEqual(words(seen("pickup", "PENDING", "AUTO_ACCEPTED")), [
      "placed done",
      "accepted now",
      "ready ahead",
      "collected ahead",
    ]);
    assert.deepEqual(
      steps.map(({ at }) => at),
      [0, 60_000, null, null],
    );
  });

  test("a delivery is on its way before it is delivered; what is over is done", () => {
    const delivered = seen("delivery", "PENDING", "ACCEPTED", "READY", "IN_DELIVERY", "FULFILLED");
    assert.deepEqual(words(delivered), [
      "placed done",
      "accepted done",
      "ready done",
      "on_its_way done",
      "delivered done",
    ]);
  });

  test("a step that was skipped is done without a time; several changes within one step are one", () => {
    const steps = orderSteps(seen("delivery", "PENDING", "PENDING", "ACCEPTED", "READY", "FULFILLED"));
    assert.deepEqual(
      steps.map(({ at, state }) => [state, at]),
      [
        ["done", 0],
        ["done", 120_000],
        ["done", 180_000],
        ["done", null],
        ["done", 240_000],
      ],
    );
  });

  test("an order that ended early ends there", () => {
    assert.deepEqual(words(seen("pickup", "PENDING", "REJECTED")), ["placed done", "REJECTED now"]);
    assert.deepEqual(words(seen("pickup", "PENDING", "ACCEPTED", "CUSTOMER_CANCELLED")), [
      "placed done",
      "accepted done",
      "CUSTOMER_CANCELLED now",
    ]);
  });
});

describe("the time of an order", () => {
  const wordsOf = (status: Seen["status"], ready: number | null, planned: number | null) =>
    timeKey({ status, fulfillment_type: "pickup", estimated_ready_at: ready, scheduled_for: planned });

  test("is said until the order is ready, and not after", () => {
    assert.equal(wordsOf("PENDING", 100, null), "time.ready");
    assert.equal(wordsOf("ACCEPTED", 100, null), "time.ready");
    assert.equal(wordsOf("ACCEPTED", null, null), null);
    assert.equal(wordsOf("READY", 100, null), null);
    assert.equal(wordsOf("IN_DELIVERY", 100, null), null);
  });

  test("of a delivery is when it leaves the kitchen, not when it arrives", () => {
    const order = { status: "ACCEPTED", fulfillment_type: "delivery", estimated_ready_at: 100 } as const;
    assert.equal(timeKey({ ...order, scheduled_for: null }), "time.leaves");
    assert.equal(timeKey({ ...order, scheduled_for: 100 }), "time.planned");
  });

  test("that the diner asked for stays", () => {
    assert.equal(wordsOf("ACCEPTED", 100, 100), "time.planned");
    assert.equal(wordsOf("READY", 100, 100), "time.planned");
  });
});
