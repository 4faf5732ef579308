/** Reads the booking setup of a location: its configuration, and everything that its profile shows. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Blackout } from "../venue/blackouts.ts";
import * as sql from "../venue/configuration.sql.ts";
import type { BookingConfiguration } from "../venue/configuration.ts";
import { findVenueState, getGrantedVenueState, type VenueState } from "../venue/venue.query.ts";

export interface BookingSetup {
  readonly location: VenueState["location"];
  readonly configuration: BookingConfiguration | null;
  readonly blackouts: readonly Blackout[];
  /** 0 when none was ever saved. */
  readonly blackoutsRevision: number;
}

/** The setup of a granted location, also without a configuration or a time zone. */
export async function getBookingSetup(
  db: Db,
  appId: Id<"app">,
  locationId: Id<"str">,
): Promise<BookingSetup | Refusal<"not_found">> {
  const state = await getGrantedVenueState(db, appId, locationId);
  return isRefusal(state) ? state : setupOf(db, state);
}

/** The setup of a location, whoever asks. */
export async function findBookingSetup(db: Db, locationId: Id<"str">): Promise<BookingSetup | undefined> {
  const state = await findVenueState(db, locationId);
  return state === undefined ? undefined : setupOf(db, state);
}

async function setupOf(db: Db, { location, venue }: VenueState): Promise<BookingSetup> {
  if (venue !== null) {
    const { configuration, blackouts, blackoutsRevision } = venue;
    return { location, configuration, blackouts, blackoutsRevision };
  }
  const [documents, saved] = await Promise.all([
    sql.findVenueDocuments(db, location.id),
    sql.findBlackouts(db, location.id),
  ]);
  return {
    location,
    configuration: documents?.configuration ?? null,
    blackouts: saved?.blackouts ?? [],
    blackoutsRevision: saved?.revision ?? 0,
  };
}

/** The areas that can be blocked; null at a provider without a configuration here, whose areas are its own. */
export function areasToBlock({ configuration, location }: BookingSetup): readonly string[] | null {
  if (configuration !== null) return configuration.areas.map(({ areaId }) => areaId);
  return location.booking_mode === "native" ? [] : null;
}
