import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { eveningMs, someLine, someOrder, someSettings } from "./board.fixture.ts";
import { cardAfter, meaningOf, nextCard } from "./keys.ts";
import {
  itemCount,
  minutesLeft,
  notesOf,
  paymentOf,
  promisedAt,
  refundOf,
  timeChoices,
  whoChanged,
} from "./order-facts.ts";
import { clockText, countdownOf, mayDecide, ringEvery } from "./ringing.ts";

const evening = eveningMs / 1_000;

describe("ringing", () => {
  const cases = [
    ["staff's order rings every four seconds", {}, 0, 4_000],
    ["in the last 90 seconds every two", {}, 270_000, 2_000],
    ["just before, every four", {}, 269_999, 4_000],
    ["seen orders are silent", { seen_until: evening + 60 }, 59_999, undefined],
    ["they ring again after that", { seen_until: evening + 60 }, 60_000, 4_000],
    ["an order of the app is silent at first", { receiver: "app", staff_from: evening + 240 }, 239_999, undefined],
    ["and rings from second 240", { receiver: "app", staff_from: evening + 240 }, 240_000, 4_000],
    ["a decided order is silent", { status: "ACCEPTED" }, 0, undefined],
    ["an order for later is silent", { handed_over_at: null }, 0, undefined],
  ] as const;
  for (const [what, changed, after, every] of cases)
    test(what, () => {
      assert.equal(ringEvery([someOrder(changed)], eveningMs + after), every);
    });

  test("one urgent order makes all of them ring twice as often", () => {
    const orders = [someOrder(), someOrder({ decision_deadline: evening + 80 })];
    assert.equal(ringEvery(orders, eveningMs), 2_000);
    assert.equal(ringEvery([], eveningMs), undefined);
  });

  test("staff decide an order of the app from the moment that the server names", () => {
    const order = someOrder({ receiver: "app", staff_from: evening + 240 });
    assert.equal(mayDecide(order, eveningMs + 239_999), false);
    assert.equal(mayDecide(order, eveningMs + 240_000), true);
  });

  test("the countdown goes from six minutes to zero and never below", () => {
    assert.deepEqual(countdownOf(someOrder(), 360, eveningMs), { seconds: 360, share: 1, urgent: false });
    assert.deepEqual(countdownOf(someOrder(), 360, eveningMs + 270_000), { seconds: 90, share: 0.25, urgent: true });
    assert.deepEqual(countdownOf(someOrder(), 360, eveningMs + 999_000), { seconds: 0, share: 0, urgent: true });
    assert.equal(countdownOf(someOrder({ status: "READY" }), 360, eveningMs), undefined);
    assert.equal(clockText(307), "5:07");
  });
});

describe("facts of an order", () => {
  test("the preset is preparation and extra time, or the guest's time; 240 minutes are the most", () => {
    const minutes = (changed: object, settings = someSettings): string =>
      timeChoices(someOrder(changed), settings, eveningMs)
        .map((choice) => (choice.preset ? `[${choice.minutes}]` : String(choice.minutes)))
        .join(" ");
    assert.equal(minutes({}), "10 15 [20] 30 45");
    assert.equal(minutes({}, { ...someSettings, busy_delay_minutes: 15 }), "10 15 20 30 [35] 45");
    assert.equal(minutes({ scheduled_for: evening + 5_400 }), "10 15 20 30 45 [90]");
    assert.equal(minutes({ scheduled_for: evening - 60 }), "[1] 10 15 20 30 45");
    assert.equal(minutes({ scheduled_for: evening + 90_000 }), "10 15 20 30 45 [240]");
    assert.equal(timeChoices(someOrder(), someSettings, eveningMs)[0]?.atMs, eveningMs + 600_000);
  });

  test("the time that is promised is the full minute that is shown, and lies ahead", () => {
    for (const [minutes, second, promised] of [
      [10, 0, 600],
      [10, 59.999, 600],
      [240, 59, 14_400],
      [1, 30, 60],
      [1, 31, 120],
      [1, 59.999, 120],
    ] as const)
      assert.equal(
        promisedAt(minutes, eveningMs + second * 1_000),
        eveningMs + promised * 1_000,
        `${minutes} ${second}`,
      );
    const late = eveningMs + 59_000;
    const timesOf = (scheduled_for: number | null): number[] =>
      timeChoices(someOrder({ scheduled_for }), someSettings, late).map(({ atMs }) => atMs / 1_000 - evening);
    assert.deepEqual(timesOf(null), [600, 900, 1_200, 1_800, 2_700]);
    assert.deepEqual(timesOf(evening + 5_415), [600, 900, 1_200, 1_800, 2_700, 5_415], "the guest's own time");
  });

  test("what the guest wrote is told with the line that it belongs to", () => {
    const lines = [someLine(2, "Soup", [], "No celery"), someLine(1, "Bread"), someLine(1, "Rice", [], "Nut allergy")];
    assert.deepEqual(notesOf(someOrder({ line_items: lines, notes: "Ring twice" })), [
      { line: "2× Soup", text: "No celery" },
      { line: "1× Rice", text: "Nut allergy" },
      { line: null, text: "Ring twice" },
    ]);
    assert.deepEqual(notesOf(someOrder({ notes: null })), []);
  });

  test("what is paid, what the guest gets back, how late it is, who changed it", () => {
    assert.equal(paymentOf(someOrder()), "paid");
    assert.equal(paymentOf(someOrder({ payment_status: "pay_in_store" })), "pay_in_store");
    assert.equal(paymentOf(someOrder({ payment_status: "refund_pending" })), "refunded");
    assert.equal(paymentOf(someOrder({ payment_status: "pending" })), "unpaid");
    assert.equal(refundOf(someOrder({ line_items: [someLine(2, "Soup")] })), 2_400);
    assert.equal(refundOf(someOrder({ payment_status: "pay_in_store" })), 0);
    // What was taken off before is no part of the total, and went back by itself.
    const payment = { provider: "test", status: "paid", payment_link_url: null, refunded: 1_200 } as const;
    assert.equal(refundOf(someOrder({ line_items: [someLine(2, "Soup")], payment })), 2_400);
    assert.equal(minutesLeft(someOrder({ estimated_ready_at: evening + 61 }), eveningMs), 2);
    assert.equal(minutesLeft(someOrder({ estimated_ready_at: evening - 179 }), eveningMs), -2);
    // In its first minute an order is not "-0 minutes" late.
    assert.equal(minutesLeft(someOrder({ estimated_ready_at: evening - 59 }), eveningMs), 0);
    assert.equal(minutesLeft(someOrder({ estimated_ready_at: evening - 60 }), eveningMs), -1);
    assert.equal(itemCount(someOrder({ line_items: [someLine(2, "Soup"), someLine(3, "Bread")] })), 5);
    assert.deepEqual(whoChanged(someOrder()), { name: null, word: "who.guest" });
    assert.deepEqual(whoChanged(someOrder({ updated_by: { kind: "person", id: null, name: "Rui" } })), {
      name: "Rui",
      word: "who.other",
    });
  });
});

