/** SQL of what providers call our holds and bookings. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { lockTexts } from "../../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";

/** Notes what the provider calls a booking, under the lock of the references. */
export async function insertProviderBooking(
  tx: Tx,
  booking: { readonly id: Id<"bkg">; readonly locationId: Id<"str">; readonly reference: string },
): Promise<void> {
  await tx.rows("INSERT INTO provider_bookings (booking_id, location_id, reference) VALUES ($1, $2, $3)", [
    booking.id,
    booking.locationId,
    booking.reference,
  ]);
}

/** One writer at a time for what a provider's location is called by: names are looked up, then given. */
export async function lockReferences(tx: Tx, locationId: Id<"str">): Promise<void> {
  await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.providerBookings} ' || $1, 0))`, [
    locationId,
  ]);
}

/** Our booking behind the provider's name. */
export async function findByReference(
  db: Db,
  locationId: Id<"str">,
  reference: string,
): Promise<Id<"bkg"> | undefined> {
  const row = await db.maybe<{ booking_id: Id<"bkg"> }>(
    "SELECT booking_id FROM provider_bookings WHERE location_id = $1 AND reference = $2",
    [locationId, reference],
  );
  return row?.booking_id;
}

/** Whether the booking, which is locked by this, was written to at an instant or after it. */
export async function wasWrittenSince(tx: Tx, bookingId: Id<"bkg">, at: Instant): Promise<boolean> {
  const row = await tx.one<{ since: boolean }>(
    "SELECT written_at >= to_timestamp($2::float8 / 1000) AS since FROM bookings WHERE id = $1 FOR UPDATE",
    [bookingId, at],
  );
  return row.since;
}

/** What the provider calls the booking. */
export async function findReference(db: Db, bookingId: Id<"bkg">): Promise<string | undefined> {
  const row = await db.maybe<{ reference: string }>("SELECT reference FROM provider_bookings WHERE booking_id = $1", [
    bookingId,
  ]);
  return row?.reference;
}

/** Sends when the provider is to be asked about the booking; null: never again. */
export function sendNextCheck(tx: Tx, bookingId: Id<"bkg">, inMs: number | null): void {
  tx.send(
    `UPDATE provider_bookings SET next_check_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
     WHERE booking_id = $1`,
    [bookingId, inMs],
  );
}

export interface DueCheck {
  readonly booking_id: Id<"bkg">;
  readonly location_id: Id<"str">;
  readonly reference: string;
}

/** Takes the bookings that the provider is to be asked about, each for one asking. */
export function takeDueChecks(tx: Tx, limit: number): Promise<DueCheck[]> {
  return tx.rows(
    `WITH due AS (
       SELECT booking_id FROM provider_bookings WHERE next_check_at <= clock_timestamp()
       ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     UPDATE provider_bookings b SET next_check_at = clock_timestamp() + interval '1 minute'
     FROM due WHERE b.booking_id = due.booking_id RETURNING b.booking_id, b.location_id, b.reference`,
    [limit],
  );
}

/** Keeps what the provider gave for a hold, sealed. */
export function sendLease(tx: Tx, holdId: Id<"bkh">, sealed: Buffer): void {
  tx.send("INSERT INTO provider_holds (hold_id, lease_sealed) VALUES ($1, $2)", [holdId, sealed]);
}

export async function findLease(db: Db, holdId: Id<"bkh">): Promise<Buffer | undefined> {
  const row = await db.maybe<{ lease_sealed: Buffer }>("SELECT lease_sealed FROM provider_holds WHERE hold_id = $1", [
    holdId,
  ]);
  return row?.lease_sealed;
}

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
  tx.send(
    `UPDATE booking_holds SET status = $2, starts_at = to_timestamp($3::float8 / 1000),
       ends_at = to_timestamp($4::float8 / 1000), expires_at = to_timestamp($5::float8 / 1000) WHERE id = $1`,
    [id, settled.status, settled.startsAt, settled.endsAt, settled.expiresAt],
  );
}

/** Forgets leases of holds that are over: they open nothing any more. */
export async function forgetOldLeases(tx: Tx): Promise<number> {
  const rows = await tx.rows(
    `DELETE FROM provider_holds p USING booking_holds h WHERE h.id = p.hold_id
       AND h.status NOT IN ('live', 'pending') RETURNING 1`,
  );
  return rows.length;
}
