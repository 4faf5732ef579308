/** All SQL of booking channels and of what they have made here. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { lockTexts } from "../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";

export interface BookingChannel {
  readonly id: Id<"bch">;
  readonly name: string;
  readonly username: string;
  readonly enabled: boolean;
  readonly location_ids: readonly Id<"str">[];
  readonly created_at: Instant;
}

const bookingChannelTable = defineTable<BookingChannel>()({
  name: "booking_channels",
  columns: {
    id: "text",
    name: "text",
    username: "text",
    enabled: "bool",
    location_ids: "text[]",
    created_at: "timestamptz",
  },
});
const columns = bookingChannelTable.select("booking_channels");
const byUsername = defineStatement({
  name: "find-channel-by-username",
  takes: ["text"],
  gives: row<BookingChannel & { readonly password_hash: Buffer }>({
    id: "text",
    name: "text",
    username: "text",
    enabled: "bool",
    location_ids: "text[]",
    created_at: "timestamptz",
    password_hash: "bytea",
  }),
  text: `SELECT ${columns}, password_hash FROM booking_channels WHERE username = $1 AND enabled`,
});

/** An enabled channel with the hash of its password. */
export function findByUsername(
  db: Db,
  username: string,
): Promise<(BookingChannel & { readonly password_hash: Buffer }) | undefined> {
  return db.maybe(byUsername, [username]);
}

const listChannelsStatement = defineStatement({
  name: "list-channels",
  prepare: false,
  takes: [],
  gives: bookingChannelTable.row,
  text: `SELECT ${columns} FROM booking_channels ORDER BY id DESC`,
});

export function listChannels(db: Db): Promise<BookingChannel[]> {
  return db.rows(listChannelsStatement);
}

const findChannelForUpdateStatement = bookingChannelTable.lockById("find-channel-for-update");

export function findChannelForUpdate(tx: Tx, id: Id<"bch">): Promise<BookingChannel | undefined> {
  return tx.maybe(findChannelForUpdateStatement, [id]);
}

const insertChannelStatement = defineStatement({
  name: "insert-channel",
  prepare: false,
  takes: ["text", "text", "text", "bytea", "text[]"],
  gives: bookingChannelTable.row,
  text: `INSERT INTO booking_channels (id, name, username, password_hash, location_ids) VALUES ($1, $2, $3, $4, $5)
    RETURNING ${columns}`,
});

export function insertChannel(
  tx: Tx,
  channel: Omit<BookingChannel, "created_at" | "enabled">,
  passwordHash: Buffer,
): Promise<BookingChannel> {
  return tx.one(insertChannelStatement, [
    channel.id,
    channel.name,
    channel.username,
    passwordHash,
    channel.location_ids,
  ]);
}

const updateChannelStatement = defineStatement({
  name: "update-channel",
  prepare: false,
  takes: ["text", "text", "bool", "text[]", "bytea"],
  gives: bookingChannelTable.row,
  text: `UPDATE booking_channels SET name = $2, enabled = $3, location_ids = $4, password_hash = coalesce($5, password_hash)
    WHERE id = $1 RETURNING ${columns}`,
});

/** Saves a locked channel; the password stays when none is given. */
export function updateChannel(tx: Tx, channel: BookingChannel, passwordHash: Buffer | null): Promise<BookingChannel> {
  return tx.one(updateChannelStatement, [
    channel.id,
    channel.name,
    channel.enabled,
    channel.location_ids,
    passwordHash,
  ]);
}

const listNativeLocationsStatement = defineStatement({
  name: "list-native-locations",
  prepare: false,
  takes: ["text[]"],
  gives: row<{ id: string }>({ id: "text" }),
  text: "SELECT id FROM locations WHERE id = ANY ($1) AND booking_mode = 'native'",
});

/** Which of the ids are native locations. */
export async function listNativeLocations(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.rows(listNativeLocationsStatement, [ids]);
  return rows.map(({ id }) => id);
}

const lockTokenStatement = defineStatement({
  name: "lock-channel-token",
  prepare: false,
  takes: ["text", "text"],
  text: `SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.channelToken} ' || $1 || ' ' || $2, 0))`,
});

/** One at a time for one token of a channel. */
export async function lockToken(tx: Tx, channelId: Id<"bch">, token: string): Promise<void> {
  await tx.rows(lockTokenStatement, [channelId, token]);
}

const findBookingOfTokenStatement = defineStatement({
  name: "find-channel-booking-of-token",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ booking_id: Id<"bkg"> }>({ booking_id: "text" }),
  text: "SELECT booking_id FROM channel_bookings WHERE channel_id = $1 AND token = $2",
});

