import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createPhotoFetches, photoFetchLimits, type PhotoFetches } from "./photo-fetches.ts";

/** Fetches that end when they are told to, and waits that end when the clock says so. */
class Scene {
  readonly fetches: PhotoFetches;
  readonly #timers = new Set<{ readonly at: number; readonly action: () => void }>();
  readonly #ends: { readonly host: string; readonly end: () => void }[] = [];
  #now = 0;

  constructor() {
    this.fetches = createPhotoFetches(photoFetchLimits, (milliseconds, action) => {
      const timer = { at: this.#now + milliseconds, action };
      this.#timers.add(timer);
      return () => this.#timers.delete(timer);
    });
  }

  readonly started: string[] = [];

  /** Asks for a picture; the answer is `busy` or the host, when its fetch ended. */
  ask(host: string, locationId: string): Promise<string> {
    return this.fetches.run({ host, locationId }, () => {
      this.started.push(host);
      return new Promise<string>((resolve) => this.#ends.push({ host, end: () => resolve(host) }));
    });
  }

  async settle(): Promise<void> {
    for (let permit = 0; permit < 5; permit++) await Promise.resolve();
  }

  /** Ends the oldest fetch of a host. */
  async end(host: string): Promise<void> {
    const at = this.#ends.findIndex((each) => each.host === host);
    this.#ends.splice(at, 1)[0]?.end();
    await this.settle();
  }

  async pass(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
    for (const timer of this.#timers) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.action();
    }
    await this.settle();
  }
}

const count = (all: readonly string[], name: string): number => all.filter((each) => each === name).length;

describe("fetching pictures", () => {
  test("a host that does not answer has two fetches, at however many locations; another host starts at once", async () => {
    const scene = new Scene();
    for (let number = 0; number < 12; number++) void scene.ask("dead", `place ${number}`);
    void scene.ask("well", "place 99");
    await scene.settle();
    assert.deepEqual([count(scene.started, "dead"), count(scene.started, "well")], [2, 1]);
    await scene.end("dead");
    assert.equal(count(scene.started, "dead"), 3);
  });

  test("a location with many hosts has two fetches", async () => {
    const scene = new Scene();
    for (let number = 0; number < 6; number++) void scene.ask(`host ${number}`, "one place");
    void scene.ask("elsewhere", "another place");
    await scene.settle();
    assert.deepEqual(scene.started, ["host 0", "host 1", "elsewhere"]);
  });

  test("eight at once in all (rules/operating 3.8)", async () => {
    const scene = new Scene();
    for (let number = 0; number < 20; number++) void scene.ask(`host ${number}`, `place ${number}`);
    await scene.settle();
    assert.equal(scene.started.length, 8);
    await scene.end("host 0");
    assert.equal(scene.started.length, 9);
  });

  test("who waits for two seconds is told that it is busy, and starts nothing", async () => {
    const scene = new Scene();
    const asked = Array.from({ length: 3 }, () => scene.ask("dead", "place"));
    await scene.pass(1_999);
    await scene.pass(1);
    assert.equal(await asked[2], "busy");
    await scene.end("dead");
    await scene.end("dead");
    assert.deepEqual(await Promise.all(asked), ["dead", "dead", "busy"]);
    assert.equal(scene.started.length, 2);
  });

  test("a quarter of those who wait may wait for one host, and 64 in all", async () => {
    const scene = new Scene();
    const dead = Array.from({ length: 19 }, () => scene.ask("dead", "place"));
    assert.equal(await dead[18], "busy");
    for (let number = 0; number < 54; number++) void scene.ask(`host ${number}`, `place ${number}`);
    assert.equal(await scene.ask("host 100", "place 100"), "busy");
    await scene.end("dead");
    assert.equal(count(scene.started, "dead"), 3);
  });

  test("a fetch that throws gives its permit back", async () => {
    const scene = new Scene();
    const failing = scene.fetches.run({ host: "dead", locationId: "place" }, () => Promise.reject(new Error("broken")));
    await assert.rejects(failing, /broken/);
    for (let number = 0; number < 2; number++) void scene.ask("dead", "place");
    await scene.settle();
    assert.equal(scene.started.length, 2);
  });
});
