import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createLeaseSlots, slotCount, type SlotsFound } from "./lease-slots.ts";

const [nothing, left] = [
  { more: false, isEmpty: true },
  { more: true, isEmpty: false },
];

test("a worker that is alone takes all slots at once, and one look is a round", () => {
  const slots = createLeaseSlots(5);
  assert.equal(slots.round(), "open");
  for (const [found, round] of [
    [left, "open"],
    [{ more: false, isEmpty: false }, "over"],
    [nothing, "over and empty"],
  ] as const) {
    const range = slots.next();
    assert.deepEqual(range, { first: 0, count: slotCount });
    slots.took(range, { free: slotCount, ...found });
    assert.equal(slots.round(), round);
  }
  slots.refill();
  assert.equal(slots.round(), "open");
});

test("who meets another takes half as many, from its own place on, and all again when nobody is in the way", () => {
  const slots = createLeaseSlots(5);
  const take = (free: (count: number) => number): number => {
    const range = slots.next();
    slots.took(range, { free: free(range.count), ...nothing });
    return range.count;
  };
  const met = (count: number): number => count - 1;
  assert.deepEqual([take(met), take(met), take(met), take(met), take(met)], [16, 8, 4, 2, 2]);
  assert.equal(slots.round(), "open", "what another worker was at may have more by now");
  const counts = Array.from({ length: 15 }, () => take((count) => count));
  assert.deepEqual(counts, [...Array<number>(8).fill(2), 4, 4, 4, 4, 8, 8, 16]);
});

test("whatever it meets, a round that is over looked at every slot since the last news", () => {
  const step = fc.record({ met: fc.nat(3), news: fc.nat(9), more: fc.nat(5) });
  fc.assert(
    fc.property(fc.nat(40), fc.array(step, { maxLength: 80 }), (start, steps) => {
      const slots = createLeaseSlots(start);
      let clean = new Set<number>();
      for (const { met, news, more } of steps) {
        if (news === 0) {
          slots.refill();
          clean = new Set();
        }
        if (slots.round() !== "open") clean = new Set();
        const { first, count } = slots.next();
        const found: SlotsFound = { free: met === 0 ? 0 : count, more: more === 0, isEmpty: more > 1 };
        slots.took({ first, count }, found);
        if (found.free < count || found.more) clean = new Set();
        else for (let slot = first; slot < first + count; slot++) clean.add(slot);
        assert.ok(first >= 0 && first + count <= slotCount);
        if (slots.round() !== "open") assert.equal(clean.size, slotCount);
      }
    }),
  );
});
