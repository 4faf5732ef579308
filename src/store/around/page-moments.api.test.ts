/** Guests' pages that need several statements, read while another transaction writes their parts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { createOrderingLocation } from "../../../test/harness/ordering.ts";
import { alwaysOpen, openLine } from "../../../test/harness/waitlist-line.ts";
import type { Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { emptyProfile } from "../../locations/location/profile.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

/** The page that has read what comes before `table`, stands still there, and goes on when all of `writes` is there. */
async function readDuring(
  path: string,
  table: string,
  writes: readonly (readonly [string, readonly unknown[]])[],
): Promise<string> {
  const { page } = await partner.service.database.transaction(async (tx) => {
    await tx.rows(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const asked = partner.service.call("GET", path, { headers: { "accept-language": "en" } });
    await untilSomebodyWaits(tx);
    for (const [text, values] of writes) await tx.rows(text, values);
    return { page: asked };
  });
  const { status, text } = await page;
  assert.equal(status, 200, text);
  return text;
}

/** A location with a phone and a logo, which lose both together. */
async function pictured(): Promise<{ locationId: Id<"str">; gone: Parameters<typeof readDuring>[2] }> {
  const profile = JSON.stringify({ ...emptyProfile, slug: `place-${crypto.randomUUID()}` });
  const locationId = await partner.location(tablesOfFour(1), { phone: "+33142600142", profile });
  const logo = "INSERT INTO location_pictures VALUES ($1, 'logo', 'a-logo', 'image/png', '\\x00')";
  await partner.service.database.transaction((tx) => tx.rows(logo, [locationId]));
  return {
    locationId,
    gone: [
      ["UPDATE locations SET phone = NULL WHERE id = $1", [locationId]],
      ["DELETE FROM location_pictures WHERE location_id = $1", [locationId]],
    ],
  };
}

test("the head of a restaurant is of one moment", async () => {
  const { locationId, gone } = await pictured();
  const text = await readDuring(`/find?at=${locationId}`, "location_pictures", gone);
  const [head = ""] = /<header class="venue">.*?<\/header>/s.exec(text) ?? [];
  assert.deepEqual([head.includes("tel:+33142600142"), head.includes("a-logo")], [true, true]);
});

test("the front page is of one moment", async () => {
  const { locationId, gone } = await pictured();
  const [{ slug } = { slug: "" }] = await partner.service.database.transaction((tx) =>
    tx.rows<{ slug: string }>(
      "INSERT INTO location_slugs (slug, location_id) SELECT profile->>'slug', id FROM locations WHERE id = $1 RETURNING slug",
      [locationId],
    ),
  );
  const text = await readDuring(`/r/${slug}`, "location_pictures", gone);
  assert.deepEqual([text.includes("tel:+33142600142"), text.includes("a-logo")], [true, true]);
});

test("the days and times of the finder are of the tables and the configuration of one moment", async () => {
  const locationId = await partner.location(tablesOfFour(1));
  const day = localDate("Europe/Paris", Date.now() + 2 * 86_400_000);
  const text = await readDuring(`/book/${locationId}?party=2&date=${day}`, "claims", [
    [
      `UPDATE booking_configurations SET revision = revision + 1, content_id = gen_random_uuid(),
        configuration = jsonb_set(configuration, '{slotIntervalMinutes}', '60') WHERE location_id = $1`,
      [locationId],
    ],
    [
      `INSERT INTO claims (location_id, unit_id, during, kind, owner_id, area_id, starts_at, party_size)
       SELECT $1, 't1', tstzrange(start, start + interval '3 hours'), 'block', 'bkb_01k0w3gzq4w1d8n5v7j2m6t9ke', 'room', start, 0
       FROM (SELECT ($2 || ' 20:00')::timestamp AT TIME ZONE 'Europe/Paris' AS start) AS evening`,
      [locationId, day],
    ],
  ]);
  const times = [...text.matchAll(/name="slot"[^>]*>\s*(\d+:\d\d)/g)].map(([, time]) => time);
  assert.deepEqual([times.includes("6:30"), times.includes("9:30")], [true, true], `shown: ${times.join()}`);
});

test("the door of a line is of one moment", async () => {
  const line = await openLine(partner, alwaysOpen(2));
  await line.join();
  const open = "UPDATE waitlists SET open = $2 WHERE location_id = $1";
  await partner.service.database.transaction((tx) => tx.rows(open, [line.location, true]));
  const text = await readDuring(`/join/${line.location}`, "waitlist_entries", [
    [open, [line.location, false]],
    [
      "UPDATE waitlist_entries SET status = 'removed', ended_at = clock_timestamp() WHERE location_id = $1",
      [line.location],
    ],
  ]);
  assert.match(text, /1 party is in line/);
});

test("the page of an order is of one moment", async () => {
  const shop = await createOrderingLocation(partner.service);
  const placed = await partner.service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
    headers: { "idempotency-key": "of-one-moment" },
    body: {
      items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
      customer: { name: "Dana Diner", phone: "+12175550142" },
      payment: "pay_in_store",
    },
  });
  assert.equal(placed.status, 201, placed.text);
  const { order, token } = placed.body;
  const text = await readDuring(`/order/${token}`, "locations", [
    ["UPDATE orders SET language = 'de', code = 'ZZZZ2345' WHERE id = $1", [order.id]],
  ]);
  assert.deepEqual([text.includes('<html lang="en'), text.includes(order.confirmation_code)], [true, true]);
});
