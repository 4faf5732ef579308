import { isRefusal } from "../../kernel/refusal.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { initialFields } from "./location.ts";
import { parseLocation, type LocationInput } from "./parse-location.ts";

const windows = [{ dayOfWeek: 1, startTime: "09:00", endTime: "17:00" }];

function issuesOf(input: LocationInput, present = initialFields): readonly string[] {
  const parsed = parseLocation(present, input);
  return isRefusal(parsed) ? parsed.issues.map((issue) => issue.path) : [];
}

test("what is not given stays", () => {
  const present = { ...initialFields, name: "Diner", lead_minutes: 20, timezone: "Europe/Paris" };
  assert.deepEqual(parseLocation(present, {}), present);
  const parsed = parseLocation(present, { lead_minutes: null, messaging: "on" });
  assert.deepEqual(parsed, { ...present, lead_minutes: null, messaging: true });
});

test("an address is taken whole", () => {
  const present = { ...initialFields, address: { ...initialFields.address, line1: "1 Main St", city: "Springfield" } };
  const parsed = parseLocation(present, { address: { line1: "2 Oak Ave" } });
  assert.deepEqual(!isRefusal(parsed) && parsed.address, { ...initialFields.address, line1: "2 Oak Ave" });
});

test("time zones are IANA names in their usual spelling", () => {
  for (const timezone of ["America/Chicago", "UTC", "Asia/Kathmandu"])
    assert.deepEqual(issuesOf({ timezone }), [], timezone);
  for (const timezone of ["", "CST6", "+02:00", "america/chicago", "Mars/Olympus"]) {
    assert.deepEqual(issuesOf({ timezone }), ["body.timezone"], timezone);
  }
});

test("opening hours need a time zone, whichever of the two is changed (rules/http 10.4)", () => {
  assert.deepEqual(issuesOf({ opening_hours: { windows } }), ["body.opening_hours"]);
  assert.deepEqual(issuesOf({ opening_hours: { windows }, timezone: "UTC" }), []);
  const open = { ...initialFields, timezone: "UTC", opening_hours: { windows } };
  assert.deepEqual(issuesOf({ timezone: null }, open), ["body.opening_hours"]);
  assert.deepEqual(issuesOf({ timezone: null, opening_hours: null }, open), []);
});

test("every issue is named, by its place in the body", () => {
  const input = {
    timezone: "Nowhere",
    opening_hours: {
      windows: [...windows, { dayOfWeek: 7, startTime: "24:00", endTime: "10:00" }],
      exceptions: [{ date: "2026-02-30", closed: true }],
    },
  };
  assert.deepEqual(issuesOf(input), [
    "body.timezone",
    "body.opening_hours.windows[1].dayOfWeek",
    "body.opening_hours.windows[1].startTime",
    "body.opening_hours.exceptions[0].date",
  ]);
});

test("a profile changes by its fields; a slug and an e-mail address are checked (rules/console 5.1)", () => {
  const present = { ...initialFields, profile: { ...initialFields.profile, tax_id: "DE1", slug: "old" } };
  const parsed = parseLocation(present, { profile: { slug: "chez-marie", contact_email: "hello@example.org" } });
  assert.deepEqual(!isRefusal(parsed) && parsed.profile, {
    ...present.profile,
    slug: "chez-marie",
    contact_email: "hello@example.org",
  });
  for (const slug of ["ab", "Chez", "chez marie", "-chez", "chez-", "é-è-à", "x".repeat(61)])
    assert.deepEqual(issuesOf({ profile: { slug } }), ["body.profile.slug"], slug);
  for (const contact_email of ["hello", "a@b@c", "@example.org"])
    assert.deepEqual(issuesOf({ profile: { contact_email } }), ["body.profile.contact_email"], contact_email);
});
