import assert from "node:assert/strict";
import { test } from "node:test";
import { listEach, mapEach } from "./of-each.ts";

test("what is made for each service is made for live only where it runs", () => {
  const name = (one: number, service: string): string => `${service} ${one}`;
  assert.deepEqual(mapEach({ test: 1 }, name), { test: "test 1" });
  assert.deepEqual(mapEach({ test: 1, live: 2 }, name), { test: "test 1", live: "live 2" });
  assert.deepEqual([listEach({ test: 1 }), listEach({ test: 1, live: 2 })], [[1], [1, 2]]);
});
