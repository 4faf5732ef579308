/** Guests at providers that hold no times, are slow, lose answers, refuse late, or are down. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as forms from "../../../test/harness/guest-forms.ts";
import { createProviderLocation, dateThere } from "../../../test/harness/provider-location.ts";
import { operatorToken, startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { startBookingServer, type BookingServer, type Mischief } from "../../../test/stand-ins/booking-server.ts";
import type { Id } from "../../kernel/id.ts";

const { guestForm, hiddenOf, slotsOf, bookingTokenOf } = forms;
const phone = "+33142600142";
const starts = { first_start: "19:00", last_start: "20:00" };
let service: TestService;
let theirs: BookingServer;
let mischief: Mischief = { kind: "none" };
let straight: Id<"str">;

before(async () => {
  service = await startService({
    workers: true,
    settings: { addressLimits: { diner_reads: 10_000, diner_writes: 10_000, photos: 10_000 } },
  });
  theirs = await startBookingServer({
    tables: 50,
    mischief: (method) => (method === "CreateBooking" || method === "UpdateBooking" ? mischief : { kind: "none" }),
  });
  const provider = { adapter: "booking_server_v3", base_url: theirs.url, ...starts };
  straight = await createProviderLocation(service, provider, { phone });
});
after(async () => {
  await service.stop();
  await theirs.stop();
});

const get = (path: string): Promise<CallAnswer> => service.call("GET", path);
const send = (path: string, fields: Readonly<Record<string, string>>): Promise<CallAnswer> =>
  forms.sendForm(service, path, fields);
const bookingsOf = (lastName: string): Promise<number> => forms.countBookings(service, lastName);

/** The page of a request that waits for its answer. */
function requestOf({ text }: CallAnswer): string {
  assert.match(text, /We are confirming/, text);
  assert.match(text, /You do not have to send anything again/);
  assert.match(text, /<noscript><meta http-equiv="refresh"/);
  return /href="(\/book\/str_\w+\/request\/[\w-]{43})"/.exec(text)?.[1] ?? assert.fail(text);
}

describe("a restaurant whose provider holds no times", () => {
  async function timeForm(days: number): Promise<Record<string, string>> {
    const page = await get(`/book/${straight}?party=2&date=${dateThere(days)}`);
    assert.match(page.text, new RegExp(`method="get"\\s+action="/book/${straight}/time"`));
    const form = await get(
      `/book/${straight}/time?${new URLSearchParams({ slot: slotsOf(page)[0] ?? "" }).toString()}`,
    );
    assert.match(form.text, /We do not hold this time while you type/);
    return hiddenOf(form, `/book/${straight}/time`);
  }
  const path = (): string => `/book/${straight}/time`;

  test("a time is booked straight, once for one form (rules/providers 1.10)", async () => {
    const hidden = await timeForm(2);
    const missing = await send(path(), { ...hidden, first: "Ada", last: "" });
    assert.deepEqual([missing.status, hiddenOf(missing, path())], [422, hidden]);
    const form = { ...hidden, ...guestForm("Straight") };
    for (let press = 0; press < 2; press++) assert.match((await send(path(), form)).text, /Your table is booked/);
    assert.equal(await bookingsOf("Straight"), 1);
    const token = bookingTokenOf(await send(path(), form));
    const page = await get(`/booking/${token}`);
    assert.equal(page.text.includes("Save note"), false);
    assert.match(page.text, /Call us to tell us something else/);
  });

  for (const [what, last, given] of [
    ["lost", "Cut", { kind: "cut_after" }],
    ["slow", "Late", { kind: "late", ms: 2_300 }],
  ] as const) {
    test(`an answer that is ${what}: a page that waits and shows it; two presses book once (rules/providers 1.11, 2.2, 2.3)`, async () => {
      const form = { ...(await timeForm(3)), ...guestForm(last) };
      mischief = given;
      const answers = await Promise.all([send(path(), form), send(path(), form)]);
      mischief = { kind: "none" };
      const [request = "", ...others] = new Set(answers.map(requestOf));
      assert.deepEqual(others, []);
      assert.equal((await get(`${request.slice(0, -1)}_`)).status, 404);
      await waitUntilTrue(async () => (await get(request)).text.includes("Your table is booked"));
      assert.match((await send(path(), form)).text, /Your table is booked/);
      const kept = [...theirs.bookings.values()].filter((one) => one.user_information["family_name"] === last);
      assert.deepEqual([kept.length, await bookingsOf(last)], [1, 1]);
    });
  }

  test("a refusal that comes late is shown on the page of the request, beside other times (rules/providers 1.11)", async () => {
    const form = { ...(await timeForm(4)), ...guestForm("Silent") };
    mischief = { kind: "fail_after" };
    const request = requestOf(await send(path(), form));
    const operation = await service.database.read.one<{ id: string }>(
      "SELECT id FROM provider_operations WHERE location_id = $1 AND state IN ('sending', 'unsettled')",
      [straight],
    );
    const settled = await service.call("POST", `/operator/v1/test/operations/${operation.id}/settle`, {
      key: operatorToken,
      body: { outcome: "not_made" },
    });
    mischief = { kind: "none" };
    assert.equal(settled.status, 200, settled.text);
    const refused = await get(request);
    assert.deepEqual([refused.status, await bookingsOf("Silent")], [409, 0]);
    assert.match(refused.text, /This was not booked[^]*said no[^]*Look for another time[^]*tel:\+33142600142/);
  });

  test("a cancellation that is lost, and one that the restaurant refuses (rules/providers 1.11)", async () => {
    const token = bookingTokenOf(await send(path(), { ...(await timeForm(5)), ...guestForm("Cancels") }));
    const page = await get(`/booking/${token}/cancel`);
    mischief = { kind: "cut_before" };
    const request = requestOf(await send(`/booking/${token}/cancel`, hiddenOf(page, `/booking/${token}/cancel`)));
    mischief = { kind: "none" };
    await waitUntilTrue(async () => (await get(request)).text.includes("Your booking is cancelled"));
    const other = bookingTokenOf(await send(path(), { ...(await timeForm(6)), ...guestForm("Twice") }));
    const [reference, kept] = [...theirs.bookings].at(-1) ?? assert.fail();
    (theirs.bookings as Map<string, unknown>).set(reference, { ...kept, status: "CANCELED" });
    const refused = await send(`/booking/${other}/cancel`, {});
    assert.match(refused.text, /The booking is over, so it stays as it is/);
  });

  test("a provider that is down: free times and bookings say so, and nothing is booked (rules/providers 2.8)", async () => {
    const dead = await startBookingServer({ tables: 1 });
    const provider = { adapter: "booking_server_v3", base_url: dead.url, ...starts };
    const locationId = await createProviderLocation(service, provider, { phone });
    const page = await get(`/book/${locationId}?party=2&date=${dateThere(2)}`);
    const at = `/book/${locationId}/time`;
    const form = await get(`${at}?${new URLSearchParams({ slot: slotsOf(page)[0] ?? "" }).toString()}`);
    await dead.stop();
    const sent: Record<string, string> = { ...hiddenOf(form, at), ...guestForm("Down") };
    const answer = await send(at, sent);
    assert.equal(answer.status, 409);
    assert.match(answer.text, /does not answer right now\. Send the form again/);
    assert.equal(hiddenOf(answer, at)["key"], sent["key"], "the next press is the same request");
    const finder = await get(`/book/${locationId}?party=2`);
    assert.equal(finder.status, 503);
    assert.match(finder.text, /booking system does not answer/);
    assert.match(finder.text, /tel:\+33142600142/);
    assert.equal(await bookingsOf("Down"), 0);
  });
});