export async function findBookingOfToken(db: Db, channelId: Id<"bch">, token: string): Promise<Id<"bkg"> | undefined> {
  const row = await db.maybe(findBookingOfTokenStatement, [channelId, token]);
  return row?.booking_id;
}

const sendChannelBookingStatement = defineStatement({
  name: "insert-channel-booking",
  prepare: false,
  takes: ["text", "text", "text", "text"],
  text: "INSERT INTO channel_bookings (booking_id, channel_id, user_id, token) VALUES ($1, $2, $3, $4)",
});

export function sendChannelBooking(
  tx: Tx,
  made: {
    readonly bookingId: Id<"bkg">;
    readonly channelId: Id<"bch">;
    readonly userId: string;
    readonly token: string;
  },
): void {
  tx.send(sendChannelBookingStatement, [made.bookingId, made.channelId, made.userId, made.token]);
}

const findHoldOfTokenStatement = defineStatement({
  name: "find-channel-hold-of-token",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ hold_id: Id<"bkh"> }>({ hold_id: "text" }),
  text: "SELECT hold_id FROM channel_leases WHERE channel_id = $1 AND token = $2",
});

export async function findHoldOfToken(db: Db, channelId: Id<"bch">, token: string): Promise<Id<"bkh"> | undefined> {
  const row = await db.maybe(findHoldOfTokenStatement, [channelId, token]);
  return row?.hold_id;
}

const sendChannelLeaseStatement = defineStatement({
  name: "insert-channel-lease",
  prepare: false,
  takes: ["text", "text", "text"],
  text: "INSERT INTO channel_leases (hold_id, channel_id, token) VALUES ($1, $2, $3)",
});

export function sendChannelLease(tx: Tx, holdId: Id<"bkh">, channelId: Id<"bch">, token: string): void {
  tx.send(sendChannelLeaseStatement, [holdId, channelId, token]);
}

const isLeaseOfStatement = defineStatement({
  name: "is-channel-lease-of",
  prepare: false,
  takes: ["text", "text", "text"],
  gives: row<{ readonly is_own: boolean }>({ is_own: "bool" }),
  text: `SELECT EXISTS (SELECT FROM channel_leases l JOIN booking_holds h ON h.id = l.hold_id
    WHERE l.channel_id = $1 AND l.hold_id = $2 AND h.location_id = $3) AS is_own`,
});

/** Whether the lease is one of the channel's at the location. */
export async function isLeaseOf(
  db: Db,
  channelId: Id<"bch">,
  holdId: Id<"bkh">,
  locationId: Id<"str">,
): Promise<boolean> {
  return (await db.one(isLeaseOfStatement, [channelId, holdId, locationId])).is_own;
}

export interface ChannelBooking {
  readonly booking_id: Id<"bkg">;
  readonly location_id: Id<"str">;
  readonly user_id: string;
}

const channelBookingRow = row<ChannelBooking>({ booking_id: "text", location_id: "text", user_id: "text" });

const findChannelBookingStatement = defineStatement({
  name: "find-channel-booking",
  prepare: false,
  takes: ["text", "text"],
  gives: channelBookingRow,
  text: `SELECT c.booking_id, b.location_id, c.user_id FROM channel_bookings c JOIN bookings b ON b.id = c.booking_id
    WHERE c.channel_id = $1 AND c.booking_id = $2`,
});

/** A booking that the channel made. */
export function findChannelBooking(
  db: Db,
  channelId: Id<"bch">,
  bookingId: string,
): Promise<ChannelBooking | undefined> {
  return db.maybe(findChannelBookingStatement, [channelId, bookingId]);
}

const listOfUserStatement = defineStatement({
  name: "list-channel-bookings-of-user",
  prepare: false,
  takes: ["text", "text", "text[]"],
  gives: channelBookingRow,
  text: `SELECT c.booking_id, b.location_id, c.user_id
    FROM channel_bookings c JOIN bookings b ON b.id = c.booking_id JOIN locations l ON l.id = b.location_id
    WHERE c.channel_id = $1 AND c.user_id = $2 AND b.location_id = ANY ($3) AND b.status IN ('pending', 'confirmed')
      AND b.ends_at > clock_timestamp() + l.clock_offset_seconds * interval '1 second'
    ORDER BY b.starts_at, b.id LIMIT 100`,
});

/** The bookings to come that the channel made for a guest of its own, earliest first. */
export function listOfUser(
  db: Db,
  channelId: Id<"bch">,
  userId: string,
  locationIds: readonly Id<"str">[],
): Promise<ChannelBooking[]> {
  return db.rows(listOfUserStatement, [channelId, userId, locationIds]);
}
