import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Check } from "./check.schemas.ts";
import { noEvidence, type Evidence, type SeenCall } from "./evidence.ts";
import { judge } from "./judge.ts";

const made = { order: ["ord_1"] };
const told = { id: "evt_1", type: "order.notification", resourceId: "ord_1", data: {}, at: 10_000 };
const attempt = { eventId: "evt_1", at: 12_000, durationMs: 20, status: 200 };

let count = 0;
function call(operation: string, at: number, fields: Partial<SeenCall> = {}): SeenCall {
  const id = `req_${++count}`;
  return {
    id,
    operation,
    method: "POST",
    resourceId: "ord_1",
    status: 200,
    code: null,
    key: "k1",
    startedAt: at,
    endedAt: at + 50,
    ...fields,
  };
}

const seen = (calls: readonly SeenCall[], parts: Partial<Evidence> = {}): Evidence => ({
  ...noEvidence,
  events: [told],
  attempts: [attempt],
  calls,
  ...parts,
});

type Case = readonly [string, Check, readonly SeenCall[], string, RegExp];

const accepts: Check = { check: "calls", operations: ["acceptOrder", "denyOrder"], of: "order", within_seconds: 5 };
const quiet: Check = {
  check: "no_calls",
  operations: ["acceptOrder"],
  of: "order",
  after: { delivered: "order.notification" },
  grace_seconds: 2,
  for_seconds: 5,
};
const once: Check = { check: "once", operations: ["acceptOrder", "denyOrder"], of: "order", for_seconds: 5 };
const repeats: Check = { check: "same_key", operations: ["acceptOrder"], of: "order", most: 3, within_seconds: 5 };

const manners: Check = { check: "manners", polls_per_minute: 3, for_seconds: 0 };
const polls = (...at: readonly number[]): SeenCall[] =>
  at.map((ms) => call("listOrders", ms, { method: "GET", key: null, resourceId: null }));

const anew: Check = {
  check: "calls",
  operations: ["searchBookingAvailability"],
  answer: "2xx",
  after_refused: ["createBooking"],
  within_seconds: 5,
};
const search = (ms: number): SeenCall => call("searchBookingAvailability", ms, { method: "GET", resourceId: null });
const refused = call("createBooking", 10_000, { status: 409, resourceId: null });

