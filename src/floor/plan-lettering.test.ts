import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { emsOf, linesOn, namesOnPlan } from "./plan-lettering.ts";

const onPlan = (...names: readonly string[]): readonly string[] => [
  ...namesOnPlan(names.map((name) => ({ id: name, name }))).values(),
];

describe("the names of tables on the plan", () => {
  test("a word that every numbered table has is left out; several words keep the letters that tell them apart", () => {
    assert.deepEqual(onPlan("Table 1", "Table 12", "Window"), ["1", "12", "Window"]);
    assert.deepEqual(onPlan("Table 1", "Garden 1", "Garden 12b"), ["T1", "G1", "G12b"]);
    assert.deepEqual(onPlan("Garden 3", "Gallery 3", "Bar stool 4"), ["Gar3", "Gal3", "B4"]);
    assert.deepEqual(onPlan("Mesa n.º 4", "Mesa n.º 5"), ["4", "5"]);
  });

  test("a short name stays, and no shortened name is that of another table", () => {
    assert.deepEqual(onPlan("T1", "12", "Bar"), ["T1", "12", "Bar"]);
    assert.deepEqual(onPlan("T1", "Table 1"), ["T1", "Ta1"]);
    assert.deepEqual(onPlan("12", "Garden 12"), ["12", "G12"]);
    assert.deepEqual(onPlan("G12", "Garden12", "12"), ["G12", "Ga12", "12"]);
  });

  test("different names stay different, and the number of each can be read", () => {
    const name = fc.oneof(
      fc.tuple(fc.constantFrom("Table ", "Tab ", "T", "", "Garden ", "G", "Bar #"), fc.integer({ min: 1, max: 20 })),
      fc.tuple(fc.constantFrom("Window", "Snug", "1"), fc.constant("")),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(
          name.map((parts) => parts.join("")),
          { maxLength: 20 },
        ),
        (names) => {
          const short = onPlan(...names);
          assert.equal(new Set(short).size, names.length);
          for (const [index, each] of names.entries())
            assert.equal(/\d+$/.exec(short[index] ?? "")?.[0], /\d+$/.exec(each)?.[0]);
        },
      ),
    );
  });
});

describe("the letters on a table", () => {
  const shapes = fc.constantFrom("round" as const, "square" as const, "rectangle" as const);
  const places = fc.record({
    unitId: fc.constant("t"),
    x: fc.constant(0),
    y: fc.constant(0),
    width: fc.integer({ min: 70, max: 250 }),
    height: fc.integer({ min: 70, max: 250 }),
    rotation: fc.constantFrom(0, 90, 180, 270),
    shape: shapes,
  });

  test("every line ends inside its shape, whatever the names are", () => {
    const text = fc.string({ maxLength: 40, unit: "grapheme" });
    fc.assert(
      fc.property(places, text, text, (place, name, who) => {
        const isTurned = place.rotation % 180 === 90;
        const [width, height] = isTurned ? [place.height, place.width] : [place.width, place.height];
        for (const { text: shown, size, y } of linesOn(place, [name, who, "▸ 20:15"])) {
          const wide = emsOf(shown) * size;
          // What is left of one letter may be wider than the shape is at its edge.
          if (Array.from(shown).length <= 2) continue;
          assert.ok(wide <= width, `${shown} on ${width}`);
          if (place.shape !== "round") continue;
          const far = Math.max(Math.abs(y), Math.abs(y - size * 0.7)) / (height / 2);
          assert.ok((wide / width) ** 2 + far ** 2 <= 1, `${shown} on the round ${width} x ${height}`);
        }
      }),
    );
  });

  test("on a table for two, the short name and the time are whole, and a long name of a guest is cut", () => {
    const place = { unitId: "t", x: 0, y: 0, width: 80, height: 80, shape: "round", rotation: 0 } as const;
    const [name, who, when] = linesOn(place, ["T12", "Maximiliane von Hohenstein", "▸ 20:15"]);
    assert.equal(name?.text, "T12");
    assert.match(who?.text ?? "", /^Max.*…$/);
    assert.equal(when?.text, "▸ 20:15");
    const sizes = (side: number): number[] =>
      linesOn({ ...place, width: side, height: side, shape: "square" }, ["4", "Camille", "● 74′"]).map(
        ({ size }) => size,
      );
    assert.deepEqual(
      sizes(150),
      sizes(100).map((size) => size * 1.5),
      "a large room is drawn small: its large tables have large letters",
    );
    const large = { ...place, width: 150, height: 100, shape: "rectangle" } as const;
    assert.deepEqual(
      linesOn(large, ["T12", "Weber", "● 90′"]).map(({ text, size }) => [text, size]),
      [
        ["T12", 28],
        ["Weber", 19],
        ["● 90′", 20],
      ],
    );
  });
});
