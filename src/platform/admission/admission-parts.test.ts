import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createMetrics } from "../metrics/create-metrics.ts";
import { admissionMetrics } from "./admission-metrics.ts";
import { createAdmission, usualLimits, type Ticket } from "./admission.ts";
import { createBodyRoom } from "./body-room.ts";
import { rankOf, type CallClass } from "./call-class.ts";
import { createLoopPressure } from "./loop-pressure.ts";

describe("ranks", () => {
  test("test stands one below live, and as its class says where there is no live (rules/operating 3.5)", () => {
    assert.deepEqual(
      ([0, 1, 2, 3, 4] as const).map((each) => rankOf(each, true)),
      [1, 2, 3, 4, 5],
    );
    assert.deepEqual(
      ([0, 1, 2, 3, 4] as const).map((each) => rankOf(each, false)),
      [0, 1, 2, 3, 4],
    );
  });
});

describe("the pressure of the event loop (rules/operating 3.10)", () => {
  const refused = (readings: readonly number[]): readonly number[] => {
    const pressure = createLoopPressure(200);
    for (const reading of readings) pressure.read(reading, true);
    return ([0, 1, 2, 3, 4, 5] as const).filter((rank) => !pressure.lets(rank));
  };
  const cases: readonly (readonly [string, readonly number[], readonly number[]])[] = [
    ["nothing read", [], []],
    ["in time", [20, 200], []],
    ["a single stall", [201], []],
    ["late again a second later", [201, 900], [4, 5]],
    ["late for another second", [201, 900, 900], [3, 4, 5]],
    ["late for long: 0 to 2 are always let in", [201, 900, 900, 900, 900], [3, 4, 5]],
    ["one good second", [201, 900, 900, 900, 30], [4, 5]],
    ["two good seconds", [201, 900, 900, 900, 30, 30], []],
    ["every other second", [900, 30, 900, 30, 900], []],
  ];
  for (const [name, readings, expected] of cases) {
    test(`${name}: refuses ${expected.join(" ") || "nobody"}`, () => assert.deepEqual(refused(readings), expected));
  }

  test("a start that holds the loop for seconds does not refuse the first call", () => {
    const pressure = createLoopPressure(200);
    for (const reading of [3_000, 900, 900]) pressure.read(reading, false);
    assert.ok(pressure.lets(4));
    pressure.read(900, true);
    assert.ok(pressure.lets(4));
  });
});

test("at most so many calls wait or are worked on; one that ranks before takes the place of the last (rules/operating 3.7)", (t) => {
  const admission = createAdmission({
    slots: { test: 2 },
    limits: { ...usualLimits, calls: 3 },
    metrics: admissionMetrics(createMetrics()),
  });
  t.after(() => admission.stop());
  const outcomes: string[] = [];
  const tickets: Ticket[] = [];
  const call = (name: string, callClass: CallClass): void =>
    admission.enter(
      { environment: "test", callClass, flow: "one app", bodyBytes: 0, isGone: () => false },
      (outcome) => {
        if (typeof outcome !== "string") tickets.push(outcome);
        outcomes.push(`${name} ${typeof outcome === "string" ? outcome : "admitted"}`);
      },
    );
  for (const name of ["first", "second", "third", "fourth"]) call(name, 2);
  assert.deepEqual(outcomes.splice(0), ["first admitted", "fourth full"]);
  call("decision", 1);
  assert.deepEqual(outcomes.splice(0), ["third displaced", "decision admitted"]);
  for (const ticket of tickets.splice(0)) ticket.finish();
  assert.deepEqual(outcomes.splice(0), ["second admitted"]);
  for (const name of ["fifth", "sixth", "seventh"]) call(name, 2);
  assert.deepEqual(outcomes, ["seventh full"]);
});

test("a large body that would not fit into the memory of the process is refused, a smaller one is not (rules/operating 3.13)", (t) => {
  const mebibyte = 2 ** 20;
  const admission = createAdmission({
    slots: { test: 2 },
    limits: { ...usualLimits, residentBytes: Infinity, memoryBytes: process.memoryUsage.rss() + 140 * mebibyte },
    metrics: admissionMetrics(createMetrics()),
  });
  t.after(() => admission.stop());
  const outcomeOf = (bodyBytes: number): string => {
    let outcome = "";
    const ask = { environment: "test", callClass: 2, flow: "one app", bodyBytes, isGone: () => false } as const;
    admission.enter(ask, (answer) => {
      outcome = typeof answer === "string" ? answer : "admitted";
      if (typeof answer !== "string") answer.finish();
    });
    return outcome;
  };
  assert.deepEqual([mebibyte, 2 * mebibyte, 25 * mebibyte].map(outcomeOf), ["admitted", "admitted", "memory"]);
});

describe("room for bodies", () => {
  test("is bounded in bytes, and in large ones", () => {
    const room = createBodyRoom({ bytes: 100, large: 2, largePerOwner: 2, largeBytes: 10 });
    const first = room.take("a", 40);
    assert.ok(first !== undefined && room.take("b", 40) !== undefined);
    assert.equal(room.take("c", 11), undefined);
    assert.ok(room.take("c", 10) !== undefined && room.take("c", 10) !== undefined);
    assert.equal(room.take("c", 1), undefined);
    first();
    assert.equal(room.bytes, 60);
    assert.ok(room.take("c", 40) !== undefined);
    assert.ok(room.take("c", 0) !== undefined);
  });

  test("one owner never takes all places of large bodies", () => {
    const room = createBodyRoom({ bytes: 1_000, large: 3, largePerOwner: 2, largeBytes: 10 });
    const first = room.take("a", 11);
    assert.ok(first !== undefined && room.take("a", 11) !== undefined);
    assert.equal(room.take("a", 11), undefined);
    assert.ok(room.take("b", 11) !== undefined);
    first();
    assert.ok(room.take("a", 11) !== undefined);
    assert.equal(room.take("b", 11), undefined);
  });
});
