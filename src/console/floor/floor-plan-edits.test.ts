import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { planLimits, unitShapes } from "../../floor/floor-plan.ts";
import { bodyOf, draftOf, isSamePlan, unitKey, type Draft, type DraftUnit, type ItemKey } from "./draft.ts";
import * as edits from "./edits.ts";
import { beginHistory, record, redo, undo } from "./edit-history.ts";
import { choosePositions, mergePlans } from "./merge-plans.ts";
import { boundsOf, keysWithin, linksOf } from "./plan-geometry.ts";

const unitAt = (unit_id: string, x: number, y: number, more: Partial<DraftUnit> = {}): DraftUnit => ({
  unit_id,
  x,
  y,
  width: 90,
  height: 90,
  shape: "square",
  rotation: 0,
  placed: true,
  ...more,
});
const draftWith = (...units: readonly DraftUnit[]): Draft => ({ units, walls: [], labels: [] });
const only = (id: string): ReadonlySet<ItemKey> => new Set([unitKey({ unit_id: id })]);
const unitOf = (draft: Draft, id: string): DraftUnit | undefined => draft.units.find(({ unit_id }) => unit_id === id);

describe("edits of a plan (rules/stand 4.1)", () => {
  const unit = fc.record({
    x: fc.integer({ min: 0, max: planLimits.side }),
    y: fc.integer({ min: 0, max: planLimits.side }),
    width: fc.integer({ min: planLimits.smallest, max: planLimits.largest }),
    height: fc.integer({ min: planLimits.smallest, max: planLimits.largest }),
    shape: fc.constantFrom(...unitShapes),
    rotation: fc.integer({ min: 0, max: 359 }),
    placed: fc.boolean(),
  });
  const length = fc.double({ min: -30_000, max: 30_000, noNaN: true });
  const point = fc.record({ x: length, y: length });
  const key = fc.constantFrom<ItemKey>("unit:0", "unit:1", "wall:0", "label:0");
  const edit = fc.oneof(
    fc.tuple(fc.uniqueArray(key), point).map(
      ([keys, by]) =>
        (draft: Draft) =>
          edits.move(draft, new Set(keys), by),
    ),
    fc.tuple(key, fc.integer()).map(
      ([one, by]) =>
        (draft: Draft) =>
          edits.rotate(draft, new Set([one]), by),
    ),
    fc.tuple(key, point).map(
      ([one, to]) =>
        (draft: Draft) =>
          edits.pullCorner(draft, one, to),
    ),
    fc.tuple(key, point).map(
      ([one, to]) =>
        (draft: Draft) =>
          edits.pullEnd(draft, one, 2, to),
    ),
    fc.tuple(key, fc.constantFrom(...unitShapes)).map(
      ([one, shape]) =>
        (draft: Draft) =>
          edits.setShape(draft, new Set([one]), shape),
    ),
    fc.tuple(key, length).map(
      ([one, width]) =>
        (draft: Draft) =>
          edits.setFields(draft, one, { width, x: width }),
    ),
    fc.tuple(key, length).map(
      ([one, x1]) =>
        (draft: Draft) =>
          edits.setWall(draft, one, { x1 }),
    ),
    point.map((at) => (draft: Draft) => edits.addWall(draft, at)?.draft ?? draft),
    point.map((at) => (draft: Draft) => edits.addLabel(draft, at, "Bar")?.draft ?? draft),
    key.map((one) => (draft: Draft) => edits.remove(draft, new Set([one]))),
  );

  test("whatever is done, the plan is one that can be saved", () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 3 }), fc.array(edit, { maxLength: 12 }), (units, list) => {
        const first: Draft = {
          units: units.map((one, index) => ({ ...one, unit_id: String(index) })),
          walls: [{ id: "0", x1: 0, y1: 0, x2: 100, y2: 0 }],
          labels: [{ id: "0", x: 5, y: 5, text: "Bar" }],
        };
        const last = list.reduce((draft, apply) => apply(draft), first);
        const whole = (value: number, least: number, most: number): boolean =>
          Number.isInteger(value) && value >= least && value <= most;
        const { side, smallest, largest } = planLimits;
        assert.equal(last.units.length, units.length);
        for (const { x, y, width, height, rotation } of last.units) {
          assert.ok(whole(x, 0, side) && whole(y, 0, side) && whole(rotation, 0, 359), `${x} ${y} ${rotation}`);
          assert.ok(whole(width, smallest, largest) && whole(height, smallest, largest), `${width} ${height}`);
        }
        for (const { x1, y1, x2, y2 } of last.walls)
          assert.ok(
            [x1, y1, x2, y2].every((at) => whole(at, 0, side)),
            `${x1} ${y1} ${x2} ${y2}`,
          );
        for (const { x, y } of last.labels) assert.ok(whole(x, 0, side) && whole(y, 0, side), `${x} ${y}`);
        assert.equal(new Set(last.walls.map(({ id }) => id)).size, last.walls.length);
      }),
      { numRuns: 150 },
    );
  });

  test("what moves together keeps its distances at the edge of the plan, and a moved table has a place", () => {
    const draft = draftWith(unitAt("a", 20, 50), unitAt("b", 120, 50, { placed: false }));
    const moved = edits.move(draft, new Set<ItemKey>(["unit:a", "unit:b"]), { x: -100, y: 30 });
    assert.deepEqual(
      moved.units.map(({ x, y, placed }) => [x, y, placed]),
      [
        [0, 80, true],
        [100, 80, true],
      ],
    );
    assert.equal(edits.move(draft, only("a"), { x: 0, y: 0 }), draft, "nothing moved, nothing changed");
  });

  test("a dragged thing lands on the grid, a pulled corner keeps the middle, a pulled wall becomes straight", () => {
    const draft = draftWith(unitAt("a", 123, 50, { rotation: 90, shape: "rectangle" }));
    assert.deepEqual(edits.snappedShift(draft, "unit:a", { x: 4, y: 6 }), { x: 7, y: 10 });
    const pulled = unitOf(edits.pullCorner(draft, "unit:a", { x: 173, y: 150 }), "a");
    assert.deepEqual([pulled?.x, pulled?.width, pulled?.height], [123, 200, 100], "turned by a quarter");
    const walled = edits.addWall(draft, { x: 500, y: 504 });
    assert.ok(walled !== undefined);
    const { walls } = edits.pullEnd(walled.draft, walled.key, 2, { x: 912, y: 512 });
    assert.deepEqual(walls, [{ id: "0", x1: 350, y1: 500, x2: 910, y2: 500 }]);
  });

  test("a square keeps equal sides; a round table becomes one with the shorter side", () => {
    const draft = draftWith(unitAt("a", 500, 500), unitAt("b", 700, 500, { shape: "rectangle", width: 200 }));
    const square = unitOf(edits.setFields(draft, "unit:a", { width: 120 }), "a");
    assert.deepEqual([square?.width, square?.height], [120, 120]);
    const round = unitOf(edits.setShape(draft, only("b"), "round"), "b");
    assert.deepEqual([round?.width, round?.height, round?.shape], [90, 90, "round"]);
  });

  test("an empty text stays the text that it was, a long one ends at sixty letters", () => {
    const { draft, key } = edits.addLabel(draftWith(), { x: 1, y: 1 }, "Bar") ?? assert.fail();
    assert.equal(edits.setText(draft, key, "  "), draft);
    assert.equal(edits.setText(draft, key, "é".repeat(80)).labels[0]?.text.length, 60);
  });

  test("a table taken off its place is not saved, and stands on the grid again", () => {
    const draft = edits.remove(draftWith(unitAt("a", 1, 1), unitAt("b", 2, 2)), only("a"));
    assert.deepEqual(
      (bodyOf(draft, 3) as { units: { unit_id: string }[] }).units.map(({ unit_id }) => unit_id),
      ["b"],
    );
  });
});

