/** No change of either side is lost when two people save at once. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { mergeThree, type Fields, type FieldValue } from "./merge-three.ts";

const value: fc.Arbitrary<FieldValue> = fc.oneof(
  fc.constantFrom("a", "b"),
  fc.integer({ min: 0, max: 2 }),
  fc.boolean(),
  fc.constant(null),
  fc.subarray(["x", "y"]),
);
const fields: fc.Arbitrary<Fields> = fc.record(
  { one: value, two: value, three: value, four: value },
  { noNullPrototype: true },
);

/** Rows of a list: each side may lack some. */
const rows: fc.Arbitrary<Fields> = fc.record(
  { one: value, two: value, three: value },
  { noNullPrototype: true, requiredKeys: [] },
);

describe("a merge of three (rules/console 1.4)", () => {
  test("each change of each side is in the result, or named with both values", () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, theirs, mine) => {
        const merged = mergeThree(base, theirs, mine);
        const clashing = new Map(merged.clashes.map((clash) => [clash.name, clash]));
        for (const name of Object.keys(base)) {
          const clash = clashing.get(name);
          if (clash !== undefined) {
            assert.deepEqual([clash.theirs, clash.mine], [theirs[name], mine[name]]);
            continue;
          }
          for (const side of [theirs, mine]) {
            const isChanged = JSON.stringify(side[name]) !== JSON.stringify(base[name]);
            if (isChanged) assert.deepEqual(merged.fields[name], side[name], name);
          }
        }
      }),
    );
  });

  test("without a change of one side the result is the other side, and nothing clashes", () => {
    fc.assert(
      fc.property(fields, fields, (base, changed) => {
        assert.deepEqual(mergeThree(base, changed, base), { fields: changed, clashes: [] });
        assert.deepEqual(mergeThree(base, base, changed), { fields: changed, clashes: [] });
        assert.deepEqual(mergeThree(base, changed, changed), { fields: changed, clashes: [] });
      }),
    );
  });

  test("a row that one side took away and the other changed is a clash; nobody's row is lost", () => {
    fc.assert(
      fc.property(rows, rows, rows, (base, theirs, mine) => {
        const { fields: joined, clashes } = mergeThree(base, theirs, mine);
        const clashing = new Set(clashes.map(({ name }) => name));
        const at = (side: Fields, name: string) => JSON.stringify(side[name] ?? null);
        for (const side of [theirs, mine]) {
          for (const name of Object.keys({ ...base, ...side })) {
            if (at(side, name) !== at(base, name) && !clashing.has(name))
              assert.equal(at(joined, name), at(side, name), name);
          }
        }
      }),
    );
  });

  test("both sides clash in the same fields, whoever is first", () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, theirs, mine) => {
        const names = (one: Fields, other: Fields) => mergeThree(base, one, other).clashes.map(({ name }) => name);
        assert.deepEqual(names(theirs, mine), names(mine, theirs));
      }),
    );
  });

  test("the choice of theirs is a merge from their values: nothing of mine is left, and nothing clashes", () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, theirs, mine) => {
        const { clashes } = mergeThree(base, theirs, mine);
        const yielding = { ...mine, ...Object.fromEntries(clashes.map(({ name, theirs: their }) => [name, their])) };
        assert.deepEqual(mergeThree(base, theirs, yielding).clashes, []);
      }),
    );
  });
});
