/** A guest who is erased while something is written to them: neither names them afterwards (rules/messages-and-privacy 3.1). */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { operatorToken } from "../../../test/harness/service.ts";
import { noteOnGuest } from "../../bookings/guests/note-on-guest.command.ts";
import { cancelForGuest } from "../../bookings/make/cancel-booking.command.ts";
import { changeBooking } from "../../bookings/make/change-booking.command.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { createSlotTokens } from "../../bookings/search/slot-token.ts";
import type { TextTx } from "../../platform/postgres/database.ts";
import { eraseEverywhere } from "./answer-guest.command.ts";

const phone = "+33142609911";
const tokens = createSlotTokens(randomBytes(32));
let partner: BookingPartner;
let here: Id<"str">;

before(async () => {
  partner = await startBookingPartner();
  here = await partner.location(tablesOfFour(3));
});
after(() => partner.service.stop());

const write = (tx: TextTx, subjectId: string) =>
  tx.rows(
    `INSERT INTO messages (id, location_id, kind, subject_id, dedupe_key, language, phone, body, segments, sender, status, due_at, send_before)
     VALUES ($1::text, $2::text, 'table_offer', $3::text, $3::text, 'en', $4, 'A table is yours', 1, 'outbox', 'queued', now() + interval '1 hour', now() + interval '2 hours')`,
    [newId("msg"), here, subjectId, phone],
  );

/** Erases the guest while a transaction that writes to them is open: the erasure waits for that transaction. */
async function eraseMeanwhile(step: (tx: TextTx) => Promise<unknown>): Promise<void> {
  const { erased } = await partner.service.database.transaction(async (tx) => {
    await step(tx);
    const erasing = partner.service.call("POST", "/operator/v1/test/guests/erase", {
      key: operatorToken,
      body: { phone },
    });
    await untilSomebodyWaits(tx);
    return { erased: erasing };
  });
  const { status, text } = await erased;
  assert.equal(status, 200, text);
  const left = await partner.service.database.read.rows(
    `SELECT id FROM messages WHERE phone = $1 OR body IS NOT NULL OR status = 'queued'
     UNION ALL SELECT id FROM table_alerts UNION ALL SELECT id FROM group_requests
     UNION ALL SELECT id FROM bookings WHERE guest_phone = $1`,
    [phone],
  );
  assert.deepEqual(left, []);
}

test("a table is being offered to the guest of an alert", async () => {
  const id = newId("tal");
  await partner.service.database.transaction((tx) =>
    tx.rows(
      `INSERT INTO table_alerts (id, location_id, on_date, from_at, until_at, party_size, guest_phone, request_token, created_at, updated_at)
       VALUES ($1, $2, current_date, now(), now(), 2, $3, 'once', now(), now())`,
      [id, here, phone],
    ),
  );
  await eraseMeanwhile(async (tx) => {
    await tx.rows("UPDATE table_alerts SET version = version + 1 WHERE id = $1", [id]);
    await tx.rows("INSERT INTO guest_links (token_hash, location_id, alert_id) VALUES ('\\x01', $1, $2)", [here, id]);
    await write(tx, id);
  });
});

test("a host is answering the guest's group", async () => {
  const id = newId("grq");
  await partner.service.database.transaction((tx) =>
    tx.rows(
      `INSERT INTO group_requests (id, location_id, on_date, from_time, until_time, party_size, guest_first_name, guest_last_name,
         guest_phone, created_at, updated_at)
       VALUES ($1, $2, current_date, '19:00', '20:00', 12, 'Ottokar', 'Gneis', $3, now(), now())`,
      [id, here, phone],
    ),
  );
  await eraseMeanwhile(async (tx) => {
    await tx.rows("UPDATE group_requests SET version = version + 1 WHERE id = $1", [id]);
    await write(tx, id);
  });
});

const host = { kind: "person", id: newId("per") } as const;
const edit = { expectedVersion: 0, note: "Gneis likes the window", tags: [], guestAgreed: false };

async function book(): Promise<Id<"bkg">> {
  const { slot_token } = await partner.slot(here, 2);
  const guest = { first_name: "Ottokar", last_name: "Gneis", phone };
  return (await partner.call("POST", "/v1/bookings", { slot_token, guest })).body.id;
}

const notes = () => partner.service.database.read.rows("SELECT FROM guest_notes");

test("a host is noting something of the guest", async () => {
  const key = await book();
  await eraseMeanwhile((tx) => noteOnGuest(tx, host, { locationId: here, key }, edit));
  assert.deepEqual(await notes(), []);
});

test("a host notes something of the guest before the erasure is committed", async () => {
  const key = await book();
  const { database } = partner.service;
  const { noted } = await database.transaction(async (tx) => {
    await eraseEverywhere(tx, { phone, email: null }, { actor: "test", requestId: null });
    const noting = database.transaction((own) => noteOnGuest(own, host, { locationId: here, key }, edit));
    await untilSomebodyWaits(tx);
    return { noted: noting };
  });
  const refused = await noted;
  assert.ok(isRefusal(refused) && refused.code === "not_found");
  assert.deepEqual(await notes(), []);
});

for (const who of ["guest", "app"] as const) {
  test(`the ${who} writes a note before the erasure is committed`, async () => {
    const id = await book();
    const { database } = partner.service;
    const actor = who === "app" ? partner.app.id : null;
    const change = { slotToken: undefined, notes: "Ottokar likes the window", expectedVersion: undefined };
    const { noted } = await database.transaction(async (tx) => {
      await eraseEverywhere(tx, { phone, email: null }, { actor: "test", requestId: null });
      const noting = database.transaction((own) => changeBooking(own, tokens, actor, id, change));
      await untilSomebodyWaits(tx);
      return { noted: noting };
    });
    const refused = await noted;
    assert.ok(isRefusal(refused) && refused.code === "not_changeable");
    const [left] = await database.read.rows<{ notes: string | null }>("SELECT notes FROM bookings WHERE id = $1", [id]);
    assert.equal(left?.notes, null);
  });
}

test("the guest cancels with a reason before the erasure is committed", async () => {
  const id = await book();
  const { database } = partner.service;
  const request = { reason: "Ottokar is ill", expectedVersion: undefined };
  const { cancelled } = await database.transaction(async (tx) => {
    await eraseEverywhere(tx, { phone, email: null }, { actor: "test", requestId: null });
    const cancelling = database.transaction((own) => cancelForGuest(own, null, id, request));
    await untilSomebodyWaits(tx);
    return { cancelled: cancelling };
  });
  const booking = await cancelled;
  assert.ok(!isRefusal(booking));
  assert.deepEqual([booking.status, booking.cancellation?.reason], ["cancelled_by_guest", null]);
});

test("a reminder of the guest's booking is being written", async () => {
  const id = await book();
  await eraseMeanwhile(async (tx) => {
    await tx.rows("SELECT FROM bookings WHERE id = $1 FOR UPDATE", [id]);
    await write(tx, id);
  });
});
