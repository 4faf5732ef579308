/**
 * All SQL of claims: who has which table when (rules/bookings 7). A row is a live claim; a released one is deleted. Every
 * write holds the advisory locks of its local dates. Behind them there is an exclusion constraint: by DO NOTHING, a write
 * without the lock inserts too few rows, which is noticed, and causes no deadlock.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { lockTexts } from "../../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Claim, ClaimKind } from "./claim.ts";

export type ClaimOwner = Id<"bkg"> | Id<"bkh"> | Id<"blk">;

const locationNow = `(SELECT clock_timestamp() + clock_offset_seconds * interval '1 second' FROM locations WHERE id = $1)`;

// The keys are taken in their own order, so that two writers with the same dates never wait for each other in a circle.
const lockDaysStatement = defineStatement({
  name: "lock-booking-days",
  takes: ["text", "text[]"],
  text: `SELECT pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended('${lockTexts.bookingDay} ' || $1 || ' ' || day, 0) AS key FROM unnest($2::text[]) AS day
      ORDER BY 1) keys`,
});

/** Waits for the local dates of a location; held until the transaction ends. */
export async function lockDates(tx: Tx, locationId: Id<"str">, days: readonly string[]): Promise<void> {
  await tx.rows(lockDaysStatement, [locationId, days]);
}

const lockHoldsOfAppStatement = defineStatement({
  name: "lock-holds-of-app",
  takes: ["text", "text"],
  text: `SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.holds} ' || $1 || ' ' || $2, 0))`,
});

/** Waits for the app's other holds at the location, so that the limit is counted by one at a time. */
export async function lockHoldsOf(tx: Tx, locationId: Id<"str">, appId: Id<"app"> | null): Promise<void> {
  await tx.rows(lockHoldsOfAppStatement, [locationId, appId ?? "guest"]);
}

const enterBookingDrainStatement = defineStatement({
  name: "enter-booking-drain",
  takes: [],
  gives: row<{ at: Instant }>({ at: "timestamptz" }),
  text: "SELECT enter_booking_drain() AS at",
});

/** Takes the drain's lock and answers the real time to write; see the function in 0010-bookings.sql. */
export async function enterBookingDrain(tx: Tx): Promise<Instant> {
  const { at } = await tx.one(enterBookingDrainStatement);
  return at;
}

const listStatement = defineStatement({
  name: "list-claims",
  takes: ["text", "float8", "float8"],
  gives: row<ListedClaim>({
    unitId: "text",
    from: "timestamptz",
    until: "timestamptz",
    kind: "text",
    ownerId: "text",
    startsAt: "timestamptz",
    partySize: "int4",
    expiresAt: "timestamptz",
  }),
  text: `SELECT unit_id AS "unitId", lower(during) AS "from", upper(during) AS "until", kind, owner_id AS "ownerId",
      starts_at AS "startsAt", party_size AS "partySize", expires_at AS "expiresAt"
    FROM claims
    WHERE location_id = $1 AND during && tstzrange(to_timestamp($2::float8 / 1000), to_timestamp($3::float8 / 1000))
      AND (expires_at IS NULL OR expires_at > ${locationNow})`,
});

export interface ListedClaim extends Claim {
  /** When a hold runs out, in the clock of the location; null for others. */
  readonly expiresAt: Instant | null;
}

/** The live claims that overlap [from, until), one row per table; holds past their time are left out. */
export function listClaims(db: Db, locationId: Id<"str">, from: Instant, until: Instant): Promise<ListedClaim[]> {
  return db.rows(listStatement, [locationId, from, until]);
}

export interface NewClaim {
  readonly locationId: Id<"str">;
  readonly ownerId: ClaimOwner;
  readonly kind: ClaimKind;
  readonly unitIds: readonly string[];
  readonly areaId: string;
  readonly from: Instant;
  /** With the buffer. */
  readonly until: Instant;
  readonly startsAt: Instant;
  /** 0 for a block. */
  readonly partySize: number;
  readonly expiresAt: Instant | null;
}

