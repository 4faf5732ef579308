import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chooseTime } from "./checkout-times.ts";

const nine = Date.UTC(2027, 0, 4, 9) / 1_000;
const quarters = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at * 900);
/** Two long days and a short one, in UTC. */
const times = [...quarters(nine, 40), ...quarters(nine + 86_400, 40), ...quarters(nine + 2 * 86_400, 4)];
const nothing = { day: "", hour: "", when: "" };
const at = (asked: Partial<typeof nothing>, isOpenNow = true) => {
  const { at: chosen, day, hour, times: shown } = chooseTime(times, "UTC", { ...nothing, ...asked }, isOpenNow);
  return { at: chosen, day, hour, shown: shown.length };
};

describe("the time of an order", () => {
  test("is as soon as possible where nothing was asked for, else the first that there is", () => {
    assert.deepEqual(at({}), { at: null, day: "soon", hour: "", shown: 0 });
    assert.deepEqual(at({ day: "soon", when: String(nine) }), {
      at: null,
      day: "soon",
      hour: "",
      shown: 0,
    });
    assert.deepEqual(at({}, false), { at: nine, day: "2027-01-04", hour: "09", shown: 4 });
    assert.equal(at({ day: "soon" }, false).at, nine);
  });

  test("is asked for by the hour on a long day, and at once on a short one: never more than 24 choices", () => {
    assert.deepEqual(at({ day: "2027-01-06" }), {
      at: nine + 2 * 86_400,
      day: "2027-01-06",
      hour: "",
      shown: 4,
    });
    assert.deepEqual(at({ day: "2027-01-04", hour: "11" }), {
      at: nine + 7_200,
      day: "2027-01-04",
      hour: "11",
      shown: 4,
    });
    const { days, hours } = chooseTime(times, "UTC", { ...nothing, day: "2027-01-05" }, true);
    assert.deepEqual([days.length, hours.length], [3, 10]);
  });

  test("is kept as long as it belongs to the day and the hour; else the first that there is is chosen", () => {
    const chosen = String(nine + 900);
    assert.deepEqual(at({ when: chosen }), { at: nine + 900, day: "2027-01-04", hour: "09", shown: 4 });
    assert.equal(at({ day: "2027-01-04", hour: "09", when: chosen }).at, nine + 900);
    assert.deepEqual(at({ day: "2027-01-04", hour: "12", when: chosen }), {
      at: nine + 10_800,
      day: "2027-01-04",
      hour: "12",
      shown: 4,
    });
    assert.equal(at({ day: "2027-01-05", hour: "09", when: chosen }).at, nine + 86_400);
    assert.equal(at({ when: "17" }).at, null);
    assert.equal(at({ day: "2031-01-01" }, false).at, nine);
  });
});
