import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, takeIdTimeFrom } from "../../kernel/id.ts";
import { listCalls } from "./list-calls.ts";
import type { Stage } from "./stage.ts";

test("calls are in the order in which they were made, however late the log was written (rules/certification 2.1)", async () => {
  const began = Date.parse("2030-01-01T12:00:00Z");
  const callAt = (
    ms: number,
    row: { readonly operation: string; readonly status: number; readonly writtenMs: number },
  ) => {
    takeIdTimeFrom(() => began + ms);
    const { operation, status } = row;
    return {
      id: newId("req"),
      operation,
      method: "GET",
      status,
      duration_ms: 10,
      at: new Date(began + row.writtenMs).toISOString(),
    };
  };
  // The row of the refusal waited for the database.
  const refused = callAt(100, { operation: "createBooking", status: 409, writtenMs: 900 });
  const searched = callAt(500, { operation: "searchBookingAvailability", status: 200, writtenMs: 600 });
  const stage: Pick<Stage, "service"> = {
    service: { call: async () => ({ data: [searched, refused], has_more: false }), list: () => assert.fail("no list") },
  };
  const calls = await listCalls(stage as Stage, began);
  assert.deepEqual(
    calls.map(({ operation, startedAt, endedAt }) => [operation, startedAt - began, endedAt - began]),
    [
      ["createBooking", 100, 110],
      ["searchBookingAvailability", 500, 510],
    ],
  );
});
