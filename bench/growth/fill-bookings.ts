/**
 * Bookings with their tables: forty tables at each venue, one party a table and evening, three evenings to come and the
 * rest past.
 */
import { createHash } from "node:crypto";
import type { Id } from "../../src/kernel/id.ts";
import { localDate } from "../../src/kernel/wall-time.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { tablesOfFour } from "../../test/harness/booking-partner.ts";
import { createBookableLocation } from "../../test/harness/booking-setup.ts";
import { createApp, type TestApp } from "../../test/harness/factories.ts";
import { nthId, type RowCopier, type TextRow } from "./copy-rows.ts";

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

/** Fills; answers how many bookings there are. The venues have as many in every database; other locations have the rest. */
export async function fillBookings(
  copier: RowCopier,
  places: BookingPlaces,
  { count, others }: { readonly count: number; readonly others: readonly string[] },
): Promise<number> {
  const bookings = await copier.templates("bookings", "id = $1", [places.bookingId]);
  const claims = await copier.templates("claims", "owner_id = $1", [places.bookingId]);
  const units = Array.from({ length: tables }, (_, n) => `t${n + 1}`);
  const today = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs;
  const each = function* (of: TextRow, change: (one: Booked) => TextRow) {
    for (let n = 0; n < count; n++) {
      const at = Math.floor(n / ofVenue);
      const location = places.venues[at] ?? others[at % others.length] ?? "";
      const nth = n % ofVenue;
      const evening = evenings - Math.floor(nth / tables);
      const from = today + (evening * 24 + 19) * hourMs;
      yield { of, with: change({ n, location, unit: units[nth % tables] ?? "", from, isPast: evening < 0 }) };
    }
  };
  const [booking = {}, claim = {}] = [bookings[0], claims[0]];
  const made = await copier.copy({ table: "bookings", templates: bookings, copies: each(booking, bookingOf) });
  await copier.copy({ table: "claims", templates: claims.slice(0, 1), copies: each(claim, claimOf) });
  return made;
}

interface Booked {
  readonly n: number;
  readonly location: string;
  readonly unit: string;
  readonly from: number;
  readonly isPast: boolean;
}

const inTime = (at: number): string => new Date(at).toISOString();

function bookingOf({ n, location, unit, from, isPast }: Booked): TextRow {
  const [starts, ends, made] = [from, from + 1.5 * hourMs, from - 72 * hourMs].map(inTime);
  return {
    id: nthId("bkg", n),
    location_id: location,
    starts_at: starts ?? "",
    ends_at: ends ?? "",
    local_start: (starts ?? "").slice(0, 16),
    written_at: made ?? "",
    created_at: made ?? "",
    updated_at: made ?? "",
    changeable_until: starts ?? "",
    cancellable_until: starts ?? "",
    confirmation_code: n.toString(36).toUpperCase().padStart(6, "0"),
    guest_token_hash: `\\x${createHash("sha256").update(`filled ${n}`).digest("hex")}`,
    unit_ids: `{${unit}}`,
    ...(isPast ? { status: "completed", seated_at: starts ?? "", completed_at: ends ?? "" } : {}),
  };
}

function claimOf({ n, location, unit, from }: Booked): TextRow {
  return {
    location_id: location,
    unit_id: unit,
    owner_id: nthId("bkg", n),
    during: `["${inTime(from)}","${inTime(from + 1.5 * hourMs)}")`,
    starts_at: inTime(from),
  };
}
