import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { emptyPlan, mergePlan, planLimits, standUnits, type FloorPlanDocument, type UnitOnPlan } from "./floor-plan.ts";

const placedAt = (unit_id: string, x: number, y: number): UnitOnPlan => ({
  unit_id,
  x,
  y,
  width: 90,
  height: 90,
  shape: "square",
  rotation: 0,
});
const areasOf = (sizes: readonly number[], seats = 4) =>
  sizes.map((size, area) => ({
    units: Array.from({ length: size }, (_, index) => ({ unitId: `a${area}-${index}`, maxSeats: seats })),
  }));

describe("the grid (rules/stand 4.2)", () => {
  test("has every table that nobody has placed once, on the plan and apart from the others", () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 20 }).filter((list) => sum(list) <= 500);
    fc.assert(
      fc.property(sizes, fc.integer({ min: 2, max: 20 }), (list, seats) => {
        const standing = standUnits(emptyPlan, areasOf(list, seats));
        assert.equal(new Set(standing.map(({ unit_id }) => unit_id)).size, sum(list));
        for (const [index, one] of standing.entries()) {
          assert.ok(one.x - one.width / 2 >= 0 && one.x + one.width / 2 <= planLimits.side, `${one.unit_id} ${one.x}`);
          assert.ok(
            one.y - one.height / 2 >= 0 && one.y + one.height / 2 <= planLimits.side,
            `${one.unit_id} ${one.y}`,
          );
          for (const other of standing.slice(index + 1)) {
            const apart =
              Math.abs(one.x - other.x) >= (one.width + other.width) / 2 ||
              Math.abs(one.y - other.y) >= (one.height + other.height) / 2;
            assert.ok(apart, `${one.unit_id} and ${other.unit_id}`);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("stands below what was placed, and ends where the plan does", () => {
    const drawn: FloorPlanDocument = { ...emptyPlan, units: [placedAt("a0-0", 300, 2_000)] };
    const [own, ...others] = standUnits(drawn, areasOf([4]));
    assert.deepEqual([own?.placed, own?.y], [true, 2_000]);
    assert.ok(others.every(({ y, height, placed }) => !placed && y - height / 2 > 2_045));
    const full = { ...emptyPlan, walls: [{ x1: 0, y1: planLimits.side, x2: 5, y2: planLimits.side }] };
    assert.ok(standUnits(full, areasOf([30])).every(({ y }) => y <= planLimits.side));
  });
});

test("a save keeps the places of tables that are not configured now, and no others (rules/stand 4.3)", () => {
  const before = { ...emptyPlan, units: [placedAt("gone", 1, 1), placedAt("here", 2, 2), placedAt("left out", 3, 3)] };
  const sent = { ...emptyPlan, units: [placedAt("here", 9, 9)], labels: [{ x: 1, y: 1, text: "Bar" }] };
  const merged = mergePlan(before, sent, new Set(["here", "left out"]));
  assert.deepEqual(merged, { ...sent, units: [placedAt("here", 9, 9), placedAt("gone", 1, 1)] });
});

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);
