import { isRefusal } from "../../kernel/refusal.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import { parseConfiguration } from "../../bookings/venue/parse-configuration.ts";
import { compileVenue } from "../../bookings/venue/venue.ts";
import { newId } from "../../kernel/id.ts";
import { drawOf, runs, seedOf } from "./chance.ts";
import { normalQuantile, normalShare } from "./normal.ts";
import { stayModel } from "./stay-model.ts";
import { bandOf, fitCorrection, isCovered, quantileOf, quantilesOf, winklerOf, type ScoredQuote } from "./wait-band.ts";
import { lineEndsAt } from "./wait-scene.ts";

describe("bands", () => {
  test("rounded outward to five minutes, cut at 0 and at the end of the day (rules/waitlist 3.7)", () => {
    for (const [low, high, correction, closesIn, min, max] of [
      [12, 23, 0, 300, 10, 25],
      [10, 25, 0, 300, 10, 25],
      [0, 0, 0, 300, 0, 0],
      [1, 4, 0, 300, 0, 5],
      [20, 30, 0.2, 300, 10, 40],
      [2, 4, 0.9, 300, 0, 25],
      [20, 40, -0.2, 300, 25, 30],
      [50, 90, 0, 62, 50, 65],
      [80, 90, 0, 62, 65, 65],
      [80, 90, 0, -5, 0, 0],
    ] as const)
      assert.deepEqual(bandOf({ low, high }, correction, closesIn), { min, max }, `${low} ${high} ${correction}`);
  });

  test("quantiles lie between neighbours; never is cut like everything", () => {
    assert.equal(quantileOf([0, 10, 20, 30, 40], 0.1), 4);
    assert.deepEqual(quantilesOf([5, 10, 15, Infinity, Infinity], 120), { low: 7, high: 120 });
  });

  test("every step keeps order", () => {
    const minutes = fc.double({ min: 0, max: 400, noNaN: true });
    const correction = fc.double({ min: -0.45, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(minutes, minutes, minutes, minutes, correction, minutes, (a, b, c, d, e, closesIn) => {
        const lower = bandOf({ low: Math.min(a, b), high: Math.max(a, b) }, e, closesIn);
        const higher = bandOf({ low: Math.min(a, b) + c, high: Math.max(a, b) + c + d }, e, closesIn);
        assert.ok(lower.min <= higher.min && lower.max <= higher.max && lower.min <= lower.max);
        assert.ok(lower.min % 5 === 0 && lower.max % 5 === 0);
      }),
    );
  });
});

describe("the correction", () => {
  const quotes = (count: number, of: (u: number, at: number) => ScoredQuote): ScoredQuote[] =>
    Array.from({ length: count }, (_, at) => of(drawOf(seedOf(`quote ${at}`), at % runs), at));
  const coverage = (list: readonly ScoredQuote[], correction: number): number =>
    list.filter((quote) => isCovered(bandOf(quote, correction, Infinity), quote.waited)).length / list.length;

  test("none without a past, drawn in with little", () => {
    const wrong = quotes(300, () => ({ low: 10, high: 20, waited: 60 }));
    assert.equal(fitCorrection([]), 0);
    assert.equal(fitCorrection(wrong.slice(0, 7)), 0);
    assert.ok(fitCorrection(wrong.slice(0, 20)) < fitCorrection(wrong));
  });

  test("bands that are too narrow are widened, too wide ones narrowed, until four fifths are covered (rules/waitlist 3.2, 3.10)", () => {
    const narrow = quotes(300, (u) => ({ low: 38, high: 42, waited: 20 + 40 * u }));
    const wide = quotes(300, (u) => ({ low: 10, high: 90, waited: 30 + 40 * u }));
    assert.ok(coverage(narrow, 0) < 0.5 && coverage(wide, 0) === 1);
    assert.ok(fitCorrection(narrow) > 0 && fitCorrection(wide) < 0);
    for (const list of [narrow, wide]) {
      const reached = coverage(list, fitCorrection(list));
      assert.ok(reached >= 0.8 && reached <= 0.9, String(reached));
    }
  });

  test("the interval score: the width, and ten minutes for each outside", () => {
    assert.deepEqual(
      [25, 5, 45].map((waited) => winklerOf({ min: 10, max: 40 }, waited)),
      [30, 80, 80],
    );
  });
});

describe("how long parties stay", () => {
  const parsed = parseConfiguration(smallConfiguration);
  assert.ok(!isRefusal(parsed));
  const venue = compileVenue({
    locationId: newId("str"),
    timeZone: "Europe/Paris",
    revision: 1,
    configuration: parsed,
    blackouts: [],
    blackoutsRevision: 0,
  });
  const stays = (partySize: number, count: number, minutes: number, spread: number) => ({
    partySize,
    stays: count,
    mean: Math.log(minutes),
    meanSquare: Math.log(minutes) ** 2 + spread ** 2,
  });

  test("without a past, the configured turn times and a spread of 0.28 (rules/waitlist 3.9)", () => {
    const model = stayModel(venue, []);
    assert.deepEqual([model.factorOf(2), model.factorOf(7)], [1, 1]);
    assert.ok(Math.abs(model.spread - 0.28) < 1e-9);
  });

  test("a few parties say little, many nearly everything, and sizes without any follow the venue", () => {
    const few = stayModel(venue, [stays(2, 5, 60, 0.2)]);
    const many = stayModel(venue, [stays(2, 900, 60, 0.2)]);
    assert.ok(few.factorOf(2) > 0.75 && few.factorOf(2) < 1);
    assert.ok(Math.abs(many.factorOf(2) - 60 / 90) < 0.01);
    assert.ok(many.factorOf(4) < 0.72, "other sizes leave sooner too");
    assert.ok(many.spread < 0.22 && few.spread > 0.25);
  });

  test("the end of the line: the present service day's, or the next to come", () => {
    const at = (text: string): number => Date.parse(text);
    assert.equal(lineEndsAt(venue, at("2027-06-10T18:00:00+02:00")), at("2027-06-11T00:00:00+02:00"));
    assert.equal(lineEndsAt(venue, at("2027-06-11T00:30:00+02:00")), at("2027-06-12T00:00:00+02:00"));
    assert.equal(lineEndsAt(venue, at("2027-12-25T02:00:00+01:00")), at("2027-12-26T04:00:00+01:00"));
  });
});

test("chance: each party draws every share once, and none draws like another", () => {
  const draws = (key: string) => Array.from({ length: runs }, (_, run) => drawOf(seedOf(key), run));
  for (const key of ["bkg_1", "bkg_2", "bkw_01k0w3hb2x5c8r1t6v9y4m7q0d"]) {
    const shares = draws(key).map((u) => Math.floor(u * runs));
    assert.equal(new Set(shares).size, runs, key);
  }
  let worst = 0;
  const all = Array.from({ length: 40 }, (_, index) => draws(`party ${index}`));
  for (const [at, one] of all.entries()) {
    for (const other of all.slice(at + 1)) {
      const together = one.reduce((sum, u, run) => sum + (u - 0.5) * ((other[run] ?? 0) - 0.5), 0) / runs;
      worst = Math.max(worst, Math.abs(together * 12));
    }
  }
  assert.ok(worst < 0.35, `two parties agree by ${worst}`);
});

test("the normal distribution and its inverse", () => {
  for (const [z, share] of [
    [0, 0.5],
    [1.2816, 0.9],
    [-1.2816, 0.1],
    [1.96, 0.975],
    [2.326, 0.99],
  ] as const) {
    assert.ok(Math.abs(normalShare(z) - share) < 1e-4);
    assert.ok(Math.abs(normalQuantile(share) - z) < 0.002);
  }
  assert.ok(normalQuantile(0) < -3.5 && normalQuantile(1) > 3.5);
});
