/** All SQL of booking configurations and blackouts. The documents are stored in the form in which they are read. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Blackout } from "./blackouts.ts";
import type { BookingConfiguration } from "./configuration.ts";

const locationNow = "(clock_timestamp() + l.clock_offset_seconds * interval '1 second')";

/** What booking asks of a location at every step, without the documents themselves. */
export interface VenueRow {
  readonly id: Id<"str">;
  readonly name: string | null;
  readonly timezone: string | null;
  readonly country: string | null;
  readonly booking_mode: "native" | "provider";
  readonly bookings_enabled: boolean;
  readonly messaging: boolean;
  readonly clock_offset_seconds: number;
  /** How long a booking that asks for a payment can be paid. */
  readonly payment_window_minutes: number;
  /** Location time. */
  readonly now: Instant;
  readonly revision: number | null;
  readonly published_at: Instant | null;
  /** Which documents these are; new with every save. */
  readonly configuration_content: string | null;
  readonly blackouts_revision: number | null;
  readonly blackouts_content: string | null;
}

const columns = `l.id, l.name, l.timezone, l.address ->> 'country' AS country, l.booking_mode, l.bookings_enabled,
  l.messaging, l.clock_offset_seconds, l.payment_window_minutes, ${locationNow} AS now, c.revision, c.published_at,
  c.content_id AS configuration_content, b.revision AS blackouts_revision, b.content_id AS blackouts_content`;
/** Configurations from before bookings were paid have no payments, and those from before alerts have them off. */
const document = `'{"payments": [], "tableAlerts": {"enabled": false, "offerMinutes": 15}}'::jsonb || c.configuration`;
const joins = `LEFT JOIN booking_configurations c ON c.location_id = l.id
  LEFT JOIN booking_blackouts b ON b.location_id = l.id`;

const venueRowRow = row<VenueRow>({
  id: "text",
  name: "text",
  timezone: "text",
  country: "text",
  booking_mode: "text",
  bookings_enabled: "bool",
  messaging: "bool",
  clock_offset_seconds: "int8",
  payment_window_minutes: "int4",
  now: "timestamptz",
  revision: "int4",
  published_at: "timestamptz",
  configuration_content: "uuid",
  blackouts_revision: "int4",
  blackouts_content: "uuid",
});

const venueRow = defineStatement({
  name: "venue-row",
  takes: ["text"],
  gives: venueRowRow,
  text: `SELECT ${columns} FROM locations l ${joins} WHERE l.id = $1`,
});

const grantedVenueRow = defineStatement({
  name: "granted-venue-row",
  takes: ["text", "text"],
  gives: venueRowRow,
  text: `SELECT ${columns} FROM grants g JOIN locations l ON l.id = g.location_id ${joins}
    WHERE g.app_id = $1 AND g.location_id = $2`,
});

/** The row of a venue with its published configuration; undefined where the location is not there. */
export function findVenueRow(db: Db, locationId: Id<"str">): Promise<VenueRow | undefined> {
  return db.maybe(venueRow, [locationId]);
}

/** The same, if the app is granted the location. */
export function findGrantedVenueRow(db: Db, appId: Id<"app">, locationId: Id<"str">): Promise<VenueRow | undefined> {
  return db.maybe(grantedVenueRow, [appId, locationId]);
}

export interface VenueDocuments {
  readonly revision: number;
  readonly configuration: BookingConfiguration;
  readonly configuration_content: string;
  readonly blackouts_revision: number | null;
  readonly blackouts: readonly Blackout[] | null;
  readonly blackouts_content: string | null;
}

const findVenueDocumentsStatement = defineStatement({
  name: "find-venue-documents",
  prepare: false,
  takes: ["text"],
  gives: row<VenueDocuments>({
    revision: "int4",
    configuration: "jsonb",
    configuration_content: "uuid",
    blackouts_revision: "int4",
    blackouts: "jsonb",
    blackouts_content: "uuid",
  }),
  text: `SELECT c.revision, ${document} AS configuration, c.content_id AS configuration_content, b.revision AS blackouts_revision,
      b.blackouts, b.content_id AS blackouts_content
    FROM booking_configurations c LEFT JOIN booking_blackouts b ON b.location_id = c.location_id
    WHERE c.location_id = $1`,
});

/** The documents, both as of one moment, with what they are known by. */
export function findVenueDocuments(db: Db, locationId: Id<"str">): Promise<VenueDocuments | undefined> {
  return db.maybe(findVenueDocumentsStatement, [locationId]);
}

