import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { noEvidence, type Evidence, type SeenAttempt, type SeenEvent } from "./evidence.ts";
import { judge } from "./judge.ts";
import type { Check } from "./check.schemas.ts";

const order = "ord_1";
const made = { order: [order] };
const second = 1_000;

function event(type: string, at: number, data: Record<string, unknown> = {}, resourceId = order): SeenEvent {
  return { id: `evt_${type}_${at}`, type, resourceId, data, at };
}

function attempt(of: SeenEvent, status: number | null, durationMs = 20): SeenAttempt {
  return { eventId: of.id, at: of.at, durationMs, status };
}

const told = event("order.notification", 10 * second);
const accepted = event("order.updated", 30 * second, { actor: "partner", status: "ACCEPTED" });
const seen = (parts: Partial<Evidence>): Evidence => ({ ...noEvidence, ...parts });

const isAccepted: Check = {
  check: "event",
  event: "order.updated",
  of: "order",
  actor: "partner",
  fields: { status: { is: "ACCEPTED" } },
  after: { event: "order.notification", seconds: 60 },
  within_seconds: 70,
};

describe("an event that is expected", () => {
  const cases: readonly (readonly [string, readonly SeenEvent[], string, RegExp])[] = [
    ["is met in time", [told, accepted], "met", /after 20\.0 s/],
    ["is broken when it came too late", [told, { ...accepted, at: 71 * second }], "broken", /after 61\.0 s/],
    ["is met at the very second", [told, { ...accepted, at: 70 * second }], "met", /after 60\.0 s/],
    ["is open while nothing came", [], "open", /no event/],
    ["is open while others came", [told], "open", /only order\.notification/],
    [
      "is not met by another actor",
      [told, { ...accepted, data: { actor: "store", status: "ACCEPTED" } }],
      "open",
      /the last with actor store, status ACCEPTED/,
    ],
    [
      "is not met by another resource",
      [told, { ...accepted, resourceId: "ord_2" }],
      "open",
      /only order\.notification/,
    ],
  ];
  for (const [name, events, state, words] of cases) {
    test(name, () => {
      const finding = judge(isAccepted, made, seen({ events }));
      assert.equal(finding.state, state, finding.seen);
      assert.match(finding.seen, words);
    });
  }

  test("of many resources is met when each has it, and says how many have", () => {
    const other = { ...accepted, id: "evt_other", resourceId: "ord_2" };
    const both = { order: [order, "ord_2"] };
    const one = judge(isAccepted, both, seen({ events: [told, accepted] }));
    assert.equal(one.state, "open");
    assert.match(one.seen, /1 of 2 are right/);
    const toldToo = { ...told, id: "evt_told", resourceId: "ord_2" };
    assert.equal(judge(isAccepted, both, seen({ events: [told, toldToo, accepted, other] })).state, "met");
  });

  test("names what the partner made", () => {
    const check: Check = { check: "event", event: "booking.created", as: "booking", within_seconds: 1 };
    const finding = judge(check, {}, seen({ events: [event("booking.created", 1, {}, "bkg_1")] }));
    assert.deepEqual([finding.state, finding.found], ["met", ["bkg_1"]]);
  });

  test("about something that was never made stays open", () => {
    assert.equal(judge(isAccepted, {}, seen({ events: [told, accepted] })).state, "open");
  });
});

describe("a delivery that is expected", () => {
  const check: Check = {
    check: "delivered",
    event: "order.notification",
    of: "order",
    answer: "2xx",
    answer_seconds: 10,
    within_seconds: 30,
  };
  const cases: readonly (readonly [string, readonly SeenAttempt[], string, RegExp])[] = [
    ["is open before the first attempt", [], "open", /not sent to the endpoint yet/],
    ["is open while it fails", [attempt(told, 503), attempt(told, null)], "open", /answered 503, no answer/],
    ["is met by a later attempt", [attempt(told, 503), attempt(told, 204)], "met", /answered 204 in 0\.0 s/],
    ["is broken by a slow answer", [attempt(told, 200, 10_400)], "broken", /in 10\.4 s/],
  ];
  for (const [name, attempts, state, words] of cases) {
    test(name, () => {
      const finding = judge(check, made, seen({ events: [told], attempts }));
      assert.equal(finding.state, state, finding.seen);
      assert.match(finding.seen, words);
    });
  }

  test("can be one that the endpoint must refuse", () => {
    const refused = { ...check, answer: "4xx" as const };
    const judged = (status: number) =>
      judge(refused, made, seen({ events: [told], attempts: [attempt(told, status)] }));
    assert.deepEqual(
      [200, 400, 401, 500].map((status) => judged(status).state),
      ["broken", "met", "met", "broken"],
    );
  });
});

describe("a resource that is expected to read so", () => {
  const check: Check = {
    check: "state",
    of: "order",
    fields: {
      status: { one_of: ["REJECTED"] },
      "denial.reason": { is: "OTHER" },
      "denial.out_of_stock": { set: true },
    },
    within_seconds: 5,
  };
  const read = (fields: Record<string, unknown>) => judge(check, made, seen({ resources: new Map([[order, fields]]) }));

  test("is met when every field is right, also within an object", () => {
    const denial = { reason: "OTHER", out_of_stock: ["burger"] };
    assert.equal(read({ status: "REJECTED", denial }).state, "met");
    assert.match(read({ status: "REJECTED", denial: { ...denial, out_of_stock: [] } }).seen, /out_of_stock is empty/);
    assert.match(read({ status: "PENDING", denial: null }).seen, /status is PENDING, denial\.reason is absent/);
  });

  test("never shows a long text or an object, which a person may have written", () => {
    const finding = read({ status: "x".repeat(100), denial: { reason: { name: "Sam Sample" }, out_of_stock: ["a"] } });
    assert.doesNotMatch(finding.seen, /xxxx|Sam/);
  });
});
