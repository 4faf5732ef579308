/** All SQL of the guest histories of one restaurant. */
import type { Actor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Guest } from "../book/guest-contact.ts";
import type { GuestNote, GuestStay, GuestTag } from "./guest-record.ts";
import type { GuestSearch } from "./guest-search.ts";

const contact = "coalesce(b.guest_phone, lower(b.guest_email))";

/** Whether a name has letters beyond ASCII: the others are found by their small letters. */
const isAccented = (which: "first" | "last"): string =>
  `octet_length(b.guest_${which}_name) <> length(b.guest_${which}_name)`;
const isWhole = "fold_letters(concat_ws(' ', b.guest_first_name, b.guest_last_name)) LIKE fold_letters($5)";

const findContactsStatement = defineStatement({
  name: "find-contacts-of-guests",
  prepare: false,
  takes: ["text", "text", "text", "text", "text", "int8"],
  gives: row<{ readonly contact: string }>({ contact: "text" }),
  text: `WITH found AS (
      SELECT ${contact} AS contact, b.starts_at FROM bookings b WHERE b.location_id = $1 AND b.guest_phone = $2
      UNION ALL
      SELECT ${contact}, b.starts_at FROM bookings b
        WHERE b.location_id = $1 AND right(b.guest_phone, 4) = right($3, 4) AND b.guest_phone LIKE '%' || $3
      UNION ALL
      SELECT ${contact}, b.starts_at FROM bookings b WHERE b.location_id = $1 AND lower(b.guest_email) LIKE $4
      UNION ALL
      SELECT ${contact}, b.starts_at FROM bookings b WHERE b.location_id = $1 AND lower(b.guest_last_name) LIKE fold_letters($5)
      UNION ALL
      SELECT ${contact}, b.starts_at FROM bookings b WHERE b.location_id = $1 AND ${isAccented("last")}
        AND fold_letters(b.guest_last_name) LIKE fold_letters($5)
      UNION ALL
      SELECT ${contact}, b.starts_at FROM bookings b WHERE b.location_id = $1
        AND lower(b.guest_first_name) LIKE fold_letters(split_part($5, ' ', 1)) || '%' AND ${isWhole}
      UNION ALL
      SELECT ${contact}, b.starts_at FROM bookings b WHERE b.location_id = $1 AND ${isAccented("first")}
        AND fold_letters(b.guest_first_name) LIKE fold_letters(split_part($5, ' ', 1)) || '%' AND ${isWhole})
    SELECT contact FROM found WHERE contact IS NOT NULL GROUP BY contact ORDER BY max(starts_at) DESC, contact LIMIT $6`,
});

/** The contacts of the guests of a location that a search may mean, who was expected last first. */
export async function findContacts(
  db: Db,
  locationId: Id<"str">,
  { phone, digits, email, name }: GuestSearch,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.rows(findContactsStatement, [locationId, phone, digits, email, name, limit]);
  return rows.map((found) => found.contact);
}

/** A guest's past at a location. */
export interface GuestHistory {
  readonly contact: string;
  readonly key: Id<"bkg">;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly visits: number;
  readonly no_shows: number;
  readonly late_cancellations: number;
  readonly last_stays: readonly GuestStay[];
  readonly open_bookings: readonly GuestStay[];
  readonly note: string | null;
  readonly tags: readonly GuestTag[] | null;
  readonly version: number | null;
  readonly acted_by: Actor | null;
}

/** The latest ten bookings of a guest in some states, the last start first. */
const latestTen = (statuses: string): string =>
  `(SELECT coalesce(json_agg(json_build_object('booking_id', s.id, 'party_size', s.party_size,
        'starts_at', round(extract(epoch FROM s.starts_at) * 1000), 'unit_ids', s.unit_ids) ORDER BY s.starts_at DESC), '[]') AS list
      FROM (SELECT * FROM bookings b WHERE b.location_id = $1 AND b.status IN (${statuses})
        AND (b.guest_phone = asked.contact OR (b.guest_phone IS NULL AND lower(b.guest_email) = asked.contact))
        ORDER BY b.starts_at DESC LIMIT 10) s)`;

const readHistoriesStatement = defineStatement({
  name: "read-guest-histories",
  prepare: false,
  takes: ["text", "text[]"],
  gives: row<GuestHistory>({
    contact: "text",
    key: "text",
    first_name: "text",
    last_name: "text",
    phone: "text",
    email: "text",
    visits: "int4",
    no_shows: "int4",
    late_cancellations: "int4",
    last_stays: "json",
    open_bookings: "json",
    note: "text",
    tags: "text[]",
    version: "int4",
    acted_by: "jsonb",
  }),
  text: `SELECT asked.contact, last.id AS key, last.guest_first_name AS first_name, last.guest_last_name AS last_name,
      last.guest_phone AS phone, last.guest_email AS email, past.visits, past.no_shows, past.late_cancellations,
      stays.list AS last_stays, open.list AS open_bookings, n.note, n.tags, n.version, n.acted_by
    FROM unnest($2::text[]) WITH ORDINALITY AS asked (contact, place)
    JOIN LATERAL (SELECT * FROM bookings b WHERE b.location_id = $1
      AND (b.guest_phone = asked.contact OR (b.guest_phone IS NULL AND lower(b.guest_email) = asked.contact))
      ORDER BY b.starts_at DESC, b.id DESC LIMIT 1) last ON true
    JOIN LATERAL (SELECT count(*) FILTER (WHERE b.status IN ('in_service', 'completed'))::int AS visits,
        count(*) FILTER (WHERE b.status = 'no_show')::int AS no_shows,
        count(*) FILTER (WHERE b.status = 'cancelled_by_guest' AND to_timestamp((b.cancellation ->> 'cancelled_at')::float8 / 1000)
          > b.starts_at - interval '24 hours')::int AS late_cancellations
      FROM bookings b WHERE b.location_id = $1
      AND (b.guest_phone = asked.contact OR (b.guest_phone IS NULL AND lower(b.guest_email) = asked.contact))) past ON true
    JOIN LATERAL ${latestTen("'in_service', 'completed'")} stays ON true
    JOIN LATERAL ${latestTen("'pending', 'confirmed'")} open ON true
    LEFT JOIN guest_notes n ON n.location_id = $1 AND n.contact = asked.contact
    ORDER BY asked.place`,
});

