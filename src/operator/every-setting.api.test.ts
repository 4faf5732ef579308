/** Whatever a program can set of a location, a person can set on a page (rules/console 5.6). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBookableLocation } from "../../test/harness/booking-setup.ts";
import { formBrowser, type FormBrowser } from "../../test/harness/form-browser.ts";
import { createPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import type { Id } from "../kernel/id.ts";
import { locationChangesBody } from "../locations/location/operated-location.schemas.ts";

let service: TestService;
let here: Id<"str">;
let people: Readonly<Record<"manager" | "operator", FormBrowser>>;

before(async () => {
  service = await startService();
  here = await createBookableLocation(service.database);
  const [manager, operator] = [
    await createPerson(service.database, [{ role: "manager", at: here }]),
    await createPerson(service.database, [{ role: "operator_admin" }]),
  ];
  people = { manager: formBrowser(service, manager), operator: formBrowser(service, operator) };
});
after(() => service.stop());

const console = (page: string, field: string) => ["manager", `/console/:id/${page}`, field] as const;
const operator = (field: string) => ["operator", "/operator/locations/:id", field] as const;

/** By the field of the call: whose page has it, and a field of a form there. */
const pages: Readonly<Record<string, ReturnType<typeof console> | ReturnType<typeof operator>>> = {
  name: operator("name"),
  status: operator("status"),
  timezone: operator("timezone"),
  language: operator("language"),
  messaging: operator("messaging"),
  booking_mode: operator("booking_mode"),
  guest_retention_days: operator("guest_retention_days"),
  phone: console("profile", "phone"),
  address: console("profile", "line1"),
  coordinate: console("profile", "place"),
  profile: console("profile", "description"),
  opening_hours: console("calendar", "always"),
  order_routing: console("ordering", "order_routing"),
  decision_timeout: console("ordering", "decision_timeout"),
  validation_timeout: console("ordering", "validation_timeout"),
  lead_minutes: console("ordering", "lead_minutes"),
  ordering_paused_until: operator("minutes"),
  preparation_minutes: console("ordering", "preparation_minutes"),
  busy_delay_minutes: console("ordering", "busy_delay_minutes"),
  order_capacity: console("ordering", "capacity_orders"),
  payment_options: console("ordering", "payment_options"),
  tip_percentages: console("ordering", "tip_1"),
  payment_window_minutes: console("ordering", "payment_window_minutes"),
  alert_phone: console("ordering", "alert_phone"),
  auto_pause_after: console("ordering", "auto_pause_after"),
  order_messages: console("ordering", "order_messages"),
  bookings_enabled: console("today", "enabled"),
};

test("the list has every field of a location that a call changes", () => {
  assert.deepEqual(Object.keys(pages).toSorted(), Object.keys(locationChangesBody.properties).toSorted());
});

for (const [field, [whose, path, name]] of Object.entries(pages))
  test(`${field} is set on a page of the ${whose}`, async () => {
    const { status, text } = await people[whose].send(path.replace(":id", here));
    assert.equal(status, 200);
    assert.ok(text.includes(`name="${name}"`), `no field ${name} at ${path}`);
  });
