import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOfEntry } from "./waitlist-wire.ts";

for (const [kind, shown] of [
  ["waitlist_joined", "waitlist_joined"],
  ["table_ready", "table_ready"],
  ["staff_alert", null],
] as const) {
  test(`a message ${kind} shows as ${shown ?? "none"} in an entry`, () => {
    const message = { kind, status: "sent", error: null, updated_at: 0 } as const;
    assert.equal(messageOfEntry(message)?.kind ?? null, shown);
  });
}