/** What is known of the guests with these contacts, in their order; who has no booking is left out. */
export function readHistories(db: Db, locationId: Id<"str">, contacts: readonly string[]): Promise<GuestHistory[]> {
  return db.rows(readHistoriesStatement, [locationId, contacts]);
}

const keepNamedStatement = defineStatement({
  name: "keep-guest-of-booking-named",
  prepare: false,
  takes: ["text"],
  text: "SELECT FROM bookings WHERE id = $1 FOR KEY SHARE",
});

/** Waits for an erasure of the guest of a booking; another one waits until the transaction ends. */
export async function keepNamed(tx: Tx, key: Id<"bkg">): Promise<void> {
  await tx.rows(keepNamedStatement, [key]);
}

const saveStatement = defineStatement({
  name: "save-guest-note",
  prepare: false,
  takes: ["text", "text", "text", "text[]", "jsonb", "int4"],
  gives: row<{ readonly version: number }>({ version: "int4" }),
  text: `INSERT INTO guest_notes AS n (location_id, contact, note, tags, version, acted_by, updated_at)
    SELECT $1::text, $2::text, $3, $4, $6 + 1, $5, clock_timestamp()
    WHERE $6 = 0 OR EXISTS (SELECT 1 FROM guest_notes o WHERE o.location_id = $1 AND o.contact = $2)
    ON CONFLICT (location_id, contact) DO UPDATE SET note = excluded.note, tags = excluded.tags, version = excluded.version,
      acted_by = excluded.acted_by, updated_at = excluded.updated_at WHERE n.version = $6
    RETURNING version`,
});

/** Saves what is noted of a guest as the next version; undefined when the present one is not the one expected. */
export async function saveNote(
  tx: Tx,
  at: { readonly locationId: Id<"str">; readonly contact: string },
  { note, tags }: Pick<GuestNote, "note" | "tags">,
  by: Actor,
  expectedVersion: number,
): Promise<number | undefined> {
  const values = [at.locationId, at.contact, note, tags, JSON.stringify(by), expectedVersion] as const;
  return (await tx.maybe(saveStatement, values))?.version;
}

/**
 * What is noted under what a guest is named by, or under the other contact of a booking that names them. The contacts are
 * found first, so that notes are looked up by them.
 */
const isOfGuest = `n.contact = ANY (ARRAY[$1, lower($2)] || ARRAY(
      SELECT ${contact} FROM bookings b WHERE b.guest_phone = $1 OR lower(b.guest_email) = lower($2)))
    AND (n.contact = $1 OR n.contact = lower($2) OR EXISTS (
      SELECT FROM bookings b WHERE b.location_id = n.location_id AND n.contact = ${contact}
        AND (b.guest_phone = $1 OR lower(b.guest_email) = lower($2))))`;

const eraseStatement = defineStatement({
  name: "erase-guest-notes",
  prepare: false,
  takes: ["text", "text"],
  text: `DELETE FROM guest_notes n WHERE ${isOfGuest}`,
});

/** Deletes what is noted of a guest at every location; before the guest is taken out of the bookings. */
export function sendNoteErasure(tx: Tx, guest: Pick<Guest, "phone" | "email">): void {
  tx.send(eraseStatement, [guest.phone, guest.email]);
}

const forgetStatement = defineStatement({
  name: "forget-guest-notes",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly forgotten: number }>({ forgotten: "int4" }),
  text: `WITH alone AS (
      SELECT n.location_id, n.contact FROM guest_notes n JOIN locations l ON l.id = n.location_id
      WHERE l.guest_retention_days IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.location_id = n.location_id AND b.guest_phone = n.contact)
        AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.location_id = n.location_id AND lower(b.guest_email) = n.contact)
      LIMIT $1),
    gone AS (DELETE FROM guest_notes n USING alone a
      WHERE n.location_id = a.location_id AND n.contact = a.contact RETURNING 1)
    SELECT count(*)::int AS forgotten FROM gone`,
});

/** Deletes notes of guests whom no booking names any more, where guests are erased after a time; answers how many. */
export async function forgetNotes(tx: Tx, limit: number): Promise<number> {
  return (await tx.one(forgetStatement, [limit])).forgotten;
}

const listNotesStatement = defineStatement({
  name: "list-notes-of-guest",
  prepare: false,
  takes: ["text", "text"],
  gives: row<KeptNote>({ location_id: "text", note: "text", tags: "text[]" }),
  text: `SELECT n.location_id, n.note, n.tags FROM guest_notes n WHERE ${isOfGuest} ORDER BY n.location_id`,
});

/** What one location has noted of a guest. */
export interface KeptNote {
  readonly location_id: Id<"str">;
  readonly note: string | null;
  readonly tags: readonly GuestTag[];
}

/** What every location has noted of a guest. */
export function listNotes(db: Db, guest: Pick<Guest, "phone" | "email">): Promise<KeptNote[]> {
  return db.rows(listNotesStatement, [guest.phone, guest.email]);
}
