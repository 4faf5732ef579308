import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { beginConnection, heard, isStale, locationNow, lost, secondsToRetry } from "./connection.ts";
import { createEventReader } from "./event-stream.ts";

/** 22 November 2026, 18:30 in Lisbon. */
const eveningMs = 1_795_372_200_000;

describe("the connection", () => {
  test("five seconds of silence make a screen stale, a word makes it whole", () => {
    const begun = beginConnection(1_000, eveningMs);
    assert.equal(isStale(begun, 5_999), false);
    assert.equal(isStale(begun, 6_000), true);
    assert.equal(isStale(heard(begun, 6_500), 6_500), false);
  });

  test("it is tried again after 1, 2, 4 and then every 5 seconds, later when the server asks, and anew after a word", () => {
    let connection = beginConnection(0, eveningMs);
    const waits: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      connection = lost(connection, 100);
      waits.push(connection.retryAt - 100);
    }
    assert.deepEqual(waits, [1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
    assert.equal(lost(connection, 100, 30_000).retryAt, 30_100);
    assert.equal(lost(heard(connection, 200), 200).retryAt, 1_200);
    assert.equal(secondsToRetry(lost(connection, 100, 30_000), 1_200), 29);
  });

  test("the location's time goes on by the steady clock and jumps where the server says so", () => {
    const begun = beginConnection(1_000, eveningMs);
    assert.equal(locationNow(begun, 3_500), eveningMs + 2_500);
    assert.equal(locationNow(heard(begun, 2_000), 3_000), eveningMs + 2_000);
    assert.equal(locationNow(heard(begun, 2_000, eveningMs + 3_600_000), 3_000), eveningMs + 3_601_000);
  });
});

describe("the event stream", () => {
  test("events are read whole, however the text is cut", () => {
    const text = 'id: 7\ndata: {"a":1}\n\n: a comment\n\ndata: one\ndata: two\r\n\r\ndata:x\n\n';
    const wanted = [
      { id: "7", data: '{"a":1}' },
      { id: undefined, data: "one\ntwo" },
      { id: undefined, data: "x" },
    ];
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length }), { maxLength: 8 }), (cuts) => {
        const reader = createEventReader();
        const ends = [...cuts.toSorted((a, b) => a - b), text.length];
        const events = ends.flatMap((end, index) => reader.read(text.slice(ends[index - 1] ?? 0, end)));
        assert.deepEqual(events, wanted);
      }),
    );
  });

  test("an event without an end is not read on for ever", () => {
    const reader = createEventReader();
    assert.throws(() => reader.read("x".repeat(4_000_001)), /no end/);
  });
});
