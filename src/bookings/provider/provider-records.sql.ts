/** SQL of the providers' names for our holds and bookings. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { lockTexts } from "../../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const insertProviderBookingStatement = defineStatement({
  name: "insert-provider-booking",
  prepare: false,
  takes: ["text", "text", "text"],
  text: "INSERT INTO provider_bookings (booking_id, location_id, reference) VALUES ($1, $2, $3)",
});

/** Notes what the provider calls a booking, under the lock of the references. */
export async function insertProviderBooking(
  tx: Tx,
  booking: { readonly id: Id<"bkg">; readonly locationId: Id<"str">; readonly reference: string },
): Promise<void> {
  await tx.rows(insertProviderBookingStatement, [booking.id, booking.locationId, booking.reference]);
}

const lockReferencesStatement = defineStatement({
  name: "lock-provider-references",
  prepare: false,
  takes: ["text"],
  text: `SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.providerBookings} ' || $1, 0))`,
});

/** One writer at a time for what a provider's location is called by: names are looked up, then given. */
export async function lockReferences(tx: Tx, locationId: Id<"str">): Promise<void> {
  await tx.rows(lockReferencesStatement, [locationId]);
}

const findByReferenceStatement = defineStatement({
  name: "find-provider-booking-by-reference",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ booking_id: Id<"bkg"> }>({ booking_id: "text" }),
  text: "SELECT booking_id FROM provider_bookings WHERE location_id = $1 AND reference = $2",
});

/** Our booking behind the provider's name. */
export async function findByReference(
  db: Db,
  locationId: Id<"str">,
  reference: string,
): Promise<Id<"bkg"> | undefined> {
  const row = await db.maybe(findByReferenceStatement, [locationId, reference]);
  return row?.booking_id;
}

const wasWrittenSinceStatement = defineStatement({
  name: "was-provider-booking-written-since",
  prepare: false,
  takes: ["text", "float8"],
  gives: row<{ since: boolean }>({ since: "bool" }),
  text: "SELECT written_at >= to_timestamp($2::float8 / 1000) AS since FROM bookings WHERE id = $1 FOR UPDATE",
});

/** Whether the booking, which is locked by this, was written to at an instant or after it. */
export async function wasWrittenSince(tx: Tx, bookingId: Id<"bkg">, at: Instant): Promise<boolean> {
  const row = await tx.one(wasWrittenSinceStatement, [bookingId, at]);
  return row.since;
}

const findReferenceStatement = defineStatement({
  name: "find-provider-reference",
  prepare: false,
  takes: ["text"],
  gives: row<{ reference: string }>({ reference: "text" }),
  text: "SELECT reference FROM provider_bookings WHERE booking_id = $1",
});

/** What the provider calls the booking. */
export async function findReference(db: Db, bookingId: Id<"bkg">): Promise<string | undefined> {
  const row = await db.maybe(findReferenceStatement, [bookingId]);
  return row?.reference;
}

/**
 * Whether a provider is still asked about the booking `p`: until a day after its end. Until then a restaurant says who did not
 * come. By the clock of the location, as are the times of the booking.
 */
const isAskedAbout = `EXISTS (SELECT FROM bookings b JOIN locations l ON l.id = b.location_id WHERE b.id = p.booking_id
      AND b.ends_at + interval '1 day' > clock_timestamp() + l.clock_offset_seconds * interval '1 second')`;

const sendNextCheckStatement = defineStatement({
  name: "postpone-provider-check",
  prepare: false,
  takes: ["text", "float8"],
  text: `UPDATE provider_bookings p SET next_check_at =
      CASE WHEN ${isAskedAbout} THEN clock_timestamp() + make_interval(secs => $2::float8 / 1000) END
    WHERE p.booking_id = $1`,
});

/** Sends when the provider is to be asked about the booking; null, or a booking that is long over: never again. */
export function sendNextCheck(tx: Tx, bookingId: Id<"bkg">, inMs: number | null): void {
  tx.send(sendNextCheckStatement, [bookingId, inMs]);
}

export interface DueCheck {
  readonly booking_id: Id<"bkg">;
  readonly location_id: Id<"str">;
  readonly reference: string;
}

/** Whether a provider is to be asked about a booking. */
export const checksDue = "EXISTS (SELECT FROM provider_bookings WHERE next_check_at <= statement_timestamp())";

const takeDueChecksStatement = defineStatement({
  name: "take-due-provider-checks",
  prepare: false,
  takes: ["int8"],
  gives: row<DueCheck>({ booking_id: "text", location_id: "text", reference: "text" }),
  text: `WITH due AS (
      SELECT booking_id FROM provider_bookings WHERE next_check_at <= clock_timestamp()
      ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
    UPDATE provider_bookings p SET next_check_at =
      CASE WHEN ${isAskedAbout} THEN clock_timestamp() + interval '1 minute' END
    FROM due WHERE p.booking_id = due.booking_id RETURNING p.booking_id, p.location_id, p.reference`,
});

