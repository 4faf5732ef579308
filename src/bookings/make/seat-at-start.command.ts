/**
 * The table for a start: by the rule of seating, and when no table fits, by repair. Called by holds, bookings, changes.
 */
import { isRefusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import {
  allowStart,
  checkStart,
  type CheckedStart,
  type StartRefusal,
  type StartRequest,
} from "../search/check-start.ts";
import type { LockedDays } from "../tables/lock-days.command.ts";
import { repair } from "./repair.command.ts";
import { endOfStay, occupiedUntil } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";

/** Checks a start and answers its seating; parties that had to move have moved. */
export async function seatAtStart(
  tx: Tx,
  locked: LockedDays,
  venue: Venue,
  start: StartRequest,
): Promise<CheckedStart | StartRefusal> {
  const checked = checkStart(venue, locked.claims, start, locked.now);
  if (!isRefusal(checked) || checked.code !== "slot_unavailable") return checked;
  const allowed = allowStart(venue, locked.claims, start, locked.now);
  if (isRefusal(allowed)) return allowed;
  const { startsAt, minutes, partySize, ignoreOwner } = start;
  const { areaIds, experience, serviceDay } = allowed;
  const until = occupiedUntil(venue, startsAt, minutes);
  const seating = await repair(tx, locked, venue, {
    partySize,
    from: startsAt,
    until,
    offer: "online",
    areaIds,
    unitIds: experience?.unitIds ?? null,
    ...(ignoreOwner === undefined ? {} : { ignoreOwner }),
  });
  if (seating === undefined) return checked;
  if (isRefusal(seating)) return seating;
  const terms = allowed.termsIn(seating.areaId);
  return { startsAt, endsAt: endOfStay(startsAt, minutes), until, minutes, seating, experience, serviceDay, terms };
}
