/**
 * A location whose book a provider keeps, for the commands of bookings: it needs no tables and no configuration, but a
 * zone and the venue's switches.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { isBlocked, type Blackout } from "../venue/blackouts.ts";
import * as sql from "../venue/configuration.sql.ts";
import type { ContactRequired } from "../book/guest-contact.ts";
import { findVenueState, getGrantedVenueState, type VenueState } from "../venue/venue.query.ts";

export interface ProviderLocation {
  readonly id: Id<"str">;
  readonly timeZone: string;
  readonly country: string | null;
  /** Location time. */
  readonly now: Instant;
  readonly clockOffsetMs: number;
  readonly blackouts: readonly Blackout[];
  readonly contactRequired: ContactRequired;
}

export type ProviderLocationRefusal = Refusal<
  "not_found" | "capability_unsupported" | "configuration_missing" | "bookings_not_enabled"
>;

/**
 * A location whose bookings a provider takes. Refuses one that the app is not granted (null: a guest asks), and answers
 * `notKept` where no provider takes them.
 */
export async function readProviderLocation<Code extends string = "capability_unsupported">(
  db: Db,
  appId: Id<"app"> | null,
  locationId: Id<"str">,
  notKept: () => Refusal<Code> | Refusal<"capability_unsupported"> = noProvider,
): Promise<ProviderLocation | ProviderLocationRefusal | Refusal<Code>> {
  const state =
    appId === null ? await findVenueState(db, locationId) : await getGrantedVenueState(db, appId, locationId);
  if (state === undefined) return refuse("not_found", `there is no location ${locationId}`);
  return isRefusal(state) ? state : providerLocationOf(db, state, notKept);
}

/** The same, of a location that was read. */
export async function providerLocationOf<Code extends string = "capability_unsupported">(
  db: Db,
  { location, venue, now }: VenueState,
  notKept: () => Refusal<Code> | Refusal<"capability_unsupported"> = noProvider,
): Promise<
  | ProviderLocation
  | Refusal<"capability_unsupported" | "configuration_missing" | "bookings_not_enabled">
  | Refusal<Code>
> {
  if (location.booking_mode !== "provider") return notKept();
  if (location.timezone === null) return refuse("configuration_missing", "the location has no time zone yet");
  if (!location.bookings_enabled) return refuse("bookings_not_enabled", "the venue has not switched bookings on");
  const blackouts = venue?.blackouts ?? (await sql.findBlackouts(db, location.id))?.blackouts ?? [];
  return {
    id: location.id,
    timeZone: location.timezone,
    country: location.country,
    now,
    clockOffsetMs: location.clock_offset_seconds * 1000,
    blackouts,
    contactRequired: venue?.configuration.contactRequired ?? "none",
  };
}

function noProvider(): Refusal<"capability_unsupported"> {
  return refuse("capability_unsupported", "this location has no provider");
}

/** Whether the venue takes no reservations for a start. */
export function isBlackedOut(location: Pick<ProviderLocation, "timeZone" | "blackouts">, startsAt: Instant): boolean {
  return isBlocked(location, localDate(location.timeZone, startsAt), startsAt, null);
}
