import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ProviderAnswer } from "../bookings/provider/reservation-provider.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";

const done: ProviderAnswer<number> = { kind: "done", value: 1 };
const refused: ProviderAnswer<number> = { kind: "refused", cause: "SLOT_UNAVAILABLE", description: null };
const unknown: ProviderAnswer<number> = { kind: "unknown", fault: "no answer" };
const well = async () => true;
const ill = async () => false;

function breakerAt(at = 0) {
  const clock = { now: at };
  const breaker = createCircuitBreaker({ now: () => clock.now, atOnce: 2, failures: 3, pauseMs: 1_000 });
  return { clock, breaker, fail: () => breaker.run(async () => unknown, well) };
}

describe("the breaker of a provider", () => {
  test("three failures in a row pause it; an answer in between, also a refusal, starts the count anew (rules/providers 2.8)", async () => {
    const { breaker, fail } = breakerAt();
    for (const answer of [done, refused]) {
      await fail();
      await fail();
      assert.deepEqual(await breaker.run(async () => answer, well), answer);
    }
    for (let time = 0; time < 3; time++) assert.equal((await fail()).kind, "unknown");
    assert.equal(breaker.admits(), false);
    assert.equal((await breaker.run(async () => done, well)).kind, "unsent");
  });

  test("after the pause one probe goes, alone; when it fails the pause begins anew", async () => {
    const { clock, breaker, fail } = breakerAt();
    for (let time = 0; time < 3; time++) await fail();
    clock.now = 999;
    assert.equal(breaker.admits(), false);
    clock.now = 1_000;
    assert.equal(breaker.admits(), true);
    let asked = 0;
    const probe = Promise.withResolvers<boolean>();
    const first = breaker.run(
      async () => done,
      () => {
        asked++;
        return probe.promise;
      },
    );
    const second = await breaker.run(async () => done, well);
    assert.deepEqual([asked, second.kind], [1, "unsent"]);
    probe.resolve(false);
    assert.equal((await first).kind, "unsent");
    assert.equal(breaker.admits(), false);
    clock.now = 2_000;
    assert.equal((await breaker.run(async () => done, ill)).kind, "unsent");
    clock.now = 3_000;
    assert.deepEqual(await breaker.run(async () => done, well), done);
    assert.equal(breaker.admits(), true);
  });

  test("more calls than it takes at once do not leave", async () => {
    const { breaker } = breakerAt();
    const hanging = Promise.withResolvers<ProviderAnswer<number>>();
    const out = [breaker.run(() => hanging.promise, well), breaker.run(() => hanging.promise, well)];
    assert.equal(breaker.admits(), false);
    let left = false;
    const third = await breaker.run(async () => {
      left = true;
      return done;
    }, well);
    assert.deepEqual([third.kind, left], ["unsent", false]);
    hanging.resolve(done);
    assert.deepEqual(await Promise.all(out), [done, done]);
    assert.deepEqual(await breaker.run(async () => done, well), done);
  });
});
