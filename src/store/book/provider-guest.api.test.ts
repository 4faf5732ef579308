/** Guests where a provider holds times: the pages as plain requests, and the routes of programs. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as forms from "../../../test/harness/guest-forms.ts";
import { createProviderLocation, dateThere } from "../../../test/harness/provider-location.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import type { Id } from "../../kernel/id.ts";

const restaurant = {
  name: "Bistro Elsewhere",
  phone: "+33142600142",
  address: { line1: "1 Rue X", line2: null, city: "Paris", region: null, postal_code: "75003", country: "FR" },
};
const { guestForm, hiddenOf, slotsOf, holdPathOf, bookingTokenOf } = forms;
let service: TestService;
/** Kept by the simulated provider, which does what the last name of a guest says. */
let simulated: Id<"str">;

before(async () => {
  service = await startService({
    workers: true,
    settings: { addressLimits: { diner_reads: 10_000, diner_writes: 10_000, photos: 10_000 } },
  });
  simulated = await createProviderLocation(service, { adapter: "simulated" }, restaurant);
});
after(() => service.stop());

const get = (path: string): Promise<CallAnswer> => service.call("GET", path);
const send = (path: string, fields: Readonly<Record<string, string>>): Promise<CallAnswer> =>
  forms.sendForm(service, path, fields);
const bookingsOf = (lastName: string): Promise<number> => forms.countBookings(service, lastName);

async function finderOf(locationId: Id<"str">, days: number): Promise<CallAnswer> {
  const page = await get(`/book/${locationId}?party=2&date=${dateThere(days)}`);
  assert.equal(page.status, 200, page.text);
  return page;
}

/** A form that is ready to be sent: a time is held. */
async function heldForm(days: number, locationId = simulated): Promise<{ path: string; key: string }> {
  const page = await finderOf(locationId, days);
  const hidden = hiddenOf(page, `/book/${locationId}?`);
  const held = await send(`/book/${locationId}`, { ...hidden, slot: slotsOf(page)[4] ?? "" });
  assert.match(held.text, /This table is yours until/, held.text);
  const path = holdPathOf(held);
  return { path, key: hiddenOf(held, path)["key"] ?? "" };
}

test("the finder shows the provider's times of a day, and other days (rules/providers 1.9)", async () => {
  const page = await finderOf(simulated, 2);
  assert.equal(slotsOf(page).length, 11);
  assert.match(page.text, /aria-label="17:00"/);
  assert.ok(page.text.includes(`date=${dateThere(3)}`));
  const large = await get(`/book/${simulated}?party=9&date=${dateThere(2)}`);
  assert.match(large.text, /We arrange parties of more than 8 with you directly/);
  const far = await get(`/book/${simulated}?party=2&date=${dateThere(400)}`);
  assert.match(far.text, /Bookings open \d+ days ahead, until/);
});

test("a guest holds, books, moves and cancels; a form that is sent twice books once (rules/bookings 14.2, 14.8)", async () => {
  const { path, key } = await heldForm(2);
  const form = { ...guestForm("Byron"), key };
  const answers = [await send(path, form), await send(path, form), await send(path, { ...form, key: "" })];
  for (const answer of answers) assert.match(answer.text, /Your table is booked/, answer.text);
  const [token = "", ...others] = new Set(answers.map(bookingTokenOf));
  assert.deepEqual([others, await bookingsOf("Byron")], [[], 1]);
  const other = await send(path, { ...form, first: "Eve" });
  assert.match(other.text, /This table was booked already/);

  const finder = await get(`/booking/${token}/change?party=2&date=${dateThere(3)}`);
  const [slot = ""] = slotsOf(finder);
  const confirm = await get(`/booking/${token}/change?${new URLSearchParams({ slot }).toString()}`);
  assert.match(confirm.text, /Change to this\?/);
  const change = hiddenOf(confirm, `/booking/${token}/change`);
  for (let press = 0; press < 2; press++)
    assert.match((await send(`/booking/${token}/change`, change)).text, /Your booking has been moved/);
  const noted = await send(`/booking/${token}/note`, { note: "A high chair" });
  assert.match(noted.text, /We have your note/);
  const read = await get(`/store/v1/bookings/${token}`);
  assert.deepEqual([read.body.version, read.body.area, read.body.can_change], [3, null, true]);
  assert.match((await send(`/booking/${token}/cancel`, { reason: "Rain" })).text, /Your booking is cancelled/);
});

test("another time gives up the one that was held (rules/bookings 14.5)", async () => {
  const { path } = await heldForm(5);
  const held = path.split("/").at(-1) ?? "";
  const page = await finderOf(simulated, 5);
  const fields = { ...hiddenOf(page, `/book/${simulated}?`), slot: slotsOf(page)[6] ?? "" };
  const next = await forms.sendForm(service, `/book/${simulated}`, fields, `held=${held}`);
  assert.match(next.text, /This table is yours until/);
  assert.equal((await get(`/store/v1/booking_holds/${held}`)).body.status, "released");
});

