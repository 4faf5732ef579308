import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countPlaces } from "./environment-places.ts";
import { placesAreListed } from "./environment-rules.ts";
import { knownPlaces } from "./known-environment.ts";
import { readSourceFiles, toSourceFile } from "./source-files.ts";

test("each place that takes the environment, asks which it is or pairs test and live is listed with its reason", () => {
  assert.ok(Object.keys(knownPlaces).length > 20);
  assert.deepEqual(placesAreListed(readSourceFiles(), knownPlaces), []);
});

const file = (text: string) => toSourceFile("src/low/low.ts", text);

describe("a place is found", () => {
  for (const [text, signatures, comparisons, pairs] of [
    ["export function find(db: Db, environment: Environment): void {}", 1, 0, 0],
    ["export function find(db: Db, livemode: boolean): void {}", 1, 0, 0],
    ["const ask: (id: string) => Environment | undefined = find;", 1, 0, 0],
    ['readonly service: "test" | "live";', 1, 0, 0],
    ["interface Wire { readonly livemode: boolean }", 0, 0, 0],
    ["// find(environment: Environment)\n/** livemode && true */", 0, 0, 0],
    ['if (environment === "live") go();', 0, 1, 0],
    ["const rate = livemode ? 1 : 2;", 0, 1, 0],
    ["if (!database.livemode && isFree) go();", 0, 1, 0],
    ["if (key.livemode !== db.livemode) go();", 0, 1, 0],
    ["if (database.livemode) go();", 0, 1, 0],
    ['if (hold.status === "live") go();', 0, 0, 0],
    ['if (payment.processor === "test") go();', 0, 0, 0],
    ["return { livemode: db.livemode };", 0, 0, 0],
    ["return { test: first, live: second };", 0, 0, 1],
    ["interface Pools { readonly test: Pool; readonly live?: Pool }", 0, 0, 1],
    ["const { test, live } = services;", 0, 0, 1],
    ["const pools: Record<Environment, Pool> = made;", 0, 0, 1],
  ] as const) {
    test(text.replaceAll("\n", " "), () =>
      assert.deepEqual(countPlaces(file(text)), { signatures, comparisons, pairs }),
    );
  }
});

test("one more place than listed is refused, and one that is gone", () => {
  const asks = file("if (livemode) go();");
  const why = "is asked";
  assert.equal(placesAreListed([asks], {}).length, 1);
  assert.equal(placesAreListed([asks], { "src/low/low.ts": { comparisons: 1, why } }).length, 0);
  assert.equal(placesAreListed([asks], { "src/low/low.ts": { comparisons: 2, why } }).length, 1);
  assert.equal(placesAreListed([], { "src/low/low.ts": { pairs: 1, why } }).length, 1);
});
