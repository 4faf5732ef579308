/**
 * The undo point of a booking: the transition that can be taken back, until when, and the earlier status
 * (rules/bookings 16.6). Every command that moves a booking to another status writes the point with it;
 * `acts/undo-booking.command.ts` goes back to it. Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Seating } from "../tables/seating.ts";
import type { Booking, UndoPoint } from "./booking.ts";

const minuteMs = 60_000;

/** How long each transition can be undone, in minutes. */
const undoMinutes: Readonly<Record<UndoPoint["of"], number>> = {
  seat: 15,
  walk_in: 15,
  complete: 15,
  no_show: 120,
  venue_cancel: 10,
};

/** The point before a transition that is made now; a party that did not come is expected back before its time is over. */
export function undoPoint(of: Exclude<UndoPoint["of"], "walk_in">, before: Booking, now: Instant): UndoPoint {
  const { status, ends_at, area_id, area_name, unit_ids } = before;
  const end = now + undoMinutes[of] * minuteMs;
  return {
    of,
    until: of === "no_show" ? Math.min(end, ends_at) : end,
    was: { status, ends_at, area_id, area_name, unit_ids },
    ...(of === "complete" ? { earlier: before.undo_point } : {}),
  };
}

/** The point of a party that was seated as it came: it was nothing before, and undone it counts as cancelled. */
export function undoPointOfArrival(
  { areaId, areaName, unitIds }: Seating,
  stay: { readonly from: Instant; readonly until: Instant },
): UndoPoint {
  return {
    of: "walk_in",
    until: stay.from + undoMinutes.walk_in * minuteMs,
    was: {
      status: "cancelled_by_venue",
      ends_at: stay.until,
      area_id: areaId,
      area_name: areaName,
      unit_ids: unitIds,
    },
  };
}
