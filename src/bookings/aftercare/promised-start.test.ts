import assert from "node:assert/strict";
import { test } from "node:test";
import { isAsPromised, promisedStart } from "./promised-start.ts";

const booked = (local_start: string, time_zone = "Europe/Paris") => ({
  starts_at: Date.parse(local_start),
  local_start,
  time_zone,
});
const at = (text: string) => Date.parse(text);

test("a booking is as promised while its zone and the clock on the wall are the same (rules/bookings 15.6)", () => {
  const booking = booked("2026-03-06T19:30:00+01:00");
  assert.equal(isAsPromised(booking, "Europe/Paris"), true);
  assert.equal(promisedStart(booking, "Europe/Paris"), booking.starts_at);
  assert.equal(isAsPromised(booking, "Europe/Berlin"), false, "the booking names the zone of its location");
  assert.equal(isAsPromised(booking, "Europe/London"), false);
  // As a law that ends the winter time would have it.
  assert.equal(isAsPromised(booked("2026-03-06T19:30:00+02:00"), "Europe/Paris"), false);
});

test("the time on the wall stays, whatever the zone or the law", () => {
  const promised = booked("2026-03-06T19:30:00+01:00");
  assert.equal(promisedStart(promised, "Europe/Berlin"), promised.starts_at);
  assert.equal(promisedStart(promised, "America/New_York"), at("2026-03-06T19:30:00-05:00"));
  assert.equal(promisedStart(booked("2026-03-06T19:30:00+02:00"), "Europe/Paris"), at("2026-03-06T19:30:00+01:00"));
});

test("an hour that comes twice is the pass that was promised, else the earlier; one that does not exist is its end", () => {
  const second = booked("2026-10-25T02:30:00+01:00");
  assert.equal(promisedStart(second, "Europe/Paris"), second.starts_at);
  assert.equal(promisedStart(second, "Europe/Berlin"), second.starts_at);
  const elsewhere = booked("2026-10-25T02:30:00+03:00", "Europe/Moscow");
  assert.equal(promisedStart(elsewhere, "Europe/Paris"), at("2026-10-25T02:30:00+02:00"));
  const skipped = booked("2026-03-29T02:30:00+03:00", "Europe/Moscow");
  assert.equal(promisedStart(skipped, "Europe/Paris"), at("2026-03-29T03:00:00+02:00"));
});

test("a start between two seconds keeps its part of a second", () => {
  const booking = { ...booked("2026-03-06T19:30:07+01:00"), starts_at: at("2026-03-06T19:30:07.250+01:00") };
  assert.equal(isAsPromised(booking, "Europe/Paris"), true);
  assert.equal(promisedStart(booking, "Europe/London"), at("2026-03-06T19:30:07.250+00:00"));
});