describe("undo", () => {
  test("takes back and does again; a run of arrow keys is one step", () => {
    const steps = [1, 2, 3, 4].map((x) => draftWith(unitAt("a", x, 0)));
    const [first, second, third, fourth] = steps as [Draft, Draft, Draft, Draft];
    let history = record(beginHistory(first), second, "arrows");
    history = record(record(history, third, "arrows"), fourth);
    assert.equal(undo(history).present, third);
    assert.equal(undo(undo(history)).present, first);
    assert.equal(undo(undo(undo(history))).present, first);
    assert.equal(redo(undo(history)).present, fourth);
    assert.equal(redo(record(undo(history), second)).present, second, "a new edit ends what could be done again");
  });
});

describe("two saves that meet (rules/console 1.4)", () => {
  const base = draftWith(unitAt("a", 100, 100), unitAt("b", 300, 100), unitAt("c", 500, 100, { placed: false }));
  const withUnit = (id: string, more: Partial<DraftUnit>): Draft => ({
    ...base,
    units: base.units.map((unit) => (unit.unit_id === id ? { ...unit, ...more } : unit)),
  });

  test("what one side moved is kept from each side; what both moved differently is a choice", () => {
    const theirs = withUnit("a", { x: 110 });
    const { draft, clashes } = mergePlans(base, theirs, withUnit("b", { y: 200 }));
    assert.deepEqual(clashes, []);
    assert.deepEqual([unitOf(draft, "a")?.x, unitOf(draft, "b")?.y], [110, 200]);
    const clashing = mergePlans(base, theirs, withUnit("a", { x: 90 }));
    assert.deepEqual(
      clashing.clashes.map(({ unitId, mine, theirs: their }) => [unitId, mine.x, their.x]),
      [["a", 90, 110]],
    );
    assert.equal(unitOf(choosePositions(clashing.draft, clashing.clashes, new Set(["a"])), "a")?.x, 90);
    assert.equal(choosePositions(clashing.draft, clashing.clashes, new Set()), clashing.draft);
    assert.deepEqual(mergePlans(base, theirs, theirs).clashes, [], "the same change is no clash");
  });

  test("the grid is no place: it moves, and nobody has moved a table", () => {
    const theirs = withUnit("c", { x: 700 });
    const { draft, clashes } = mergePlans(base, theirs, withUnit("c", { x: 20, placed: true }));
    assert.deepEqual([clashes, unitOf(draft, "c")?.x], [[], 20]);
    assert.equal(unitOf(mergePlans(base, theirs, base).draft, "c")?.x, 700);
  });

  test("tables that are configured no more are named, new ones appear", () => {
    const theirs = draftWith(unitAt("a", 100, 100), unitAt("new", 1, 1, { placed: false }));
    const { draft, gone } = mergePlans(base, theirs, withUnit("a", { x: 5 }));
    assert.deepEqual(
      [draft.units.map(({ unit_id, x }) => [unit_id, x]), gone],
      [
        [
          ["a", 5],
          ["new", 1],
        ],
        ["b", "c"],
      ],
    );
  });

  test("walls and texts of both sides are kept, and those that one side took away are gone", () => {
    const wall = (x1: number) => ({ x1, y1: 0, x2: 900, y2: 0 });
    const plan = (...at: readonly number[]) => draftOf({ units: [], walls: at.map(wall), labels: [] });
    const { walls } = mergePlans(plan(1, 1, 2, 3), plan(1, 1, 2, 4), plan(1, 2, 3, 5)).draft;
    assert.deepEqual(
      walls.map(({ x1 }) => x1).toSorted((a, b) => a - b),
      [1, 2, 4, 5],
    );
    assert.ok(isSamePlan(mergePlans(plan(1), plan(1), plan(2)).draft, plan(2)));
  });
});

test("the rectangle takes what it meets; the bounds have everything; a joined pair has one line", () => {
  const draft: Draft = {
    units: [unitAt("a", 100, 100), unitAt("b", 400, 100)],
    walls: [{ id: "0", x1: 0, y1: 300, x2: 900, y2: 300 }],
    labels: [{ id: "0", x: 10, y: 900, text: "Bar" }],
  };
  assert.deepEqual([...keysWithin(draft, { x: 50, y: 50, width: 20, height: 300 })], ["unit:a", "wall:0"]);
  const { x, y, width, height } = boundsOf(draft);
  assert.ok(x <= 0 && y <= 55 && x + width >= 900 && y + height >= 900);
  assert.deepEqual(linksOf([["a", "b"], ["b", "a"], ["a", "b", "c"], ["d"]]), [
    { from: "a", to: "b" },
    { from: "b", to: "c" },
  ]);
});
