import assert from "node:assert/strict";
import { test } from "node:test";
import { formatTraceparent, parseTraceparent } from "./trace-context.ts";

const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];

test("a traceparent is read as W3C Trace Context has it, and written the same", () => {
  const text = `00-${traceId}-${spanId}-01`;
  assert.deepEqual(parseTraceparent(text), { traceId, spanId, isSampled: true });
  assert.equal(formatTraceparent({ traceId, spanId, isSampled: true }), text);
  assert.equal(parseTraceparent(`00-${traceId}-${spanId}-02`)?.isSampled, false);
});

for (const text of [
  undefined,
  ["00"],
  "",
  `00-${traceId}-${spanId}`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
])
  test(`${JSON.stringify(text)} says nothing`, () => assert.equal(parseTraceparent(text), undefined));
