import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createAdmissionQueue, keptSlots, type Slot } from "./admission-queue.ts";
import type { Rank } from "./call-class.ts";

type Step =
  | { readonly kind: "ask"; readonly rank: Rank; readonly flow: string }
  | { readonly kind: "leave"; readonly which: number }
  | { readonly kind: "pass"; readonly milliseconds: number }
  | { readonly kind: "displace"; readonly rank: Rank };

const rank = fc.integer({ min: 0, max: 5 }).map((value) => value as Rank);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("ask" as const), rank, flow: fc.constantFrom("a", "b", "c", "d") }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("leave" as const), which: fc.nat(50) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), milliseconds: fc.integer({ min: 1, max: 700 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("displace" as const), rank }) },
);

interface Call {
  readonly rank: Rank;
  readonly flow: string;
  readonly at: number;
  slot: Slot | undefined;
  state: "waiting" | "running" | "left" | "refused";
}

const limits = {
  longestWaitMs: 1_000,
  standingWaitMs: 50,
  standingAfterMs: 500,
  spareMs: 0,
  spareBackAfterMs: 60_000,
};

test("whatever comes: bounds hold, nobody is lost, no slot idles, and ranks 0 and 1 never lose to those behind", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 120 }), (slots, steps) => {
      const queue = createAdmissionQueue({ ...limits, slots });
      const calls: Call[] = [];
      let now = 0;
      const of = (state: Call["state"]): readonly Call[] => calls.filter((call) => call.state === state);

      const ask = (asked: Rank, flow: string): void => {
        const call: Call = { rank: asked, flow, at: now, slot: undefined, state: "waiting" };
        calls.push(call);
        queue.enter(
          {
            rank: asked,
            flow,
            isGone: () => false,
            admitted: (slot) => {
              assert.equal(call.state, "waiting");
              const ahead = of("waiting").filter(
                (other) => other !== call && other.rank < call.rank && other.rank <= 1,
              );
              assert.equal(ahead.length, 0, "a pressing call waits while one behind it is served");
              call.slot = slot;
              call.state = "running";
            },
            refused: () => {
              assert.equal(call.state, "waiting");
              call.state = "refused";
            },
          },
          now,
        );
      };

      const pass = (milliseconds: number): void => {
        for (const end = now + milliseconds; now < end;) {
          now = Math.min(end, now + 10);
          queue.expire(now);
          for (const call of of("waiting")) assert.ok(now - call.at < limits.longestWaitMs);
        }
      };

      for (const one of steps) {
        if (one.kind === "ask") ask(one.rank, one.flow);
        else if (one.kind === "pass") pass(one.milliseconds);
        else if (one.kind === "displace") queue.displace(one.rank);
        else {
          const running = of("running");
          const call = running[one.which % Math.max(1, running.length)];
          if (call === undefined) continue;
          call.state = "left";
          call.slot?.leave(now);
        }
        const running = of("running");
        const behind = running.filter((call) => call.rank > 1).length;
        const open = slots - keptSlots(slots);
        assert.equal(queue.running, running.length);
        assert.equal(queue.waiting, of("waiting").length);
        assert.ok(running.length <= slots && behind <= open);
        for (const call of of("waiting"))
          assert.ok(running.length === slots || (call.rank > 1 && behind === open), "a slot idles while a call waits");
      }
      for (const call of of("running")) {
        call.state = "left";
        call.slot?.leave(now);
      }
      pass(2_000);
      assert.equal(of("waiting").length, 0);
    }),
    { numRuns: 300 },
  );
});

test("whoever waits gets a turn: calls of equal length are shared equally, whoever asks for more", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 2, maxLength: 5 }), (demands) => {
      const queue = createAdmissionQueue({ ...limits, slots: 1 });
      const served = demands.map(() => 0);
      let now = 0;
      let held: Slot | undefined;
      const ask = (flow: number): void =>
        queue.enter(
          {
            rank: 3,
            flow: String(flow),
            isGone: () => false,
            admitted: (slot) => {
              served[flow] = (served[flow] ?? 0) + 1;
              held = slot;
            },
            refused: () => assert.fail("nobody waits that long here"),
          },
          now,
        );
      for (const [flow, demand] of demands.entries()) for (let count = 0; count < demand; count++) ask(flow);
      for (let turn = 1; turn < 15 * demands.length; turn++) {
        now += 3;
        held?.leave(now);
      }
      assert.ok(Math.max(...served) - Math.min(...served) <= 4, served.join(" "));
    }),
    { numRuns: 100 },
  );
});
