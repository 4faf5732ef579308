import assert from "node:assert/strict";
import { test } from "node:test";
import { createEventWriter } from "./written-events.cache.ts";

test("a change has its number, a heartbeat that says nothing has a name, and other values have neither", () => {
  const write = createEventWriter();
  for (const [value, text] of [
    [{ object: "change", sequence: 7 }, 'id: 7\ndata: {"object":"change","sequence":7}\n\n'],
    [{ object: "heartbeat" }, 'event: heartbeat\ndata: {"object":"heartbeat"}\n\n'],
    [{ object: "heartbeat", now_ms: 5 }, 'data: {"object":"heartbeat","now_ms":5}\n\n'],
    [{ object: "store_order" }, 'data: {"object":"store_order"}\n\n'],
  ] as const)
    assert.equal(write(value).toString(), text);
});
