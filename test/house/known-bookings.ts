/** Bookings, holds and a party in line, for the tests that go through all routes. */
import assert from "node:assert/strict";
import type { Id } from "../../src/kernel/id.ts";
import { configureBookings } from "../harness/booking-setup.ts";
import type { TestApp } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";
import { standBodies } from "./known-stand.ts";

/** Switches bookings on at the location and makes a hold and a booking for the evening after tomorrow. */
export async function makeKnownBookings(
  service: TestService,
  app: TestApp,
  locationId: Id<"str">,
  post: (path: string, body: unknown) => Promise<{ readonly id: string }>,
) {
  await configureBookings(service.database, locationId);
  await service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET bookings_enabled = true WHERE id = $1", [locationId]),
  );
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const window = `start=${day}T18:00&end=${day}T23:00&party_size=2`;
  const found = await service.call("GET", `/v1/locations/${locationId}/booking_availability?${window}`, {
    key: app.key,
  });
  assert.equal(found.status, 200, found.text);
  const { slot_token, starts_at: startsAt } = found.body.data[0];
  const guest = { first_name: "Dana", last_name: "Diner", phone: "+12175550142" };
  const hold = await post("/v1/booking_holds", { slot_token });
  const made = await post("/v1/bookings", { slot_token, guest });
  const bodies = {
    createBookingHold: { slot_token },
    createBooking: { slot_token, guest },
    ...standBodies(startsAt, slot_token),
  };
  const party = { party_size: 2, guest: { first_name: "Dana" } };
  const entry = await post(`/v1/locations/${locationId}/waitlist_entries`, {
    ...party,
    idempotency_key: "known-party",
  });
  const { token: waitToken } = await service.database.read.one<{ token: string }>(
    "SELECT guest_token AS token FROM waitlist_entries WHERE id = $1",
    [entry.id],
  );
  const guests = await makeGuestBooking(service, locationId, window);
  return {
    bookingId: made.id,
    startsAt,
    holdId: hold.id,
    entryId: entry.id,
    bodies: { ...bodies, ...guests.bodies },
    guestTokens: { ...guests.tokens, waitToken },
  };
}

/** What a guest without an app holds and has booked. */
async function makeGuestBooking(service: TestService, locationId: Id<"str">, window: string) {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, `/store/v1${path}`, body === undefined ? {} : { body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const found = await send("GET", `/locations/${locationId}/booking_availability?${window}`);
  const { slot_token } = found.data[0];
  const [first, second] = [
    await send("POST", "/booking_holds", { slot_token }),
    await send("POST", "/booking_holds", { slot_token }),
  ];
  const guest = { first_name: "Dana", last_name: "Diner", phone: "+12175550143" };
  const booked = await send("POST", "/bookings", { hold_token: first.token, guest });
  return {
    tokens: { holdToken: second.token, bookingToken: booked.token },
    bodies: { storeHoldSlot: { slot_token }, storeCreateBooking: { hold_token: second.token, guest } },
  };
}
