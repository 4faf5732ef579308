/**
 * Which table an alert is offered: a pure function of the venue, its claims, earlier offers and the time
 * (rules/bookings 19.2, 19.3). A table that three guests did not take is open to everybody. Nobody is offered the same
 * table twice, until another party has had it.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { wallAt } from "../../kernel/wall-time.ts";
import { claimsNeeded, searchAvailability, type Slot, type SlotQuery } from "../search/availability.ts";
import { checkStart } from "../search/check-start.ts";
import type { Claim } from "../tables/claim.ts";
import { occupiedUntil } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";
import { alertRules, type TableAlert, type TableOffer, type WantedAlert } from "./table-alert.ts";

const minuteMs = 60_000;

export interface OfferScene {
  readonly venue: Venue;
  /** Those of `claimsOf` the alert, at least. */
  readonly claims: readonly Claim[];
  /** Offers of tables that nobody has taken since. */
  readonly offers: readonly TableOffer[];
  readonly now: Instant;
}

/** The ordinary tables that a search finds for an alert, by start. */
export function slotsOf(venue: Venue, claims: readonly Claim[], wanted: WantedAlert, now: Instant): readonly Slot[] {
  const found = searchAvailability(venue, claims, queryOf(venue, wanted), now);
  if (isRefusal(found)) return [];
  return found.filter(
    ({ startsAt, experience }) => experience === null && wanted.from_at <= startsAt && startsAt <= wanted.until_at,
  );
}

/** Between which instants claims must be known to search for an alert. */
export function claimsOf(venue: Venue, wanted: WantedAlert): { readonly from: Instant; readonly until: Instant } {
  return claimsNeeded(venue, queryOf(venue, wanted));
}

function queryOf({ timeZone }: Venue, { from_at, until_at, party_size, area_id }: WantedAlert): SlotQuery {
  return {
    start: wallAt(timeZone, from_at),
    end: wallAt(timeZone, until_at) + minuteMs,
    partySize: party_size,
    experience: null,
    areaId: area_id,
  };
}

/** The first start whose table the alert can be offered now; undefined when there is none. */
export function slotToOffer({ venue, claims, offers, now }: OfferScene, alert: TableAlert): Slot | undefined {
  return slotsOf(venue, claims, alert, now).find((slot) => {
    if (slot.startsAt < now + alertRules.leastAhead * minuteMs) return false;
    const seating = unitsAt(venue, claims, alert, slot, now);
    if (seating === undefined) return false;
    const before = offers.filter((offer) => overlaps(offer, seating));
    return before.length < alertRules.turns && before.every(({ alert_id: id }) => id !== alert.id);
  });
}

type Taken = Pick<TableOffer, "unit_ids" | "from_at" | "until_at">;

/** The tables that the party would have. */
function unitsAt(
  venue: Venue,
  claims: readonly Claim[],
  { party_size: partySize, area_id: areaId }: TableAlert,
  { startsAt, minutes }: Slot,
  now: Instant,
): Taken | undefined {
  const checked = checkStart(venue, claims, { startsAt, partySize, minutes, experienceId: null, areaId }, now);
  if (isRefusal(checked)) return undefined;
  return { unit_ids: checked.seating.unitIds, from_at: startsAt, until_at: occupiedUntil(venue, startsAt, minutes) };
}

function overlaps(one: Taken, other: Taken): boolean {
  return (
    one.from_at < other.until_at &&
    other.from_at < one.until_at &&
    one.unit_ids.some((unitId) => other.unit_ids.includes(unitId))
  );
}

/** The offers whose tables somebody has taken since: their turns are over, and count no more. */
export function takenSince(offers: readonly TableOffer[], claims: readonly Claim[]): readonly Id<"bkh">[] {
  const lasting = claims.filter(({ kind }) => kind !== "hold");
  return offers
    .filter((offer) =>
      lasting.some(({ unitId, from, until }) =>
        overlaps(offer, { unit_ids: [unitId], from_at: from, until_at: until }),
      ),
    )
    .map(({ hold_id: id }) => id);
}
