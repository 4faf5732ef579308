/** A guest who is erased while a provider is asked: what the answer stores does not name them (rules/messages-and-privacy 3.1). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { untilSomebodyWaits } from "../../test/harness/held-lock.ts";
import { createProviderLocation } from "../../test/harness/provider-location.ts";
import { operatorToken } from "../../test/harness/service.ts";
import { settleOperation } from "../bookings/at-provider/settle-operation.command.ts";
import { newId, type Id } from "../kernel/id.ts";
import { crashedWrites, sealing } from "./crashed-write.fixture.ts";

let partner: BookingPartner;
let writes: ReturnType<typeof crashedWrites>;
let here: Id<"str">;

before(async () => {
  // Without workers: every step of settling is taken by hand.
  partner = await startBookingPartner();
  here = await createProviderLocation(partner.service, { adapter: "simulated" });
  await partner.grant(partner.app, here);
  writes = crashedWrites(partner, here);
});
after(() => partner.service.stop());

const database = () => partner.service.database;
const erase = (phone: string) =>
  partner.service.call("POST", "/operator/v1/test/guests/erase", { key: operatorToken, body: { phone } });

/** What the provider answers to a write of the ledger: its booking. */
async function madeOf(id: Id<"opn">) {
  const { slot } = (
    await database().read.one<{ request: { slot: { startsAt: number; minutes: number; partySize: number } } }>(
      "SELECT request FROM provider_operations WHERE id = $1",
      [id],
    )
  ).request;
  const booking = { reference: `made-${id}`, status: "confirmed", slot, guest: null } as const;
  return { kind: "done", value: { what: "booking", booking } } as const;
}

test("an answer that is being stored is waited for, and its booking is erased", async () => {
  const id = await writes.crashBeforeCall(3);
  const phone = writes.lastPhone();
  const made = await madeOf(id);
  const { erased } = await database().transaction(async (tx) => {
    await settleOperation(tx, sealing, id, made, "answer");
    const erasing = erase(phone);
    await untilSomebodyWaits(tx);
    return { erased: erasing };
  });
  assert.equal((await erased).status, 200);
  const kept = await database().read.rows("SELECT guest_phone, guest_last_name FROM bookings");
  assert.deepEqual(kept, [{ guest_phone: null, guest_last_name: null }]);
});

for (const [kind, words] of [
  ["change", { notes: "Gneis likes the window" }],
  ["cancel", { reason: "Gneis is ill" }],
] as const)
  test(`the words of a ${kind} whose outcome is unknown are not stored later`, async () => {
    const booked = await writes.crashBeforeCall(kind === "change" ? 4 : 5);
    const phone = writes.lastPhone();
    const made = await madeOf(booked);
    const { subject_id: bookingId } = await database().transaction((tx) =>
      settleOperation(tx, sealing, booked, made, "answer"),
    );
    const id = newId("opn");
    const request = { reference: made.value.booking.reference, slot: null, ...words };
    await database().transaction((tx) =>
      tx.rows(
        `INSERT INTO provider_operations (id, location_id, app_id, kind, state, subject_id, request)
         VALUES ($1, $2, $3, $4, 'sending', $5, $6)`,
        [id, here, partner.app.id, kind, bookingId, JSON.stringify(request)],
      ),
    );
    assert.equal((await erase(phone)).status, 200);
    const answer = kind === "change" ? made : ({ kind: "done", value: { what: "cancelled" } } as const);
    await database().transaction((tx) => settleOperation(tx, sealing, id, answer, "asking"));
    const kept = await database().read.rows<{ whole: string }>(
      `SELECT b::text AS whole FROM bookings b WHERE id = $1 UNION ALL SELECT e::text FROM events e WHERE resource_id = $1
       UNION ALL SELECT o::text FROM provider_operations o WHERE subject_id = $1`,
      [bookingId],
    );
    assert.deepEqual(
      kept.filter(({ whole }) => whole.includes("Gneis")),
      [],
    );
  });