const cases: readonly Case[] = [
  ["a search with no refusal", anew, [search(0)], "open", /no createBooking was refused/],
  ["a search before the refusal", anew, [search(0), refused], "open", /searchBookingAvailability/],
  ["a search after the refusal", anew, [search(0), refused, search(12_000)], "met", /searchBookingAvailability/],
  ["a search as the refusal is noted", anew, [search(0), refused, search(refused.endedAt - 20)], "met", /search/],
  ["a repeat that must come", { ...repeats, least: 2 }, [call("acceptOrder", 0)], "open", /1 calls/],
  ["good manners", manners, [call("acceptOrder", 0), ...polls(0, 20_000, 40_000, 60_000)], "met", /5 calls/],
  ["a write without a key", manners, [call("acceptOrder", 0, { key: null })], "broken", /acceptOrder has no/],
  ["a poll that is too fast", manners, polls(0, 1_000, 2_000, 59_000), "broken", /listOrders more than 3 times/],

  ["a call that came", accepts, [call("denyOrder", 11_000)], "met", /denyOrder \(200\)/],
  ["a call that did not come", accepts, [call("getOrder", 11_000)], "open", /no such call/],
  ["a call about something else", accepts, [call("acceptOrder", 1, { resourceId: "ord_2" })], "open", /no such call/],
  [
    "a call with another answer",
    { ...accepts, answer: "2xx" },
    [call("acceptOrder", 1, { status: 409, code: "order_not_ready" })],
    "open",
    /\(409 order_not_ready\)/,
  ],
  [
    "a call with the very answer",
    { ...accepts, answer: "409" },
    [call("acceptOrder", 1, { status: 409 })],
    "met",
    /\(409\)/,
  ],
  [
    "a call before its moment",
    { ...accepts, not_before: { event: "order.notification" } },
    [call("acceptOrder", 9_800)],
    "broken",
    /came before/,
  ],
  [
    "a call at its moment",
    { ...accepts, not_before: { event: "order.notification" } },
    [call("acceptOrder", 10_000)],
    "met",
    /acceptOrder/,
  ],
  [
    "a call without the one before it",
    { ...accepts, after_call: ["getOrder"] },
    [call("acceptOrder", 1)],
    "broken",
    /without getOrder/,
  ],
  [
    "a call after the one before it",
    { ...accepts, after_call: ["getOrder"] },
    [call("getOrder", 1), call("acceptOrder", 2)],
    "met",
    /acceptOrder/,
  ],
  ["no call after the moment", quiet, [call("acceptOrder", 11_000)], "met", /no such call/],
  ["a call on its way at the moment", quiet, [call("acceptOrder", 13_900)], "met", /no such call/],
  ["a call long after the moment", quiet, [call("acceptOrder", 20_000)], "broken", /8\.0 s after/],
  ["one decision", once, [call("acceptOrder", 1)], "met", /acceptOrder/],
  [
    "one decision, repeated under its key",
    once,
    [call("acceptOrder", 1), call("acceptOrder", 2)],
    "met",
    /acceptOrder/,
  ],
  [
    "two decisions",
    once,
    [call("acceptOrder", 1), call("acceptOrder", 2, { key: "k2" })],
    "broken",
    /2 different keys/,
  ],
  [
    "two decisions without keys",
    once,
    [call("acceptOrder", 1, { key: null }), call("denyOrder", 2, { key: null })],
    "broken",
    /2/,
  ],
  ["no decision", once, [], "open", /no such call/],
  [
    "a repeat that succeeds",
    repeats,
    [call("acceptOrder", 0, { status: 500 }), call("acceptOrder", 500)],
    "met",
    /the last 200/,
  ],
  ["a repeat that did not come yet", repeats, [call("acceptOrder", 0, { status: 500 })], "open", /the last 500/],
  ["a write without a key", repeats, [call("acceptOrder", 0, { key: null })], "broken", /no Idempotency-Key/],
  [
    "a repeat under another key",
    repeats,
    [call("acceptOrder", 0, { status: 500 }), call("acceptOrder", 500, { key: "k2" })],
    "broken",
    /another/,
  ],
  [
    "too many repeats",
    repeats,
    [0, 1, 2, 3].map((at) => call("acceptOrder", at * 1_000, { status: 500 })),
    "broken",
    /4 calls/,
  ],
  [
    "a repeat that came too early",
    { ...repeats, least_pause_seconds: 5 },
    [call("acceptOrder", 0, { status: 429 }), call("acceptOrder", 3_050)],
    "broken",
    /a pause of 3\.0 s/,
  ],
  [
    "a repeat that waited",
    { ...repeats, least_pause_seconds: 5 },
    [call("acceptOrder", 0, { status: 429 }), call("acceptOrder", 5_050)],
    "met",
    /the last 200/,
  ],
  [
    "repeats at once",
    { ...repeats, growing: true },
    [call("acceptOrder", 0, { status: 500 }), call("acceptOrder", 60, { status: 500 }), call("acceptOrder", 130)],
    "broken",
    /a pause of 0\.0 s/,
  ],
  [
    "pauses that shrink",
    { ...repeats, growing: true },
    [call("acceptOrder", 0, { status: 500 }), call("acceptOrder", 1_050, { status: 500 }), call("acceptOrder", 1_300)],
    "broken",
    /pauses of 1\.0, 0\.2 s/,
  ],
  [
    "pauses that grow, less what chance takes",
    { ...repeats, growing: true },
    [call("acceptOrder", 0, { status: 500 }), call("acceptOrder", 550, { status: 500 }), call("acceptOrder", 1_050)],
    "met",
    /3 calls, the last 200/,
  ],
];

describe("the partner's calls", () => {
  for (const [name, check, calls, state, words] of cases) {
    test(name, () => {
      const finding = judge(check, made, seen(calls));
      assert.equal(finding.state, state, finding.seen);
      assert.match(finding.seen, words);
      assert.ok(finding.expected.length > 10, finding.expected);
    });
  }

  test("a moment that has not come leaves a watch open, and makes every call early", () => {
    const evidence = seen([call("acceptOrder", 20_000)], { events: [], attempts: [] });
    assert.equal(judge(quiet, made, evidence).state, "open");
    assert.equal(
      judge({ ...accepts, not_before: { delivered: "order.notification" } }, made, evidence).state,
      "broken",
    );
  });

  test("a call that made something gives it a name", () => {
    const check: Check = { check: "calls", operations: ["createBooking"], as: "booking", within_seconds: 1 };
    assert.deepEqual(judge(check, {}, seen([call("createBooking", 1, { resourceId: "bkg_1" })])).found, ["bkg_1"]);
  });
});
