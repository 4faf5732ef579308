/** All SQL of booking channels and of what they have made here. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { lockTexts } from "../platform/postgres/advisory-locks.ts";
import type { Db, Statement, Tx } from "../platform/postgres/database.ts";

export interface BookingChannel {
  readonly id: Id<"bch">;
  readonly name: string;
  readonly username: string;
  readonly enabled: boolean;
  readonly location_ids: readonly Id<"str">[];
  readonly created_at: Instant;
}

const columns = "id, name, username, enabled, location_ids, created_at";
const byUsername: Statement = {
  name: "find-channel-by-username",
  text: `SELECT ${columns}, password_hash FROM booking_channels WHERE username = $1 AND enabled`,
};

/** An enabled channel with the hash of its password. */
export function findByUsername(
  db: Db,
  username: string,
): Promise<(BookingChannel & { readonly password_hash: Buffer }) | undefined> {
  return db.maybe(byUsername, [username]);
}

export function listChannels(db: Db): Promise<BookingChannel[]> {
  return db.rows(`SELECT ${columns} FROM booking_channels ORDER BY id DESC`);
}

export function findChannelForUpdate(tx: Tx, id: Id<"bch">): Promise<BookingChannel | undefined> {
  return tx.maybe(`SELECT ${columns} FROM booking_channels WHERE id = $1 FOR UPDATE`, [id]);
}

export function insertChannel(
  tx: Tx,
  channel: Omit<BookingChannel, "created_at" | "enabled">,
  passwordHash: Buffer,
): Promise<BookingChannel> {
  return tx.one(
    `INSERT INTO booking_channels (id, name, username, password_hash, location_ids) VALUES ($1, $2, $3, $4, $5)
     RETURNING ${columns}`,
    [channel.id, channel.name, channel.username, passwordHash, channel.location_ids],
  );
}

/** Saves a locked channel; the password stays when none is given. */
export function updateChannel(tx: Tx, channel: BookingChannel, passwordHash: Buffer | null): Promise<BookingChannel> {
  return tx.one(
    `UPDATE booking_channels SET name = $2, enabled = $3, location_ids = $4, password_hash = coalesce($5, password_hash)
     WHERE id = $1 RETURNING ${columns}`,
    [channel.id, channel.name, channel.enabled, channel.location_ids, passwordHash],
  );
}

/** Which of the ids are native locations. */
export async function listNativeLocations(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.rows<{ id: string }>(
    "SELECT id FROM locations WHERE id = ANY ($1) AND booking_mode = 'native'",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** One at a time for one token of a channel. */
export async function lockToken(tx: Tx, channelId: Id<"bch">, token: string): Promise<void> {
  await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.channelToken} ' || $1 || ' ' || $2, 0))`, [
    channelId,
    token,
  ]);
}

export async function findBookingOfToken(db: Db, channelId: Id<"bch">, token: string): Promise<Id<"bkg"> | undefined> {
  const row = await db.maybe<{ booking_id: Id<"bkg"> }>(
    "SELECT booking_id FROM channel_bookings WHERE channel_id = $1 AND token = $2",
    [channelId, token],
  );
  return row?.booking_id;
}

export function sendChannelBooking(
  tx: Tx,
  made: {
    readonly bookingId: Id<"bkg">;
    readonly channelId: Id<"bch">;
    readonly userId: string;
    readonly token: string;
  },
): void {
  tx.send("INSERT INTO channel_bookings (booking_id, channel_id, user_id, token) VALUES ($1, $2, $3, $4)", [
    made.bookingId,
    made.channelId,
    made.userId,
    made.token,
  ]);
}

export async function findHoldOfToken(db: Db, channelId: Id<"bch">, token: string): Promise<Id<"bkh"> | undefined> {
  const row = await db.maybe<{ hold_id: Id<"bkh"> }>(
    "SELECT hold_id FROM channel_leases WHERE channel_id = $1 AND token = $2",
    [channelId, token],
  );
  return row?.hold_id;
}

export function sendChannelLease(tx: Tx, holdId: Id<"bkh">, channelId: Id<"bch">, token: string): void {
  tx.send("INSERT INTO channel_leases (hold_id, channel_id, token) VALUES ($1, $2, $3)", [holdId, channelId, token]);
}

/** Whether the lease is one of the channel's. */
export async function isLeaseOf(db: Db, channelId: Id<"bch">, holdId: string): Promise<boolean> {
  const row = await db.maybe("SELECT 1 FROM channel_leases WHERE channel_id = $1 AND hold_id = $2", [
    channelId,
    holdId,
  ]);
  return row !== undefined;
}

export interface ChannelBooking {
  readonly booking_id: Id<"bkg">;
  readonly location_id: Id<"str">;
  readonly user_id: string;
}

/** A booking that the channel made. */
export function findChannelBooking(
  db: Db,
  channelId: Id<"bch">,
  bookingId: string,
): Promise<ChannelBooking | undefined> {
  return db.maybe(
    `SELECT c.booking_id, b.location_id, c.user_id FROM channel_bookings c JOIN bookings b ON b.id = c.booking_id
     WHERE c.channel_id = $1 AND c.booking_id = $2`,
    [channelId, bookingId],
  );
}

/** The bookings to come that the channel made for a guest of its own, earliest first. */
export function listOfUser(
  db: Db,
  channelId: Id<"bch">,
  userId: string,
  locationIds: readonly Id<"str">[],
): Promise<ChannelBooking[]> {
  return db.rows(
    `SELECT c.booking_id, b.location_id, c.user_id
     FROM channel_bookings c JOIN bookings b ON b.id = c.booking_id JOIN locations l ON l.id = b.location_id
     WHERE c.channel_id = $1 AND c.user_id = $2 AND b.location_id = ANY ($3) AND b.status IN ('pending', 'confirmed')
       AND b.ends_at > clock_timestamp() + l.clock_offset_seconds * interval '1 second'
     ORDER BY b.starts_at LIMIT 100`,
    [channelId, userId, locationIds],
  );
}