test("a restaurant that approves by hand: pending is explained, and the page shows the answer (rules/providers 1.5)", async () => {
  const { path, key } = await heldForm(6);
  const asked = await send(path, { ...guestForm("Pending"), key });
  assert.match(asked.text, /Your request is with us/);
  assert.match(asked.text, /We are confirming\. This page shows the answer as soon as we know it\./);
  assert.match(asked.text, /<noscript><meta http-equiv="refresh"/);
  const page = `/booking/${bookingTokenOf(asked)}`;
  await service.database.transaction(async (tx) => {
    await tx.rows("UPDATE simulated_reservations SET until = clock_timestamp() WHERE status = 'pending'");
    await tx.rows("UPDATE provider_bookings SET next_check_at = clock_timestamp()");
  });
  await waitUntilTrue(async () => (await get(page)).text.includes("Your table is booked"));
  assert.equal((await get(page)).text.includes("data-await"), false);
});

test("one that says no: the reason, the telephone, and the same answer to the same form (rules/providers 3.1)", async () => {
  const { path, key } = await heldForm(7);
  const form = { ...guestForm("Refuse"), key };
  for (let press = 0; press < 2; press++) {
    const refused = await send(path, form);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /Our booking system said no/);
    assert.match(refused.text, /tel:\+33142600142/);
    assert.match(refused.text, /value="Refuse"/);
    assert.notEqual(hiddenOf(refused, path)["key"], key);
  }
  assert.equal(await bookingsOf("Refuse"), 0);
});

test("by programs: profile, days, times, a hold, its booking and its end", async () => {
  const profile = (await get(`/store/v1/locations/${simulated}/booking_profile`)).body;
  assert.deepEqual(
    [profile.bookable, profile.holds, profile.hold_seconds, profile.party_size, profile.first_date],
    [true, true, null, { min: 1, max: 8 }, dateThere(0)],
  );
  const days = await get(`/store/v1/locations/${simulated}/booking_days?party_size=2`);
  assert.deepEqual(days.body.data[3], { object: "booking_day", date: dateThere(3), state: "open", times: 11 });
  const date = dateThere(10);
  const window = `start=${date}T18:00&end=${date}T21:00&party_size=2`;
  const [slot] = (await get(`/store/v1/locations/${simulated}/booking_availability?${window}`)).body.data;
  const post = (path: string, body: object, key: string): Promise<CallAnswer> =>
    service.call("POST", path, { body, headers: { "idempotency-key": key } });
  const held = await post("/store/v1/booking_holds", { slot_token: slot.slot_token }, "guest-hold-1");
  assert.deepEqual([held.status, held.body.status], [201, "live"], held.text);
  const body = {
    hold_token: held.body.token,
    guest: { first_name: "Ada", last_name: "Program", phone: guestForm("").phone },
  };
  const booked = await post("/store/v1/bookings", body, "guest-book-1");
  assert.deepEqual([booked.status, booked.body.status, booked.body.area], [201, "confirmed", null], booked.text);
  const again = await service.call("POST", "/store/v1/bookings", { body });
  assert.deepEqual([again.status, again.body.confirmation_code], [201, booked.body.confirmation_code]);
  const change = `/store/v1/bookings/${booked.body.token}/change`;
  assert.equal((await post(change, { notes: "By the window" }, "guest-note-1")).body.notes, "By the window");
  const cancelled = await post(`/store/v1/bookings/${booked.body.token}/cancel`, {}, "guest-cancel-1");
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, "cancelled_by_guest"]);
  const second = await post("/store/v1/booking_holds", { slot_token: slot.slot_token }, "guest-hold-2");
  const released = await service.call("DELETE", `/store/v1/booking_holds/${second.body.token}`);
  assert.deepEqual([released.status, released.body.status], [200, "released"]);
});

test("a booking of a provider that the restaurant has left: why it cannot be changed here, and whom to call (rules/providers 1.12)", async () => {
  const here = await createProviderLocation(service, { adapter: "simulated" }, restaurant);
  const { path, key } = await heldForm(2, here);
  const token = bookingTokenOf(await send(path, { key, ...guestForm("Left") }));
  await service.database.read.rows("UPDATE locations SET booking_mode = 'native' WHERE id = $1", [here]);
  const { text } = await get(`/booking/${token}`);
  assert.match(text, /have another booking system now\. Call us to change or cancel/);
  assert.equal(text.includes(`/booking/${token}/cancel"`), false);
});
