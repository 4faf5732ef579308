/**
 * Bookings with their tables: forty tables at each venue, one party a table and evening, three evenings to come and the
 * rest past.
 */
import type { Id } from "../../src/kernel/id.ts";
import { localDate } from "../../src/kernel/wall-time.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { tablesOfFour } from "../../test/harness/booking-partner.ts";
import { createBookableLocation } from "../../test/harness/booking-setup.ts";
import { createApp, type TestApp } from "../../test/harness/factories.ts";
import { nthId, type RowMaker } from "./make-rows.ts";

const tables = 40;
const venues = 10;
const evenings = 3;
/** Of one venue in every database: what is asked for is the same, and the others add to the tables. */
const ofVenue = 1_000;
const hourMs = 3_600_000;

export interface BookingPlaces {
  readonly venues: readonly Id<"str">[];
  readonly bookingId: string;
}

/** So many apps that may search at the venues; answers their keys. */
export async function makeSearchers(
  database: TextDatabase,
  { venues }: BookingPlaces,
  count: number,
): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < count; n++) {
    const app = await createApp(database);
    await database.transaction((tx) =>
      tx.rows("INSERT INTO grants (app_id, location_id) SELECT $1, unnest($2::text[])", [app.id, venues]),
    );
    keys.push(app.key);
  }
  return keys;
}

/** Venues of the app, and one booking that the service made. */
export async function makeVenues(database: TextDatabase, url: string, app: TestApp): Promise<BookingPlaces> {
  const made: Id<"str">[] = [];
  for (let n = 0; n < venues; n++) {
    const id = await createBookableLocation(database, tablesOfFour(tables));
    await database.transaction((tx) =>
      tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [app.id, id]),
    );
    made.push(id);
  }
  const ask = async (
    path: string,
    body?: unknown,
  ): Promise<{ readonly id: string; readonly data: readonly { slot_token: string }[] }> => {
    const answer = await fetch(url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Awaited<ReturnType<typeof ask>>;
  };
  const slots = await ask(availabilityPath(made[0] ?? "", 20, 1));
  const hold = await ask("/v1/booking_holds", { slot_token: slots.data[0]?.slot_token });
  const { id } = await ask("/v1/bookings", { hold_id: hold.id, guest: { first_name: "Ada", last_name: "Byron" } });
  return { venues: made, bookingId: id };
}

/** A search over some evenings, from so many days ahead. */
export function availabilityPath(locationId: string, ahead: number, days: number): string {
  const [first, last] = [ahead, ahead + days - 1].map((day) =>
    localDate("Europe/Paris", Date.now() + day * 24 * hourMs),
  );
  return `/v1/locations/${locationId}/booking_availability?start=${first}T18:00&end=${last}T23:00&party_size=2`;
}

/** To be made: bookings with their tables. The venues have as many in every database; other locations have the rest. */
export async function addBookings(
  maker: RowMaker,
  places: BookingPlaces,
  { count, others }: { readonly count: number; readonly others: readonly string[] },
): Promise<void> {
  await maker.keepTemplates("bookings", { table: "bookings", where: `id = '${places.bookingId}'` });
  await maker.keepTemplates("claims", { table: "claims", where: `owner_id = '${places.bookingId}'` });
  await maker.keepList(
    "venues",
    [...places.venues, ...others].map((location) => ({ location })),
  );
  const today = Math.floor(Date.now() / (24 * hourMs)) * 24 * 3_600;
  const booked = (name: string): string => `
    CROSS JOIN bench.${name} t
    CROSS JOIN LATERAL (SELECT n / ${ofVenue} AS at, ${evenings} - n % ${ofVenue} / ${tables} AS evening OFFSET 0) v
    JOIN bench.venues l ON l.k = CASE WHEN v.at < ${places.venues.length} THEN v.at ELSE ${places.venues.length} + v.at % ${others.length} END
    CROSS JOIN LATERAL (SELECT to_timestamp(${today} + (v.evening * 24 + 19) * 3600) AS starts OFFSET 0) x`;
  const all = { first: 0, last: count - 1, isCopied: true };
  maker.add({ ...all, table: "bookings", from: booked("bookings"), changes: bookingChanges });
  maker.add({ ...all, table: "claims", from: `${booked("claims")} WHERE t.k = 0`, changes: claimChanges });
}

const unit = `'t' || n % ${ofVenue} % ${tables} + 1`;
const ends = "x.starts + interval '90 minutes'";
const made = "x.starts - interval '72 hours'";
const ifPast = (column: string, value: string): string => `CASE WHEN v.evening < 0 THEN ${value} ELSE t.${column} END`;

const bookingChanges = {
  id: nthId("bkg", "n"),
  location_id: "l.location",
  starts_at: "x.starts",
  ends_at: ends,
  local_start: `to_char(x.starts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI')`,
  written_at: made,
  created_at: made,
  updated_at: made,
  changeable_until: "x.starts",
  cancellable_until: "x.starts",
  confirmation_code: "upper(lpad(to_hex(n), 6, '0'))",
  guest_token_hash: "sha256(convert_to('filled ' || n, 'UTF8'))",
  unit_ids: `ARRAY[${unit}]`,
  status: ifPast("status", "'completed'"),
  seated_at: ifPast("seated_at", "x.starts"),
  completed_at: ifPast("completed_at", ends),
};

const claimChanges = {
  location_id: "l.location",
  unit_id: unit,
  owner_id: nthId("bkg", "n"),
  during: `tstzrange(x.starts, ${ends})`,
  starts_at: "x.starts",
};