const insertStatement = defineStatement({
  name: "insert-claims",
  takes: ["text", "text", "text", "text[]", "text", "float8", "float8", "float8", "int4", "float8"],
  gives: row<{ readonly unit_id: string }>({ unit_id: "text" }),
  text: `INSERT INTO claims (location_id, owner_id, kind, unit_id, area_id, during, starts_at, party_size, expires_at)
    SELECT $1, $2, $3, unit_id, $5, tstzrange(to_timestamp($6::float8 / 1000), to_timestamp($7::float8 / 1000)),
      to_timestamp($8::float8 / 1000), $9, to_timestamp($10::float8 / 1000)
    FROM unnest($4::text[]) AS unit_id ORDER BY unit_id
    ON CONFLICT DO NOTHING RETURNING unit_id`,
});

/** Claims all tables of a seating; false when another claim is in the way of one, and then the work must be undone. */
export async function insertClaims(tx: Tx, claim: NewClaim): Promise<boolean> {
  const rows = await tx.rows(insertStatement, [
    claim.locationId,
    claim.ownerId,
    claim.kind,
    claim.unitIds,
    claim.areaId,
    claim.from,
    claim.until,
    claim.startsAt,
    claim.partySize,
    claim.expiresAt,
  ]);
  return rows.length === claim.unitIds.length;
}

const resizeClaimsStatement = defineStatement({
  name: "resize-claims",
  takes: ["text", "int4"],
  text: "UPDATE claims SET party_size = $2 WHERE owner_id = $1",
});

/** Notes another size of the party that claims tables: pacing counts it. */
export function sendResize(tx: Tx, ownerId: ClaimOwner, partySize: number): void {
  tx.send(resizeClaimsStatement, [ownerId, partySize]);
}

const releaseClaimsStatement = defineStatement({
  name: "release-claims",
  takes: ["text"],
  text: "DELETE FROM claims WHERE owner_id = $1",
});

/** Releases everything that an owner claims. */
export function sendRelease(tx: Tx, ownerId: ClaimOwner): void {
  tx.send(releaseClaimsStatement, [ownerId]);
}

const findClaimedTimeStatement = defineStatement({
  name: "find-claimed-time",
  takes: ["text"],
  gives: row<{ readonly from: Instant; readonly until: Instant }>({ from: "timestamptz", until: "timestamptz" }),
  text: `SELECT min(lower(during)) AS "from", max(upper(during)) AS until FROM claims WHERE owner_id = $1
    HAVING count(*) > 0`,
});

/** From when until when an owner has its tables; undefined when it has none. */
export async function findClaimedTime(
  db: Db,
  ownerId: ClaimOwner,
): Promise<{ readonly from: Instant; readonly until: Instant } | undefined> {
  const [claimed] = await db.rows(findClaimedTimeStatement, [ownerId]);
  return claimed;
}

const passClaimsStatement = defineStatement({
  name: "pass-claims",
  takes: ["text", "text"],
  gives: row<{ readonly unit_id: string }>({ unit_id: "text" }),
  text: `UPDATE claims SET owner_id = $2, kind = 'booking', expires_at = NULL WHERE owner_id = $1 RETURNING unit_id`,
});

/** Hands a hold's claims over to its booking: the rows stay, so there is no gap. Answers how many tables. */
export async function passClaims(tx: Tx, holdId: Id<"bkh">, bookingId: Id<"bkg">): Promise<number> {
  const rows = await tx.rows(passClaimsStatement, [holdId, bookingId]);
  return rows.length;
}

const extendClaimsStatement = defineStatement({
  name: "extend-claims",
  takes: ["text", "float8"],
  text: `UPDATE claims SET during = tstzrange(lower(during), to_timestamp($2::float8 / 1000)) WHERE owner_id = $1`,
});

