/** An erased guest is in no column of any table, but for those that are listed with a reason (rules/messages-and-privacy 3.1). */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { openStand } from "../../src/console/bookings/stand.fixture.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { startBookingPartner, type BookingPartner } from "../harness/booking-partner.ts";
import { operatorToken } from "../harness/service.ts";
import { waitUntilTrue } from "../harness/wait-until.ts";
import { passThroughEverything } from "./marked-guest.ts";
import { markedPhone, marks } from "./marked-orders.ts";

const ofSale = "an order is the record of a sale: it names who ordered until it is archived";
const ofOrderEvent = "the reason that an order ended with, as the order has it; dropped with its week";

/** What may name the guest after the erasure: the column, which of its rows, and why. */
const mayStay: Readonly<Record<string, readonly [only: string, why: string]>> = {
  "orders.cancellation": ["true", ofSale],
  "orders.customer": ["true", ofSale],
  "orders.delivery_address": ["true", ofSale],
  "orders.item_changes": ["true", ofSale],
  "orders.line_items": ["true", ofSale],
  "events.data": ["resource_id LIKE 'ord_%'", ofOrderEvent],
  "delivery_attempts.response_body": [
    "event_id IN (SELECT id FROM events WHERE resource_id LIKE 'ord_%')",
    "what an endpoint said back of such an event; dropped with its week",
  ],
  "idempotency_answers.body": [
    `body::jsonb -> 'order' ->> 'object' = 'store_order'`,
    "the answer to who placed an order, for a day",
  ],
  "requests.request_body": [
    "operation LIKE '%Order' OR operation LIKE '%Items'",
    "words of an app of an order, for 7 days",
  ],
  "requests.response_body": ["operation LIKE '%Items'", "words of an app of an order, for 7 days"],
};

/** The columns that knew the guest before: what the walk reaches. */
const reached = [
  "bookings.cancellation",
  "bookings.guest_email",
  "bookings.guest_first_name",
  "bookings.guest_last_name",
  "bookings.guest_phone",
  "bookings.notes",
  "bookings.venue_notes",
  "channel_bookings.user_id",
  "delivery_attempts.response_body",
  "events.data",
  "group_requests.answer",
  "group_requests.guest_email",
  "group_requests.guest_first_name",
  "group_requests.guest_last_name",
  "group_requests.guest_phone",
  "group_requests.words",
  "guest_notes.contact",
  "guest_notes.note",
  "idempotency_answers.body",
  "messages.body",
  "messages.email",
  "messages.error",
  "messages.letter",
  "messages.phone",
  "orders.cancellation",
  "orders.customer",
  "orders.delivery_address",
  "orders.item_changes",
  "orders.line_items",
  "requests.request_body",
  "requests.response_body",
  "table_alerts.guest_email",
  "table_alerts.guest_phone",
  "waitlist_entries.ended_reason",
  "waitlist_entries.guest_email",
  "waitlist_entries.guest_first_name",
  "waitlist_entries.guest_last_name",
  "waitlist_entries.guest_phone",
  "waitlist_entries.notes",
];

let partner: BookingPartner;
let receiver: Server;

before(async () => {
  // A partner whose endpoint says back what it was told.
  receiver = createServer((request, response) => {
    response.writeHead(200);
    request.pipe(response);
  });
  await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve));
  const baseUrls = { test: "http://127.0.0.1", live: "https://live.example" };
  partner = await startBookingPartner({ live: true, workers: true, settings: { baseUrls } });
});
after(async () => {
  await partner.service.stop();
  receiver.closeAllConnections();
  await new Promise((resolve) => void receiver.close(resolve));
});

