/** A zone while it is drawn and typed, without a browser (rules/console 3.2 and 3.3). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import {
  cornerAt,
  cornersOf,
  emptyShape,
  geometryOf,
  shapeOf,
  withCorner,
  withCornerAfter,
  withCornerMoved,
  withoutCorner,
  type Shape,
} from "./shape.ts";
import { amountIn, degreesIn, textOfAmount, wholeIn } from "./typed-numbers.ts";
import {
  bodyOf,
  draftOf,
  drawn,
  fieldsOf,
  joined,
  newDraft,
  readDraft,
  takenBack,
  type WireZone,
} from "./zone-draft.ts";

import { readHours, rowAfter, typedHoursOf } from "./zone-hours.ts";

const square = [
  [2.36, 48.86],
  [2.37, 48.86],
  [2.37, 48.87],
  [2.36, 48.87],
] as const;
const hole = [
  [2.363, 48.863],
  [2.363, 48.866],
  [2.366, 48.866],
] as const;
const closed = (ring: readonly (readonly [number, number])[]) => [...ring, ...ring.slice(0, 1)];
const zone: WireZone = {
  id: "dzn_1",
  version: 3,
  name: "Marais",
  enabled: true,
  priority: 0,
  fee: { amount: 399, currency: "EUR" },
  minimum_order: null,
  free_delivery_over: { amount: 6000, currency: "EUR" },
  estimated_minutes: { min: 25, max: 45 },
  hours: null,
  geometry: { type: "Polygon", coordinates: [closed(square), closed(hole)] },
};

describe("a shape", () => {
  test("is drawn corner by corner, and encloses something from the third on", () => {
    let shape: Shape = emptyShape;
    for (const [index, [longitude, latitude]] of square.entries()) {
      assert.equal(geometryOf(shape) === undefined, index < 3);
      shape = withCorner(shape, cornerAt(longitude, latitude));
    }
    assert.deepEqual(geometryOf(shape), { type: "Polygon", coordinates: [closed(square)] });
  });

  test("comes back as it was read, with holes and several parts", () => {
    const parts = { type: "MultiPolygon", coordinates: [[closed(square), closed(hole)], [closed(hole)]] } as const;
    const circle = { type: "Circle", radius_meters: 3000, center: { latitude: 48.86, longitude: 2.36 } } as const;
    for (const geometry of [zone.geometry, parts, circle]) assert.deepEqual(geometryOf(shapeOf(geometry)), geometry);
  });

  test("a corner is put halfway to the next, moved, and taken away; a hole of two corners goes", () => {
    const shape = shapeOf(zone.geometry);
    const last = { polygon: 0, ring: 0, index: 3 };
    const more = withCornerAfter(shape, last);
    assert.deepEqual(cornersOf(more)[4]?.at, [2.36, 48.865], "between the last corner and the first");
    const moved = withCornerMoved(more, { ...last, index: 4 }, cornerAt(2.3512345678, 48.865));
    assert.deepEqual(cornersOf(moved)[4]?.at, [2.351235, 48.865]);
    assert.deepEqual(withoutCorner(more, { ...last, index: 4 }), shape);
    const inHole = withoutCorner(shape, { polygon: 0, ring: 1, index: 0 });
    assert.deepEqual(
      cornersOf(inHole).map(({ ring }) => ring),
      [0, 0, 0, 0],
    );
  });

  test("every change can be taken back, in any order of changes", () => {
    const step = fc.record({ kind: fc.constantFrom("add", "move", "after", "remove"), at: fc.nat(7), by: fc.nat(90) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const begun = draftOf(zone, "en");
        const changed = steps.reduce((draft, { kind, at, by }) => {
          const places = cornersOf(draft.shape);
          const place = places[at % Math.max(1, places.length)];
          if (kind === "add" || place === undefined) return drawn(draft, withCorner(draft.shape, cornerAt(by, by)));
          if (kind === "move") return drawn(draft, withCornerMoved(draft.shape, place, cornerAt(by, 0)));
          return drawn(
            draft,
            kind === "after" ? withCornerAfter(draft.shape, place) : withoutCorner(draft.shape, place),
          );
        }, begun);
        const back = steps.reduce((draft) => takenBack(draft), changed);
        assert.deepEqual([back.shape, back.past], [begun.shape, []]);
        assert.equal(takenBack(back), back);
      }),
    );
  });
});

describe("what is typed", () => {
  test("amounts are read with comma or point, to the digits of the currency", () => {
    const cases = [
      ["3.99", "EUR", 399],
      ["3,9", "EUR", 390],
      ["0", "EUR", 0],
      [" 12 ", "EUR", 1200],
      ["350", "JPY", 350],
      ["3.5", "JPY", undefined],
      ["3.999", "EUR", undefined],
      ["-1", "EUR", undefined],
      ["1.000,00", "EUR", undefined],
      ["", "EUR", undefined],
      ["9999999999999", "EUR", undefined],
    ] as const;
    for (const [text, currency, amount] of cases) assert.equal(amountIn(text, currency), amount, `${text} ${currency}`);
    fc.assert(
      fc.property(fc.nat(1e9), fc.constantFrom("en-GB", "de-DE", "fr-FR", "pt-PT", "ar-XB"), (amount, locale) =>
        assert.equal(amountIn(textOfAmount(amount, "EUR", locale), "EUR"), amount),
      ),
    );
  });

  test("an amount in a field has the decimal mark of the amounts that are shown", () => {
    const cases = [
      ["en-FR", "3.99"],
      ["en-GB", "3.99"],
      ["de-FR", "3,99"],
      ["fr-CH", "3.99"],
    ] as const;
    for (const [locale, typed] of cases) {
      assert.equal(textOfAmount(399, "EUR", locale), typed, locale);
      const shown = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(3.99);
      assert.ok(shown.includes(typed), `${locale}: ${shown}`);
    }
    assert.deepEqual([textOfAmount(1_234_500, "EUR", "de-DE"), textOfAmount(399, "no", "en")], ["12345,00", "3.99"]);
  });

  test("whole numbers and degrees have limits", () => {
    assert.deepEqual([wholeIn("12", 0, 20), wholeIn("21", 0, 20), wholeIn("1.5", 0, 20)], [12, undefined, undefined]);
    assert.deepEqual([degreesIn("48,86", 90), degreesIn("-90", 90), degreesIn("91", 90)], [48.86, -90, undefined]);
    assert.equal(degreesIn("north", 90), undefined);
  });

  test("every mistake is named, and nothing is sent of a draft with one", () => {
    const draft = newDraft(" ", "");
    const read = readDraft({
      ...draft,
      typed: { ...draft.typed, fee: "free", minutesFrom: "40", minutesTo: "20", priority: "" },
    });
    assert.deepEqual(read.ok ? [] : [...read.mistakes.keys()].toSorted(), [
      "area",
      "currency",
      "fee",
      "minutesFrom",
      "name",
      "priority",
    ]);
  });
});

describe("what is sent", () => {
  test("of a new zone all, of a zone that is there the fields that differ", () => {
    const fields = fieldsOf(zone);
    const whole = bodyOf(fields, null);
    assert.deepEqual(whole, {
      name: "Marais",
      enabled: true,
      priority: 0,
      fee: zone.fee,
      minimum_order: null,
      free_delivery_over: zone.free_delivery_over,
      estimated_minutes: zone.estimated_minutes,
      hours: null,
      geometry: zone.geometry,
    });
    const draft = draftOf(zone, "de-DE");
    const read = readDraft({ ...draft, typed: { ...draft.typed, fee: "4,50", minutesFrom: "", minutesTo: "" } });
    assert.ok(read.ok);
    assert.deepEqual(bodyOf(read.fields, draft.base), {
      fee: { amount: 450, currency: "EUR" },
      estimated_minutes: null,
    });
    const same = readDraft(draft);
    assert.deepEqual(same.ok && bodyOf(same.fields, draft.base), {});
  });

  test("two managers' changes are joined field by field; what both changed is a clash", () => {
    const draft = draftOf(zone, "en");
    const mine = { ...fieldsOf(zone), fee: 450, minimum_order: 1000 };
    const theirs = { ...fieldsOf(zone), fee: 500, name: "Marais and Bastille" };
    const { fields, clashes } = joined(draft, mine, theirs);
    assert.deepEqual(clashes, [{ name: "fee", theirs: 500, mine: 450 }]);
    assert.deepEqual([fields["name"], fields["minimum_order"]], ["Marais and Bastille", 1000]);
  });
});

describe("the hours of a zone (rules/console 3.5)", () => {
  const friday = { dayOfWeek: 5, startTime: "17:00", endTime: "01:00" };
  const dates = [{ date: "2026-12-24", closed: true }] as const;

  test("come back as they were read, with single dates, which nobody types here", () => {
    for (const hours of [null, { windows: [friday] }, { windows: [friday, friday], exceptions: dates }]) {
      const draft = draftOf({ ...zone, hours }, "en-GB");
      const read = readDraft(draft);
      assert.ok(read.ok);
      assert.deepEqual(bodyOf(read.fields, draft.base), {}, "a form that is sent as it stands changes nothing");
      assert.deepEqual(bodyOf(read.fields, null)["hours"], hours);
    }
  });

  test("a row that is not whole, and own hours without any, are a mistake; without the tick the zone has none", () => {
    const typed = typedHoursOf({ windows: [friday] });
    const next = rowAfter(typed.rows);
    assert.deepEqual(next, { day: 6, from: "17:00", to: "01:00" });
    for (const wrong of [
      { ...next, from: "" },
      { ...next, to: "25:00" },
    ])
      assert.equal(readHours({ ...typed, rows: [...typed.rows, wrong] }), undefined);
    assert.equal(readHours({ ...typed, rows: [] }), undefined);
    assert.equal(readHours({ ...typed, isOwn: false }), null);
    assert.equal(rowAfter([]).day, 1);
  });
});
