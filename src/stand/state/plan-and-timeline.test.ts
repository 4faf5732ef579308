import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { meaningOf } from "./keys.ts";
import { layOut, nextTable } from "./plan-layout.ts";
import { fit, pan, reveal, zoom } from "../../floor/plan-view.ts";
import {
  after,
  eveningMs,
  noPlan,
  seatedParty,
  someParty,
  someSettings,
  someStand,
  someUnit,
} from "./stand.fixture.ts";
import { draggedStart, leftOf, rowsOf, spanOf } from "./timeline-layout.ts";

describe("the plan", () => {
  test("tables without a place stand on a grid under the others; no two overlap", () => {
    const placed = { unitId: "t1", x: 100, y: 100, width: 90, height: 90, shape: "round", rotation: 0 } as const;
    const { standing: places, areas, bounds } = layOut(someSettings, { ...noPlan, standing: [placed] });
    assert.equal(places.get("t1"), placed);
    const all = [...places.values()];
    assert.equal(all.length, 4);
    for (const [index, one] of all.entries())
      for (const two of all.slice(index + 1)) {
        const apart = one.x + one.width <= two.x || two.x + two.width <= one.x || one.y + one.height <= two.y;
        assert.ok(apart || two.y + two.height <= one.y, `${one.unitId} and ${two.unitId}`);
      }
    assert.deepEqual(areas.get("room"), bounds);
  });

  test("a place of a table that is no more is not drawn into the bounds, and an empty plan has bounds", () => {
    const gone = { unitId: "gone", x: 9_000, y: 9_000, width: 90, height: 90, shape: "round", rotation: 0 } as const;
    assert.ok(layOut(someSettings, { ...noPlan, standing: [gone] }).bounds.width < 9_000);
    assert.ok(layOut({ ...someSettings, units: [] }, noPlan).bounds.width > 0);
  });

  test("arrows lead to the nearest table in their direction, and stay at the edge", () => {
    const units = ["a", "b", "c", "d"].map((id) => someUnit(id));
    const { standing: places } = layOut({ ...someSettings, units }, noPlan);
    // On the grid: a b c in the first row, d under a.
    assert.equal(nextTable(places, undefined, "ArrowRight"), "a");
    assert.equal(nextTable(places, "a", "ArrowRight"), "b");
    assert.equal(nextTable(places, "b", "ArrowLeft"), "a");
    assert.equal(nextTable(places, "a", "ArrowDown"), "d");
    assert.equal(nextTable(places, "d", "ArrowUp"), "a");
    assert.equal(nextTable(places, "c", "ArrowRight"), "c");
    assert.equal(nextTable(new Map(), undefined, "ArrowUp"), undefined);
  });

  test("an arrow never leads backwards, and from each table of several at least one leads away", () => {
    const point = fc.record({ x: fc.nat({ max: 20 }), y: fc.nat({ max: 20 }) });
    const points = fc.uniqueArray(point, { minLength: 2, maxLength: 25, selector: ({ x, y }) => `${x} ${y}` });
    fc.assert(
      fc.property(points, (all) => {
        const places = new Map(
          all.map(({ x, y }, index) => {
            const unitId = String(index);
            return [
              unitId,
              { unitId, x: x * 150, y: y * 150, width: 90, height: 90, shape: "square" as const, rotation: 0 },
            ];
          }),
        );
        const go = (id: string, arrow: Parameters<typeof nextTable>[2]) =>
          places.get(nextTable(places, id, arrow) ?? "") ?? places.get(id);
        for (const [id, { x, y }] of places) {
          const ways = (["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] as const).map((arrow) => go(id, arrow));
          const [up, down, left, right] = ways;
          assert.ok((up?.y ?? y) <= y && (down?.y ?? y) >= y && (left?.x ?? x) <= x && (right?.x ?? x) >= x);
          assert.ok(ways.some((place) => place !== undefined && place.unitId !== id));
        }
      }),
    );
  });

  test("the plan fits into the view; what is under the fingers stays there while they zoom", () => {
    const bounds = { x: -60, y: -60, width: 1_000, height: 600 };
    const size = { width: 640, height: 400 };
    const view = fit(bounds, size);
    assert.ok(bounds.x * view.scale + view.x >= -0.5);
    assert.ok((bounds.x + bounds.width) * view.scale + view.x <= size.width + 0.5);
    const at = { x: 200, y: 150 };
    const closer = zoom(view, 1.7, at);
    const pointBefore = (at.x - view.x) / view.scale;
    assert.ok(Math.abs((at.x - closer.x) / closer.scale - pointBefore) < 1e-9);
    const far = pan(view, { x: 99_999, y: -99_999 }, bounds, size);
    assert.ok(far.x <= size.width && far.y >= -bounds.height * view.scale);
    const seen = reveal(far, { x: 0, y: 0, width: 100, height: 100 }, size);
    assert.ok(seen.x >= 0 && seen.x + 100 * seen.scale <= size.width);
  });
});

describe("the timeline", () => {
  test("it shows whole hours, from the first to the last stay of the day", () => {
    const stand = someStand({ parties: [someParty({ startsAt: after(300), endsAt: after(421) })] });
    const { from, until } = spanOf(stand, eveningMs);
    assert.equal(from % 3_600_000, 0);
    assert.ok(from <= someSettings.day.from && until >= after(421) && until % 3_600_000 === 0);
    assert.equal(leftOf({ from: after(0), until: after(60) }, after(30)), 60);
  });

  test("a party that sits on is drawn until now, one that has left until it left, a cancelled one not at all", () => {
    const stand = someStand({
      parties: [
        seatedParty(150, { id: "on", unitIds: ["t1"] }),
        seatedParty(60, { id: "left", unitIds: ["t2"], status: "completed", updatedAt: after(-10) }),
        someParty({ id: "no", status: "cancelled_by_guest" }),
        someParty({ id: "both", unitIds: ["t3", "t4"] }),
      ],
    });
    const rows = rowsOf(stand, eveningMs);
    assert.deepEqual(
      rows.map(({ bars }) => bars.map(({ id }) => id)),
      [["on"], ["left"], ["both"], ["both"]],
    );
    assert.equal(rows[0]?.bars[0]?.until, eveningMs);
    assert.equal(rows[1]?.bars[0]?.until, after(-10));
  });

  test("a bar moves by quarters of an hour, and not at all when the hand trembles", () => {
    assert.equal(draggedStart(after(0), 10), after(0));
    assert.equal(draggedStart(after(0), 62), after(30));
    assert.equal(draggedStart(after(5), -62), after(-30));
  });
});

test("keys: the letters of the acts, and arrows; others mean nothing", () => {
  assert.deepEqual(meaningOf("n"), { kind: "act", act: "walk_in" });
  assert.deepEqual(meaningOf("ArrowUp"), { kind: "go", to: "ArrowUp" });
  assert.equal(meaningOf("x"), undefined);
  assert.equal(meaningOf("toString"), undefined);
});