/** Takes the bookings that the provider is to be asked about, each for one asking; one that is long over for the last. */
export function takeDueChecks(tx: Tx, limit: number): Promise<DueCheck[]> {
  return tx.rows(takeDueChecksStatement, [limit]);
}

const sendLeaseStatement = defineStatement({
  name: "insert-provider-hold",
  prepare: false,
  takes: ["text", "bytea"],
  text: "INSERT INTO provider_holds (hold_id, lease_sealed) VALUES ($1, $2)",
});

/** Keeps what the provider gave for a hold, sealed. */
export function sendLease(tx: Tx, holdId: Id<"bkh">, sealed: Buffer): void {
  tx.send(sendLeaseStatement, [holdId, sealed]);
}

const findLeaseStatement = defineStatement({
  name: "find-provider-hold",
  prepare: false,
  takes: ["text"],
  gives: row<{ lease_sealed: Buffer }>({ lease_sealed: "bytea" }),
  text: "SELECT lease_sealed FROM provider_holds WHERE hold_id = $1",
});

/** The sealed lease of a hold at a provider; undefined where it has none. */
export async function findLease(db: Db, holdId: Id<"bkh">): Promise<Buffer | undefined> {
  const row = await db.maybe(findLeaseStatement, [holdId]);
  return row?.lease_sealed;
}

const sendHoldSettledStatement = defineStatement({
  name: "settle-provider-hold",
  prepare: false,
  takes: ["text", "text", "float8", "float8", "float8"],
  text: `UPDATE booking_holds SET status = $2, starts_at = to_timestamp($3::float8 / 1000),
     ends_at = to_timestamp($4::float8 / 1000), expires_at = to_timestamp($5::float8 / 1000) WHERE id = $1`,
});

/** Sends what the provider made of a pending hold. */
export function sendHoldSettled(
  tx: Tx,
  id: Id<"bkh">,
  settled: {
    readonly status: "live" | "expired";
    readonly startsAt: Instant;
    readonly endsAt: Instant;
    readonly expiresAt: Instant;
  },
): void {
  tx.send(sendHoldSettledStatement, [id, settled.status, settled.startsAt, settled.endsAt, settled.expiresAt]);
}

const forgetOldLeasesStatement = defineStatement({
  name: "forget-old-provider-holds",
  prepare: false,
  takes: [],
  gives: row<{ readonly hold_id: Id<"bkh"> }>({ hold_id: "text" }),
  text: `DELETE FROM provider_holds p USING booking_holds h WHERE h.id = p.hold_id
     AND h.status NOT IN ('live', 'pending') RETURNING p.hold_id`,
});

/** Forgets leases of holds that are over: they open nothing any more. */
export async function forgetOldLeases(tx: Tx): Promise<number> {
  const rows = await tx.rows(forgetOldLeasesStatement);
  return rows.length;
}

const leaveBookingsStatement = defineStatement({
  name: "leave-provider-bookings",
  prepare: false,
  takes: ["text"],
  text: `UPDATE provider_bookings SET reference = 'left ' || booking_id || ' ' || reference, next_check_at = NULL
    WHERE location_id = $1 AND NOT starts_with(reference, 'left ' || booking_id)`,
});

const leaveHoldsStatement = defineStatement({
  name: "leave-provider-holds",
  prepare: false,
  takes: ["text"],
  text: "DELETE FROM provider_holds p USING booking_holds h WHERE h.id = p.hold_id AND h.location_id = $1",
});

/**
 * Takes from the bookings of a location the names that the present provider gave them, and forgets its leases. Another system
 * may call bookings of its own the same, and must not be asked about these.
 */
export async function leaveReferences(tx: Tx, locationId: Id<"str">): Promise<void> {
  await lockReferences(tx, locationId);
  await tx.rows(leaveBookingsStatement, [locationId]);
  await tx.rows(leaveHoldsStatement, [locationId]);
}

const lockProviderStatement = defineStatement({
  name: "lock-provider-of-location",
  prepare: false,
  takes: ["text"],
  text: "SELECT FROM locations WHERE id = $1 FOR SHARE",
});

/** Keeps the provider of a location from being exchanged until the transaction ends; waits for an exchange under way. */
export async function lockProvider(tx: Tx, locationId: Id<"str">): Promise<void> {
  await tx.rows(lockProviderStatement, [locationId]);
}
