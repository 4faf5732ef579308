/** Each scenario, played against the example partner. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readScenarios } from "../../certification/scenario-files.ts";
import type { Scenario } from "../../certification/scenario.schemas.ts";
import { CertifiedExample, watchedOnce } from "./certify.fixture.ts";

let example: CertifiedExample;
before(async () => {
  example = await CertifiedExample.open();
});
after(() => example.close());

/** What takes seconds of real time is played by the proof, and so is an app that validates; all-keys judges a whole run. */
const notHere = new Set(
  "ord-burst ord-validate ord-dropped ord-rate ord-error ord-forged ord-stale book-lost book-pending all-keys".split(
    " ",
  ),
);
/** A kitchen that is done at once leaves nothing to cancel and nothing to tell again. */
const ofSlowKitchen = new Set(["ord-cancel-before", "ord-cancel-after", "ord-resend"]);

const playable = readScenarios()
  .filter(({ id }) => !notHere.has(id))
  .map(watchedOnce);

const passesTest = (scenario: Scenario): void => {
  test(scenario.id, async () => {
    const [result] = (await example.play([scenario])).scenarios;
    assert.equal(result?.outcome, "passed", `${JSON.stringify(result, null, 2)}\nThe partner said:\n${example.said}`);
  });
};

describe("the example partner passes each scenario", () => {
  for (const scenario of playable.filter(({ id }) => !ofSlowKitchen.has(id))) passesTest(scenario);
});

describe("the example partner passes each scenario of a kitchen that takes its time", () => {
  before(async () => {
    await example.partner.stop();
    await example.start(60_000);
  });
  after(async () => {
    await example.partner.stop();
    await example.start(1);
  });
  for (const scenario of playable.filter(({ id }) => ofSlowKitchen.has(id))) passesTest(scenario);
});
