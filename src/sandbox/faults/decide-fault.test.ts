import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { newId } from "../../kernel/id.ts";
import { decideFault, type Occasion } from "./decide-fault.ts";
import type { FaultRule, FaultSet } from "./fault-kinds.ts";

const [here, there] = [newId("str"), newId("str")];
const call: Occasion = { kind: "call", operation: "acceptOrder", locationId: null };
const delivery: Occasion = { kind: "delivery", eventType: "order.notification", locationId: here };
const setOf = (rules: readonly FaultRule[], seed = 7): FaultSet => ({ rules, seed, counts: {} });

/** The ids of the rules that act on occasions one after another. */
function play(set: FaultSet, occasions: readonly Occasion[]): readonly (string | undefined)[] {
  let now = set;
  return occasions.map((occasion) => {
    const { fault, set: next } = decideFault(now, occasion);
    now = next;
    return fault?.ruleId;
  });
}

describe("which rule acts (rules/ordering 15.6)", () => {
  const cases: readonly (readonly [string, FaultRule, Occasion, boolean])[] = [
    ["a call for a rule of calls", { id: "a", kind: "api_error" }, call, true],
    ["a call for a rule of webhooks", { id: "a", kind: "webhook_late" }, call, false],
    ["a delivery for a rule of calls", { id: "a", kind: "api_slow" }, delivery, false],
    ["its operation", { id: "a", kind: "api_error", match: { operations: ["acceptOrder"] } }, call, true],
    ["another operation", { id: "a", kind: "api_error", match: { operations: ["denyOrder"] } }, call, false],
    ["its event", { id: "a", kind: "webhook_late", match: { event_types: ["order.notification"] } }, delivery, true],
    ["another event", { id: "a", kind: "webhook_late", match: { event_types: ["order.paid"] } }, delivery, false],
    ["its location", { id: "a", kind: "webhook_late", match: { location_id: here } }, delivery, true],
    ["another location", { id: "a", kind: "webhook_late", match: { location_id: there } }, delivery, false],
    ["a location where none is named", { id: "a", kind: "api_error", match: { location_id: here } }, call, false],
  ];
  for (const [name, rule, occasion, acts] of cases) {
    test(`${name}: ${acts ? "acts" : "does not act"}`, () => {
      assert.deepEqual(play(setOf([rule]), [occasion]), [acts ? "a" : undefined]);
    });
  }

  test("the first that matches and acts decides, and times holds exactly", () => {
    const rules: FaultRule[] = [
      { id: "twice", kind: "api_error", times: 2 },
      { id: "then", kind: "api_unavailable" },
    ];
    assert.deepEqual(play(setOf(rules), [call, call, call, call]), ["twice", "twice", "then", "then"]);
  });

  test("a share acts for about its part, and the same seed makes the same choices", () => {
    const occasions = Array.from({ length: 400 }, () => call);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        (seed, share) => {
          const set = setOf([{ id: "some", kind: "api_error", share }], seed);
          const acted = play(set, occasions);
          assert.deepEqual(play(set, occasions), acted);
          const part = acted.filter((id) => id === "some").length / occasions.length;
          assert.ok(Math.abs(part - share) < 0.15, `${part} of ${share}`);
        },
      ),
      { numRuns: 20 },
    );
  });

  test("a rule says its own time, or takes the usual one", () => {
    const seconds = (rule: FaultRule) => decideFault(setOf([rule]), delivery).fault?.seconds;
    assert.equal(seconds({ id: "a", kind: "webhook_late", delay_seconds: 200 }), 200);
    assert.equal(seconds({ id: "a", kind: "webhook_late" }), 60);
  });
});