export interface Published {
  readonly revision: number;
  readonly published_at: Instant;
}

const findRevisionForUpdateStatement = defineStatement({
  name: "lock-booking-configuration",
  prepare: false,
  takes: ["text"],
  gives: row<{ revision: number }>({ revision: "int4" }),
  text: "SELECT revision FROM booking_configurations WHERE location_id = $1 FOR UPDATE",
});

/** The revision of the configuration, locked against other saves; undefined without one. */
export async function findRevisionForUpdate(tx: Tx, locationId: Id<"str">): Promise<number | undefined> {
  const found = await tx.maybe(findRevisionForUpdateStatement, [locationId]);
  return found?.revision;
}

const writtenAt = `(SELECT ${locationNow} FROM locations l WHERE l.id = $1::id)`;

const insertConfigurationStatement = defineStatement({
  name: "insert-booking-configuration",
  prepare: false,
  takes: ["text", "jsonb"],
  gives: row<{ readonly revision: number; readonly published_at: number }>({
    revision: "int4",
    published_at: "timestamptz",
  }),
  text: `INSERT INTO booking_configurations (location_id, revision, published_at, configuration, content_id)
    VALUES ($1::id, 1, ${writtenAt}, $2, gen_random_uuid()) ON CONFLICT DO NOTHING RETURNING revision, published_at`,
});

const updateConfigurationStatement = defineStatement({
  name: "update-booking-configuration",
  prepare: false,
  takes: ["text", "jsonb"],
  gives: row<{ readonly revision: number; readonly published_at: number }>({
    revision: "int4",
    published_at: "timestamptz",
  }),
  text: `UPDATE booking_configurations SET revision = revision + 1, published_at = ${writtenAt}, configuration = $2,
      content_id = gen_random_uuid() WHERE location_id = $1::id RETURNING revision, published_at`,
});

/** Saves the document as the next revision. Undefined when it was thought to be the first and another was faster. */
export function saveConfiguration(
  tx: Tx,
  locationId: Id<"str">,
  configuration: BookingConfiguration,
  revision: number | undefined,
): Promise<Published | undefined> {
  const statement = revision === undefined ? insertConfigurationStatement : updateConfigurationStatement;
  return tx.maybe(statement, [locationId, JSON.stringify(configuration)]);
}

const findBlackoutsStatement = defineStatement({
  name: "find-blackouts",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly revision: number; readonly blackouts: readonly Blackout[] }>({
    revision: "int4",
    blackouts: "jsonb",
  }),
  text: "SELECT revision, blackouts FROM booking_blackouts WHERE location_id = $1",
});

/** The list and its revision; undefined when none was ever saved. */
export function findBlackouts(
  db: Db,
  locationId: Id<"str">,
): Promise<{ readonly revision: number; readonly blackouts: readonly Blackout[] } | undefined> {
  return db.maybe(findBlackoutsStatement, [locationId]);
}

const insertBlackoutsStatement = defineStatement({
  name: "insert-blackouts",
  prepare: false,
  takes: ["text", "jsonb"],
  gives: row<{ revision: number }>({ revision: "int4" }),
  text: `INSERT INTO booking_blackouts (location_id, revision, blackouts, content_id)
    VALUES ($1, 1, $2, gen_random_uuid()) ON CONFLICT DO NOTHING RETURNING revision`,
});

const updateBlackoutsStatement = defineStatement({
  name: "update-blackouts",
  prepare: false,
  takes: ["text", "jsonb", "int4"],
  gives: row<{ revision: number }>({ revision: "int4" }),
  text: `UPDATE booking_blackouts SET revision = revision + 1, blackouts = $2, content_id = gen_random_uuid()
    WHERE location_id = $1 AND revision = $3 RETURNING revision`,
});

/** Replaces the list when its revision is still the expected one (0: none was ever saved); else undefined. */
export async function saveBlackouts(
  tx: Tx,
  locationId: Id<"str">,
  blackouts: readonly Blackout[],
  expected: number,
): Promise<number | undefined> {
  const text = JSON.stringify(blackouts);
  const saved = await (expected === 0
    ? tx.maybe(insertBlackoutsStatement, [locationId, text])
    : tx.maybe(updateBlackoutsStatement, [locationId, text, expected]));
  return saved?.revision;
}
