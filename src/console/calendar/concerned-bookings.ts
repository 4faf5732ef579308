/** Finds the coming bookings at times when the location is closed (rules/console 1.5). Pure. */
import type { BookingSetup } from "../../bookings/setup/read-setup.query.ts";
import { isBlocked } from "../../bookings/venue/blackouts.ts";
import type { Instant } from "../../kernel/clock.ts";
import { localDate } from "../../kernel/wall-time.ts";

/** How many of the bookings start within a blackout, or on a date that is closed. */
export function countConcerned(
  starts: readonly { readonly starts_at: Instant; readonly area_id: string | null }[],
  { blackouts, configuration }: Pick<BookingSetup, "blackouts" | "configuration">,
  timeZone: string,
): number {
  const closed = new Set(
    (configuration?.exceptions ?? []).filter((exception) => exception.closed).map(({ date }) => date),
  );
  return starts.filter(({ starts_at: startsAt, area_id: areaId }) => {
    const date = localDate(timeZone, startsAt);
    return closed.has(date) || isBlocked({ timeZone, blackouts }, date, startsAt, areaId);
  }).length;
}