describe("keys", () => {
  const grid = { new: ["a", "b", "c"], preparing: [], ready: ["x"] };
  const moves = [
    [undefined, "ArrowDown", false, "a"],
    ["gone", "ArrowRight", false, "a"],
    ["a", "ArrowUp", false, "a"],
    ["a", "ArrowDown", false, "b"],
    ["c", "ArrowDown", false, "c"],
    ["b", "ArrowRight", false, "x"],
    ["b", "ArrowLeft", true, "x"],
    ["x", "ArrowLeft", false, "a"],
    ["x", "ArrowRight", false, "x"],
  ] as const;
  for (const [from, arrow, rightToLeft, to] of moves)
    test(`${arrow} from ${from} leads to ${to}${rightToLeft ? " where the columns stand from right to left" : ""}`, () => {
      assert.equal(nextCard(grid, from, arrow, rightToLeft), to);
    });

  test("an empty board has no card to go to", () => {
    assert.equal(nextCard({ new: [], preparing: [], ready: [] }, undefined, "ArrowDown", false), undefined);
  });

  test("letters act on the order, others mean nothing", () => {
    assert.deepEqual(meaningOf("a"), { kind: "order", act: "accept" });
    assert.deepEqual(meaningOf("Enter"), { kind: "order", act: "open" });
    assert.deepEqual(meaningOf("/"), { kind: "search" });
    assert.deepEqual(meaningOf("?"), { kind: "help" });
    for (const key of ["x", "A", "toString", " ", "Tab"]) assert.equal(meaningOf(key), undefined);
  });
});

test("after the chosen card left its column the next one is chosen, and nothing while it stays", () => {
  const before = { new: ["a", "b", "c"], preparing: ["d"], ready: [] };
  for (const [chosen, now, expected] of [
    ["b", { new: ["a", "c"], preparing: ["b", "d"], ready: [] }, "c"],
    ["c", { new: ["a", "b"], preparing: ["c", "d"], ready: [] }, "b"],
    ["b", { new: ["c"], preparing: ["b", "a", "d"], ready: [] }, "c"],
    ["b", { new: ["x"], preparing: ["d"], ready: [] }, "x"],
    ["d", { new: ["a"], preparing: [], ready: ["d"] }, "d"],
    ["d", { new: ["a"], preparing: [], ready: [] }, "a"],
    ["d", { new: [], preparing: [], ready: [] }, undefined],
    ["b", { new: ["b"], preparing: [], ready: [] }, undefined],
    [undefined, { new: [], preparing: ["d"], ready: [] }, undefined],
  ] as const)
    assert.equal(cardAfter(before, now, chosen), expected, `${chosen}: ${JSON.stringify(now)}`);
});
