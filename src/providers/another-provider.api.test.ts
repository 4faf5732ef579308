/** A location whose provider is taken away, attached anew, or becomes another: nothing of the former one is taken for the new. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BookingPartner } from "../../test/harness/booking-partner.ts";
import { untilSomebodyWaits } from "../../test/harness/held-lock.ts";
import { waitUntil } from "../../test/harness/wait-until.ts";
import { startBookingServer } from "../../test/stand-ins/booking-server.ts";
import type { Id } from "../kernel/id.ts";
import { authorization, startFaultyProvider, type FaultyProvider } from "./faulty-provider.fixture.ts";

let at: FaultyProvider;
let partner: BookingPartner;
before(async () => {
  at = await startFaultyProvider();
  ({ partner } = at);
});
after(() => at.stop());

const attach = async (locationId: Id<"str">, booking_provider: object | null): Promise<void> => {
  const booking_mode = booking_provider === null ? "native" : "provider";
  const answer = await at.operate("PATCH", `/test/locations/${locationId}`, { booking_mode, booking_provider });
  assert.equal(answer.status, 200, answer.text);
};

const server = (url: string, password: string) => ({
  adapter: "booking_server_v3",
  base_url: url,
  username: "maple",
  password,
});

test("a provider that is taken away and attached with another password is asked with that password", async () => {
  const locationId = await at.providerLocation();
  await attach(locationId, null);
  await attach(locationId, server(at.theirs.url, "a-wrong-one"));
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const path = `/v1/locations/${locationId}/booking_availability?start=${day}T18:00&end=${day}T22:00&party_size=2`;
  assert.equal((await partner.call("GET", path)).status, 503);
  await attach(locationId, null);
  const [, right = ""] = Buffer.from(authorization.slice("Basic ".length), "base64").toString().split(":");
  await attach(locationId, server(at.theirs.url, right));
  const found = await partner.call("GET", path);
  assert.equal(found.status, 200, found.text);
});

test("another provider calls its bookings as the former one did: each is the booking of its own guest (rules/providers 1.8)", async (t) => {
  const former = await startBookingServer({ tables: 5, isNumbered: true });
  const present = await startBookingServer({ tables: 5, isNumbered: true });
  t.after(() => Promise.all([former.stop(), present.stop()]));
  const locationId = await at.providerLocation(former.url);
  const first = (await at.confirmed(locationId)).body;
  await eatenLongAgo(first.id);
  await attach(locationId, server(present.url, "another"));
  const body = await at.bodyFor(locationId);
  const second = await at.book(body);
  assert.deepEqual([second.status, second.body.guest?.phone], [201, body.guest.phone], second.text);
  assert.notEqual(second.body.id, first.id);
  assert.deepEqual([[...former.bookings.keys()], [...present.bookings.keys()]], [["1001"], ["1001"]]);

  const cancelled = await partner.settled(`/v1/bookings/${second.body.id}/cancel`, {});
  assert.equal(cancelled.status, 200, cancelled.text);
  await askNow();
  const kept = await partner.call("GET", `/v1/bookings/${first.id}`);
  assert.equal(kept.body.status, "confirmed", "what another system says of its own booking is no news of this one");
});

test("a booking that begins while its provider is being exchanged is made at the new one (rules/providers 1.8)", async (t) => {
  const former = await startBookingServer({ tables: 5 });
  const present = await startBookingServer({ tables: 5 });
  t.after(() => Promise.all([former.stop(), present.stop()]));
  const locationId = await at.providerLocation(former.url);
  const body = await at.bodyFor(locationId);
  const booking = await partner.service.database.transaction(async (tx) => {
    await tx.rows("SELECT FROM locations WHERE id = $1 FOR NO KEY UPDATE", [locationId]);
    const answer = at.book(body);
    await Promise.race([untilSomebodyWaits(tx), answer]);
    await tx.rows("UPDATE booking_providers SET base_url = $2 WHERE location_id = $1", [locationId, present.url]);
    return { answer };
  });
  const made = await booking.answer;
  assert.deepEqual([made.status, former.bookings.size, present.bookings.size], [201, 0, 1], made.text);
});

/** Moves a stay into the past, so that the provider may be exchanged. */
async function eatenLongAgo(id: string): Promise<void> {
  await partner.service.database.transaction((tx) =>
    tx.rows("UPDATE bookings SET starts_at = now() - interval '3 h', ends_at = now() - interval '1 h' WHERE id = $1", [
      id,
    ]),
  );
}

/** Lets every booking that is still asked about be asked about now, and waits until it was. */
async function askNow(): Promise<void> {
  const { read } = partner.service.database;
  await read.rows("UPDATE provider_bookings SET next_check_at = clock_timestamp() WHERE next_check_at IS NOT NULL");
  await waitUntil(
    () =>
      read.one<{ due: number }>(
        "SELECT count(*)::int AS due FROM provider_bookings WHERE next_check_at <= clock_timestamp() + interval '1 minute'",
      ),
    ({ due }) => due === 0,
  );
}