/** Every column of the catalogue in which one of the texts stands; `isOut` names the rows that do not count. */
async function columnsWith(
  database: TextDatabase,
  texts: readonly string[],
  isOut: (place: string) => string = () => "false",
): Promise<readonly string[]> {
  const columns = await database.read.rows<{ place: string; table: string; text: string }>(
    `SELECT c.relname || '.' || a.attname AS place, quote_ident(c.relname) AS "table",
       CASE WHEN a.atttypid = 'bytea'::regtype THEN format('encode(%I, ''escape'')', a.attname)
         ELSE format('%I::text', a.attname) END AS text
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY 1`,
  );
  assert.ok(columns.length > 700, `${columns.length} columns`);
  const found: string[] = [];
  for (const { place, table, text } of columns) {
    const { isThere } = await database.read.one<{ isThere: boolean }>(
      `SELECT EXISTS (SELECT FROM ${table} WHERE ${text} ~* $1 AND NOT coalesce((${isOut(place)}), false)) AS "isThere"`,
      [texts.map((one) => one.replaceAll(".", String.raw`\.`)).join("|")],
    );
    if (isThere) found.push(place);
  }
  return found;
}

const operate = (what: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  partner.service.call("POST", `/operator/v1/test/guests/${what}`, { key: operatorToken, body, headers });

describe("an erased guest", () => {
  test("is in no column of any table, but for the records of a sale (rules/messages-and-privacy 3.1)", async () => {
    const { port } = receiver.address() as AddressInfo;
    await passThroughEverything(partner, `http://127.0.0.1:${port}/hook`);
    const { database, live } = partner.service;
    assert.ok(live !== null);
    await waitUntilTrue(async () => {
      const sql = "SELECT NOT EXISTS (SELECT FROM deliveries WHERE state = 'pending') AS done";
      return (await database.read.one<{ done: boolean }>(sql)).done;
    });
    const body = { phone: markedPhone, email: marks.email };
    assert.equal((await operate("export", body, { "idempotency-key": "marked-export" })).status, 200);
    // A read of the request log writes what waits.
    await partner.call("GET", "/v1/requests?limit=1");
    const texts = Object.values(marks);
    assert.deepEqual(await columnsWith(database, texts), reached);
    const erased = await operate("erase", body);
    assert.equal(erased.status, 200, erased.text);
    assert.deepEqual(await columnsWith(database, texts, (place) => mayStay[place]?.[0] ?? "false"), []);
    const kept = await columnsWith(database, texts);
    assert.deepEqual(kept, Object.keys(mayStay).toSorted(), "the list has nothing that is not needed");
    assert.deepEqual(await columnsWith(live, texts), []);
  });

  test("by e-mail alone is erased from what hosts noted under the number too, and the copy has it before", async () => {
    const stand = await openStand(partner);
    const { slot_token } = await partner.slot(stand.locationId, 2);
    const guest = { first_name: "Ottokar", last_name: "Gneis", phone: "+33142607744", email: "otto@gneis.example" };
    const made = await partner.call("POST", "/v1/bookings", { slot_token, guest });
    const note = { note: "Sings ottogneisly", tags: [], expected_version: 0 };
    const path = `/locations/${stand.locationId}/guests/${made.body.id}`;
    assert.equal((await stand.call("PATCH", path, note)).status, 200);
    const body = { email: "OTTO@gneis.example" };
    assert.deepEqual(
      (await operate("export", body)).body.notes.map((each: { readonly note: string }) => each.note),
      [note.note],
    );
    assert.equal((await operate("erase", body)).status, 200);
    assert.deepEqual(await columnsWith(partner.service.database, ["ottokar", "gneis", "142607744"]), []);
  });

  test("whom only a message knows is in no kept copy", async () => {
    const stand = await openStand(partner, undefined, { messaging: true });
    const { database } = partner.service;
    await database.transaction((tx) =>
      tx.rows(
        `INSERT INTO messages (id, location_id, kind, subject_id, dedupe_key, language, phone, body, segments, sender, status, due_at, send_before)
         VALUES ('msg_01m8hn5vctenvr84qfetdat6wb', $1, 'order_ready', 'ord_01m8hn5vctenvr84qfetdat6wb', 'once', 'en', '+33142607755',
           'Balduin, your order is ready', 1, 'outbox', 'queued', now() + interval '1 hour', now() + interval '2 hours')`,
        [stand.locationId],
      ),
    );
    const body = { phone: "+33142607755" };
    const copy = await operate("export", body, { "idempotency-key": "copy-of-one" });
    assert.equal(copy.body.messages.length, 1, copy.text);
    assert.equal((await operate("erase", body)).status, 200);
    assert.deepEqual(await columnsWith(database, ["balduin", "142607755"]), []);
  });
});