/** Lengthens an owner's claims, under the locks of the dates; nobody else may have the tables until then. */
export async function extendClaims(tx: Tx, ownerId: ClaimOwner, until: Instant): Promise<void> {
  await tx.rows(extendClaimsStatement, [ownerId, until]);
}

export interface ExpiredSpan {
  readonly starts_at: Instant;
  readonly ends_at: Instant;
}

const expireStatement = defineStatement({
  name: "expire-holds",
  takes: ["text", "float8", "float8"],
  gives: row<ExpiredSpan>({ starts_at: "timestamptz", ends_at: "timestamptz" }),
  text: `WITH due AS (
      SELECT id FROM booking_holds
      WHERE location_id = $1 AND status = 'live' AND expires_at <= ${locationNow}
        AND starts_at < to_timestamp($3::float8 / 1000) AND ends_at > to_timestamp($2::float8 / 1000) - interval '1 day'
      ORDER BY id FOR UPDATE
    ), freed AS (
      DELETE FROM claims USING due WHERE owner_id = due.id
    )
    UPDATE booking_holds h SET status = 'expired' FROM due WHERE h.id = due.id RETURNING h.starts_at, h.ends_at`,
});

/** Ends the holds of a location that are past their time and may reach into [from, until); answers their stays. */
export function expireHolds(tx: Tx, locationId: Id<"str">, from: Instant, until: Instant): Promise<ExpiredSpan[]> {
  return tx.rows(expireStatement, [locationId, from, until]);
}

/** A party that still sits although its claim has ended. */
export interface Overstay {
  readonly owner_id: Id<"bkg">;
  readonly until: Instant;
  /** Where the next claim on one of its tables begins. */
  readonly next_from: Instant | null;
}

const overstayStatement = defineStatement({
  name: "list-overstays",
  takes: ["text"],
  gives: row<Overstay>({ owner_id: "text", until: "timestamptz", next_from: "timestamptz" }),
  text: `SELECT c.owner_id, max(upper(c.during)) AS until, min((
        SELECT min(lower(n.during)) FROM claims n
        WHERE n.location_id = c.location_id AND n.unit_id = c.unit_id AND n.owner_id <> c.owner_id
          AND n.during && tstzrange(upper(c.during), NULL))) AS next_from
    FROM bookings b JOIN claims c ON c.owner_id = b.id
    WHERE b.location_id = $1 AND b.status = 'in_service' AND upper(c.during) <= ${locationNow}
    GROUP BY c.owner_id`,
});

/** The parties of a location that sit beyond their claim. */
export function listOverstays(db: Db, locationId: Id<"str">): Promise<Overstay[]> {
  return db.rows(overstayStatement, [locationId]);
}

export interface Overstayed {
  readonly location_id: Id<"str">;
  readonly until: Instant;
  /** Location time. */
  readonly now: Instant;
}

const listOverstayedStatement = defineStatement({
  name: "list-overstayed",
  takes: ["int8"],
  gives: row<Overstayed>({ location_id: "text", until: "timestamptz", now: "timestamptz" }),
  text: `SELECT b.location_id, upper(c.during) AS until,
      clock_timestamp() + l.clock_offset_seconds * interval '1 second' AS now
    FROM bookings b JOIN claims c ON c.owner_id = b.id JOIN locations l ON l.id = b.location_id
    WHERE b.status = 'in_service'
      AND upper(c.during) <= clock_timestamp() + l.clock_offset_seconds * interval '1 second'
      AND NOT EXISTS (SELECT 1 FROM claims n WHERE n.location_id = c.location_id AND n.unit_id = c.unit_id
        AND n.during @> upper(c.during))
    LIMIT $1`,
});

/** Parties anywhere that sit beyond their claim and whose tables nobody else has from then on. */
export function listOverstayed(db: Db, limit: number): Promise<Overstayed[]> {
  return db.rows(listOverstayedStatement, [limit]);
}
