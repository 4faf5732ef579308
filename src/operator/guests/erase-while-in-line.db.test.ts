/** A guest in line who is erased while somebody acts on their entry: the act names them nowhere (rules/messages-and-privacy 3.1). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { openLine, type Line } from "../../../test/harness/waitlist-line.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { editEntry } from "../../waitlist/line/edit-entry.command.ts";
import { markOnMyWay } from "../../waitlist/line/move-entry.command.ts";
import { eraseEverywhere } from "./answer-guest.command.ts";

let partner: BookingPartner;
let line: Line;
let numbers = 0;

before(async () => {
  partner = await startBookingPartner();
  line = await openLine(partner, 8, { messaging: true });
});
after(() => partner.service.stop());

/** Puts a guest in line and erases them; the act begins before the erasure is committed. Answers what the act answered. */
async function actMeanwhile<Answer>(act: (id: Id<"bkw">, phone: string) => Promise<Answer>): Promise<Answer> {
  const phone = `+3314260981${numbers++}`;
  const guest = { first_name: "Ottokar", last_name: "Gneis", phone };
  const { id } = await line.join({ guest, notes: "Gneis likes the window" });
  const { acting } = await partner.service.database.transaction(async (tx) => {
    await eraseEverywhere(tx, { phone, email: null }, { actor: "test", requestId: null });
    const begun = act(id, phone);
    await untilSomebodyWaits(tx);
    return { acting: begun };
  });
  const answer = await acting;
  const left = await partner.service.database.read.rows<{ kept: string }>(
    `SELECT kept FROM (
       SELECT 'entry' AS kept, w::text AS whole FROM waitlist_entries w UNION ALL SELECT 'booking', b::text FROM bookings b
       UNION ALL SELECT event_type, e::text FROM events e UNION ALL SELECT 'message', m::text FROM messages m) every
     WHERE whole LIKE '%Gneis%'`,
  );
  assert.deepEqual(left, []);
  return answer;
}

test("the party is seated", async () => {
  const seated = await actMeanwhile((id) => line.act(id, "seat"));
  assert.deepEqual([seated.status, seated.body.status], [200, "seated"], seated.text);
  assert.doesNotMatch(seated.text, /Gneis/);
});

test("the party is told that its table is ready", async () => {
  const told = await actMeanwhile((id) => line.act(id, "notify"));
  assert.deepEqual([told.status, told.body.code], [422, "guest_messaging_unavailable"], told.text);
});

test("a host notes another size of the party", async () => {
  const host = { kind: "person", id: newId("per") } as const;
  await actMeanwhile((id) =>
    partner.service.database.transaction((tx) => editEntry(tx, host, id, { expectedVersion: 1, partySize: 3 })),
  );
});

test("the guest says that they are on their way", async () => {
  await actMeanwhile((id) => partner.service.database.transaction((tx) => markOnMyWay(tx, id)));
});

test("the guest joins again: they get another place", async () => {
  const again = await actMeanwhile((_id, phone) => line.add({ guest: { first_name: "Anna", phone } }));
  assert.equal(again.status, 201, again.text);
});
