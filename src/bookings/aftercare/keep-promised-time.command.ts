/**
 * Moves a booking to the instant of the time that its guest was promised (rules/bookings 15.6). Guarantees: the time on the
 * wall stays; the tables are taken at the new instant and given up at the old one in one transaction. The party keeps its
 * tables where they are free then, else it gets others by the rule; without any, nothing changes. Repeated, it does nothing.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { changed, claimKindOf, guestWindowEnd, type Booking } from "../book/booking.ts";
import { lockBooking, tablesOf, type LockedBooking } from "../book/lock-booking.command.ts";
import { saveDetails } from "../book/save-booking.command.ts";
import { tableGone } from "../search/lock-slot.command.ts";
import type { Span } from "../tables/booking-days.ts";
import * as claims from "../tables/claims.sql.ts";
import { zoneOf } from "../tables/lock-days.command.ts";
import { seatAt, seatParty, type Seating } from "../tables/seating.ts";
import { findExperience } from "../tables/stay.ts";
import { isKeptByProvider } from "../venue/native-only.ts";
import type { Venue } from "../venue/venue.ts";
import { isAsPromised, promisedStart } from "./promised-start.ts";

const minuteMs = 60_000;
/** No buffer after a stay is longer. */
const longestBufferMs = 240 * minuteMs;

/** The booking as moved; null where there is nothing to do; refused where no table is free at the promised time. */
export async function keepPromisedTime(
  tx: Tx,
  id: Id<"bkg">,
): Promise<Booking | null | Refusal<"not_found" | "slot_unavailable">> {
  const lockedBooking = await lockBooking(tx, null, id, (_now, booking, state) => {
    const from = promisedStart(booking, zoneOf(state));
    return { from, until: from + (booking.ends_at - booking.starts_at) + longestBufferMs };
  });
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  const isComing = (booking.status === "confirmed" || booking.status === "pending") && booking.starts_at > locked.now;
  const { venue, location } = locked.state;
  const { timezone } = location;
  if (!isComing || isKeptByProvider(booking) || timezone === null || isAsPromised(booking, timezone)) return null;
  if (venue === null) return null;
  const startsAt = promisedStart(booking, timezone);
  const endsAt = startsAt + (booking.ends_at - booking.starts_at);
  const span = { from: startsAt, until: endsAt + venue.configuration.bufferMinutes * minuteMs };
  const seating = startsAt === booking.starts_at ? undefined : await claimAt(tx, lockedBooking, venue, span);
  if (isRefusal(seating)) return seating;
  const windowEnd = guestWindowEnd(startsAt, venue.configuration.cancellation.guestWindowMinutes);
  const after = changed(
    booking,
    "service",
    {
      starts_at: startsAt,
      ends_at: endsAt,
      local_start: localTimeOf(timezone, startsAt),
      time_zone: timezone,
      changeable_until: windowEnd,
      cancellable_until: windowEnd,
      ...(seating === undefined
        ? {}
        : { area_id: seating.areaId, area_name: seating.areaName, unit_ids: seating.unitIds }),
    },
    locked.now,
  );
  await saveDetails(tx, locked, { before: booking, after, cause: "service" }, [tablesOf(lockedBooking), span]);
  return after;
}

/** Takes tables at the new time and gives the old ones up. */
async function claimAt(
  tx: Tx,
  { locked, booking }: LockedBooking,
  venue: Venue,
  span: Span,
): Promise<Seating | Refusal<"slot_unavailable">> {
  const seating = seatingAt(venue, locked.claims, booking, span);
  if (seating === null) return tableGone();
  claims.sendRelease(tx, booking.id);
  const claimed = await claims.insertClaims(tx, {
    locationId: booking.location_id,
    ownerId: booking.id,
    kind: claimKindOf(booking),
    unitIds: seating.unitIds,
    areaId: seating.areaId,
    ...span,
    startsAt: span.from,
    partySize: booking.party_size,
    expiresAt: null,
  });
  return claimed ? seating : tableGone();
}

/** The tables that the party has, or others: of its area first, then of any. */
function seatingAt(
  venue: Venue,
  taken: LockedBooking["locked"]["claims"],
  { id: ignoreOwner, unit_ids, area_id, party_size: partySize, experience_id }: Booking,
  span: { readonly from: Instant; readonly until: Instant },
): Seating | null {
  const own = seatAt(venue, taken, { unitIds: unit_ids, ...span, ignoreOwner });
  if (own !== null) return own;
  const unitIds = experience_id === null ? null : (findExperience(venue, experience_id)?.unitIds ?? null);
  const wish = { partySize, ...span, offer: "venue", unitIds, ignoreOwner } as const;
  const sameArea = area_id === null ? null : seatParty(venue, taken, { ...wish, areaIds: [area_id] });
  return sameArea ?? seatParty(venue, taken, wish);
}
