/**
 * A location for booking: one prepared statement per read, and the compiled venue from memory.
 *
 * Guarantees: the venue is of the documents that were committed when the statement ran. Compiled copies are kept by the
 * content ids of their documents, which are new with every save. No copy is ever stale, and a save that was rolled back
 * leaves none behind.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { notGranted } from "../../locations/grants/read-locations.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./configuration.sql.ts";
import { keptByProvider } from "./native-only.ts";
import { compileVenue, type Venue } from "./venue.ts";
import { createVenueMemory } from "./venues.cache.ts";

export interface VenueState {
  readonly location: sql.VenueRow;
  /** Location time. */
  readonly now: number;
  /** Null without a configuration or a time zone. */
  readonly venue: Venue | null;
}

/** A venue that can be asked for tables. */
export interface BookableState extends VenueState {
  readonly venue: Venue;
}

/** The location and its venue, whoever asks; undefined when there is no such location. */
export async function findVenueState(db: Db, locationId: Id<"str">): Promise<VenueState | undefined> {
  const row = await sql.findVenueRow(db, locationId);
  return row === undefined ? undefined : stateOf(db, row);
}

/** The location and its venue, if the app is granted it. */
export async function getGrantedVenueState(
  db: Db,
  appId: Id<"app">,
  locationId: Id<"str">,
): Promise<VenueState | Refusal<"not_found">> {
  const row = await sql.findGrantedVenueRow(db, appId, locationId);
  return row === undefined ? notGranted(locationId) : stateOf(db, row);
}

/** Refuses what has no tables of its own to seat at: provider-managed locations, and those without a configuration. */
export function requireVenue(
  state: VenueState,
): BookableState | Refusal<"capability_unsupported" | "configuration_missing"> {
  const { location, now, venue } = state;
  if (location.booking_mode === "provider") return keptByProvider();
  if (location.timezone === null) return refuse("configuration_missing", "the location has no time zone yet");
  if (venue === null) return refuse("configuration_missing", "no booking configuration has been published");
  return { location, now, venue };
}

/** The same, and bookings must be switched on. */
export function requireBookable(
  state: VenueState,
): BookableState | Refusal<"capability_unsupported" | "configuration_missing" | "bookings_not_enabled"> {
  const found = requireVenue(state);
  if (isRefusal(found) || state.location.bookings_enabled) return found;
  return refuse("bookings_not_enabled", "the venue has not switched bookings on");
}

async function stateOf(db: Db, row: sql.VenueRow): Promise<VenueState> {
  return { location: row, now: row.now, venue: await venueOf(db, row) };
}

async function venueOf(db: Db, row: sql.VenueRow): Promise<Venue | null> {
  if (row.timezone === null || row.configuration_content === null) return null;
  const memory = db.memories.of(createVenueMemory);
  const known = memory.get(keyOf(row.timezone, row));
  if (known !== undefined) return known;
  const documents = await sql.findVenueDocuments(db, row.id);
  if (documents === undefined) return null;
  const venue = compileVenue({
    locationId: row.id,
    timeZone: row.timezone,
    revision: documents.revision,
    configuration: documents.configuration,
    blackouts: documents.blackouts ?? [],
    blackoutsRevision: documents.blackouts_revision ?? 0,
  });
  memory.put(keyOf(row.timezone, documents), venue);
  return venue;
}

function keyOf(timeZone: string, contents: Pick<sql.VenueRow, "configuration_content" | "blackouts_content">): string {
  return `${contents.configuration_content ?? ""} ${contents.blackouts_content ?? ""} ${timeZone}`;
}
