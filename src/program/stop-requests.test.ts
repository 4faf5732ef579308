import assert from "node:assert/strict";
import { test } from "node:test";
import { countStopRequests } from "./stop-requests.ts";

function requestsAt(moments: readonly number[]): readonly string[] {
  const said: string[] = [];
  let now = 0;
  const request = countStopRequests(
    {
      stop: () => said.push(`stop at ${now}`),
      tell: () => said.push(`tell at ${now}`),
      end: () => said.push(`end at ${now}`),
    },
    () => now,
  );
  for (now of moments) request();
  return said;
}

test("one signal to a whole group is one request, however often it arrives (rules/operating 5.2)", () => {
  assert.deepEqual(requestsAt([0, 1, 3, 999]), ["stop at 0"]);
});

test("the second request tells, the third ends the process (rules/operating 5.2)", () => {
  assert.deepEqual(requestsAt([0, 1_000, 1_001, 2_000, 2_500]), ["stop at 0", "tell at 1000", "end at 2000"]);
});

test("a signal that is sent again and again ends the process too (rules/operating 5.2)", () => {
  const often = Array.from({ length: 30 }, (_, index) => index * 100);
  assert.deepEqual(requestsAt(often), ["stop at 0", "tell at 1000", "end at 2000"]);
});
