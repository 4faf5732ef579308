import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { ProviderStatus } from "../bookings/provider/reservation-provider.ts";
import * as wire from "./v3-wire.ts";
import { startsBetween } from "./provider-starts.ts";

const slot = fc.record({
  startsAt: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
  minutes: fc.integer({ min: 1, max: 1_440 }),
  partySize: fc.integer({ min: 1, max: 1_000 }),
});
const merchant = { merchant_id: "m", service_id: "s" };

describe("the contract's words", () => {
  test("a slot comes back as it went, its 64-bit numbers as text or as numbers", () => {
    fc.assert(
      fc.property(slot, fc.boolean(), (one, asNumbers) => {
        const sent = wire.slotToWire(one, merchant);
        const given = asNumbers
          ? { ...sent, start_sec: Number(sent.start_sec), duration_sec: Number(sent.duration_sec) }
          : sent;
        assert.deepEqual(wire.slotFromWire(JSON.parse(JSON.stringify(given)), null), { ...one });
      }),
    );
  });

  test("what a peer leaves out of a slot is as it was asked for", () => {
    const asked = { startsAt: 60_000, minutes: 90, partySize: 2 };
    assert.deepEqual(wire.slotFromWire({}, asked), asked);
    assert.deepEqual(wire.slotFromWire({ start_sec: "120", duration_sec: "0" }, asked), {
      ...asked,
      startsAt: 120_000,
    });
    assert.equal(wire.slotFromWire({ start_sec: "soon" }, null), undefined);
  });

  test("statuses come back; words that say nothing are none", () => {
    const statuses: readonly ProviderStatus[] = ["pending", "confirmed", "cancelled", "declined", "no_show"];
    for (const status of statuses) assert.equal(wire.statusFromWire(wire.statusToWire(status)), status);
    assert.equal(wire.statusFromWire("NO_SHOW_PENALIZED"), "no_show");
    assert.equal(wire.statusFromWire("FAILED"), "declined");
    for (const word of ["BOOKING_STATUS_UNSPECIFIED", "", 3, null, undefined, "constructor"])
      assert.equal(wire.statusFromWire(word), undefined);
  });

  test("a failure comes back; ours that the contract has no word for go in the description", () => {
    for (const cause of ["TOO_NEAR", "PARTY_SIZE", "ALREADY_STARTED", "CARD_NEEDED"]) {
      const sent = wire.failureToWire({ cause, description: "in words" });
      assert.notEqual(sent.cause, cause);
      assert.equal(wire.failureFromWire(sent)?.cause, cause);
    }
    const plain = { cause: "SLOT_UNAVAILABLE", description: "gone" };
    assert.deepEqual(wire.failureFromWire(wire.failureToWire(plain)), plain);
    assert.equal(wire.failureFromWire(undefined), undefined);
    assert.equal(wire.failureFromWire({})?.cause, "CAUSE_UNSPECIFIED");
  });

  test("no answer of a peer, whatever it is, makes a throw or a booking without a name", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const booking = wire.bookingFromWire(value, null);
        assert.ok(booking === undefined || booking.reference !== "");
        wire.failureFromWire(value);
        wire.slotFromWire(value, null);
      }),
    );
  });
});

describe("the starts that a provider is asked for", () => {
  const grid = { timeZone: "Europe/Paris", firstStart: "17:00", lastStart: "22:00", everyMinutes: 30 };
  const at = (text: string): number => Date.parse(text);

  test("eleven an evening, the bounds of the window honoured", () => {
    const from = at("2026-06-01T00:00:00+02:00");
    const day = startsBetween(grid, from, from + 86_400_000);
    assert.deepEqual(
      [day.length, day[0], day.at(-1)],
      [11, at("2026-06-01T17:00:00+02:00"), at("2026-06-01T22:00:00+02:00")],
    );
    assert.deepEqual(startsBetween(grid, at("2026-06-01T21:30:00+02:00"), at("2026-06-01T22:00:00+02:00")).length, 1);
  });

  test("a last start after midnight is of the day before; skipped hours are none, repeated ones two", () => {
    const late = { ...grid, firstStart: "01:00", lastStart: "03:30", everyMinutes: 60 };
    const spring = startsBetween(late, at("2026-03-29T00:00:00+01:00"), at("2026-03-29T12:00:00+02:00"));
    assert.deepEqual(
      spring.map((start) => new Date(start).toISOString().slice(11, 16)),
      ["00:00", "01:00"],
    );
    const autumn = startsBetween(late, at("2026-10-25T00:00:00+02:00"), at("2026-10-25T12:00:00+01:00"));
    assert.equal(autumn.length, 4);
    const night = { ...grid, firstStart: "22:00", lastStart: "01:00", everyMinutes: 60 };
    const from = at("2026-06-01T12:00:00+02:00");
    assert.deepEqual(
      startsBetween(night, from, from + 86_400_000).map((start) => (start - from) / 3_600_000),
      [10, 11, 12, 13],
    );
  });
});
