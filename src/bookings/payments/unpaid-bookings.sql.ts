/** SQL of the bookings that wait for their payment. */
import type { Instant } from "../../kernel/clock.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { Id } from "../../kernel/id.ts";
import { whenListed } from "../../platform/jobs/due.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

// The first condition bounds the index scan by the clock that is furthest ahead; the second is the exact rule.
const listDueStatement = defineStatement({
  name: "list-unpaid-bookings-due",
  takes: ["int8"],
  gives: row<{ readonly id: Id<"bkg"> }>({ id: "text" }),
  text: `SELECT b.id FROM bookings b JOIN locations l ON l.id = b.location_id
    WHERE b.payment_due_at <= statement_timestamp() + make_interval(secs => coalesce(
        (SELECT max(clock_offset_seconds) FROM locations WHERE clock_offset_seconds > 0), 0)::float8)
      AND b.payment_due_at <= statement_timestamp() + make_interval(secs => l.clock_offset_seconds::float8)
    ORDER BY b.payment_due_at LIMIT $1`,
});

/** Whether a booking was not paid in time. */
export const unpaidBookingsDue = whenListed(listDueStatement);

/** Bookings that were not paid in time by the clock of their location, earliest first. */
export async function listUnpaidDue(db: Db, limit: number): Promise<readonly Id<"bkg">[]> {
  return (await db.rows(listDueStatement, [limit])).map(({ id }) => id);
}

const findNextDueStatement = defineStatement({
  name: "find-next-payment-due-of-bookings",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly at: Instant | null }>({ at: "timestamptz" }),
  text: "SELECT min(payment_due_at) AS at FROM bookings WHERE location_id = $1 AND payment_due_at IS NOT NULL",
});

/** When the next booking of the location that is not paid ends, in the location's clock. */
export async function findNextPaymentDue(db: Db, locationId: Id<"str">): Promise<Instant | null> {
  return (await db.one(findNextDueStatement, [locationId])).at;
}

export interface PaidBookingDescription {
  readonly location_id: Id<"str">;
  readonly venue: string | null;
  readonly status: string;
  readonly starts_at: Instant;
  readonly timezone: string;
  readonly country: string | null;
  readonly language: GuestLanguage | null;
  readonly place_language: string | null;
  readonly kind: "deposit" | "prepaid" | null;
  readonly party_size: number;
  readonly payment_due_at: Instant | null;
  readonly decline_reason: string | null;
}

const describeStatement = defineStatement({
  name: "describe-paid-booking",
  prepare: false,
  takes: ["text"],
  gives: row<PaidBookingDescription>({
    location_id: "text",
    venue: "text",
    status: "text",
    starts_at: "timestamptz",
    timezone: "text",
    country: "text",
    language: "text",
    place_language: "text",
    kind: "text",
    party_size: "int4",
    payment_due_at: "timestamptz",
    decline_reason: "text",
  }),
  text: `SELECT b.location_id, l.name AS venue, b.status, b.starts_at, b.time_zone AS timezone, b.party_size,
      l.address ->> 'country' AS country, b.language, l.language AS place_language, b.payment -> 'terms' ->> 'kind' AS kind,
      b.payment_due_at, b.decline_reason
    FROM bookings b JOIN locations l ON l.id = b.location_id WHERE b.id = $1`,
});

/** What whoever pays for a booking recognises it by; nothing about its guest. */
export function describePaidBooking(db: Db, id: Id<"bkg">): Promise<PaidBookingDescription> {
  return db.one(describeStatement, [id]);
}
