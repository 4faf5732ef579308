import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Maple } from "@maple-partners/sdk";
import { startBookingPartner, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { bookTable, changeNotes, type Wish } from "./book-table.ts";

let partner: BookingPartner;
let maple: Maple;
let wish: Wish;
before(async () => {
  partner = await startBookingPartner();
  maple = new Maple({ apiKey: partner.app.key, baseUrl: partner.service.url });
  const locationId = await partner.location();
  const { local_start: start } = await partner.slot(locationId, 2);
  const from = start.slice(0, 16);
  wish = {
    id: "wish-1",
    locationId,
    partySize: 2,
    from,
    until: `${from.slice(0, 11)}23:00`,
    guest: { first_name: "Ada", last_name: "Guest", phone: "+12125550123", email: "ada@example.com" },
  };
});
after(() => partner.service.stop());

test("a table is booked, changed and cancelled", async () => {
  const outcome = await bookTable(maple, wish);
  assert.ok(outcome.kind === "booked", JSON.stringify(outcome));
  assert.equal(outcome.booking.status, "confirmed");
  const changed = await changeNotes(maple, outcome.booking.id, "A high chair, please");
  assert.equal(changed.notes, "A high chair, please");
  assert.equal((await maple.bookings.cancel(changed.id)).status, "cancelled_by_guest");
});

test("a table that somebody takes in between is searched again, and a wish is booked once", async () => {
  let taken = 0;
  const rival: typeof fetch = async (address, init) => {
    // The first hold meets a slot that is gone: somebody was faster.
    if (new Request(address).url.endsWith("/v1/booking_holds") && taken++ === 0) {
      const body = {
        _tag: "DeveloperApiConflict",
        code: "slot_unavailable",
        message: "gone",
        feedback: "",
        doc_url: "",
      };
      return Response.json(body, { status: 409 });
    }
    return fetch(address, init);
  };
  const beaten = new Maple({ apiKey: partner.app.key, baseUrl: partner.service.url, fetch: rival });
  const first = await bookTable(beaten, { ...wish, id: "wish-2" });
  assert.ok(first.kind === "booked", JSON.stringify(first));
  assert.equal(taken, 2);
});

test("what the restaurant's rules forbid is told, and so is a full house", async () => {
  const large = await bookTable(maple, { ...wish, id: "wish-3", partySize: 90 });
  assert.ok(large.kind === "refused" || large.kind === "nothing_free");
  const night = {
    ...wish,
    id: "wish-4",
    from: `${wish.from.slice(0, 11)}04:00`,
    until: `${wish.from.slice(0, 11)}04:15`,
  };
  assert.equal((await bookTable(maple, night)).kind, "nothing_free");
});