describe("programs of guests", () => {
  const search = async (days: number): Promise<CallAnswer> => {
    const date = dateThere(days);
    const window = `start=${date}T18:00&end=${date}T21:00&party_size=2`;
    return get(`/store/v1/locations/${straight}/booking_availability?${window}`);
  };
  const person = (last_name: string) => ({ first_name: "Ada", last_name, phone: guestForm("").phone });
  const post = (path: string, body: object, key: string): Promise<CallAnswer> =>
    service.call("POST", path, { body, headers: { "idempotency-key": key } });

  test("the key tells what became of a booking whose answer was lost (rules/providers 2.3)", async () => {
    const [slot] = (await search(12)).body.data;
    const body = { slot_token: slot.slot_token, guest: person("Lost program") };
    mischief = { kind: "cut_after" };
    const first = await post("/store/v1/bookings", body, "guest-lost-1");
    mischief = { kind: "none" };
    assert.deepEqual([first.status, first.body.code], [409, "operation_in_progress"], first.text);
    await waitUntilTrue(async () => (await post("/store/v1/bookings", body, "guest-lost-1")).status === 201);
    assert.equal(await bookingsOf("Lost program"), 1);
  });

  test("where nothing is held a slot token is booked; one of the two is named (rules/providers 1.10)", async () => {
    assert.equal((await get(`/store/v1/locations/${straight}/booking_profile`)).body.holds, false);
    const [slot] = (await search(11)).body.data;
    const { slot_token } = slot;
    const held = await post("/store/v1/booking_holds", { slot_token }, "straight-hold");
    assert.deepEqual([held.status, held.body.code], [422, "capability_unsupported"]);
    const booked = await post("/store/v1/bookings", { slot_token, guest: person("Straight program") }, "straight-book");
    assert.equal(booked.status, 201, booked.text);
    for (const both of [{}, { slot_token, hold_token: "x" }]) {
      const answer = await post("/store/v1/bookings", { ...both, guest: person("Both") }, JSON.stringify(both));
      assert.deepEqual([answer.status, answer.body.code], [400, "invalid_request"], answer.text);
    }
  });
});
