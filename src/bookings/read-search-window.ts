/** Reads the bounds of an availability search: venue-local wall-clock times, at most 31 days apart. Pure. */
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { WallTime } from "../kernel/wall-time.ts";
import { isDate, isTime } from "./blackouts.ts";

export const maxSearchDays = 31;

/** The bounds, the end exclusive and after the start; `invalid_window` names the one that is wrong. */
export function readSearchWindow(
  start: string,
  end: string,
): { readonly start: WallTime; readonly end: WallTime } | Refusal<"invalid_window"> {
  const bounds = { start: readLocalTime(start), end: readLocalTime(end) };
  for (const [name, wall] of Object.entries(bounds)) {
    if (wall === undefined)
      return refuse("invalid_window", `query.${name} must be a venue-local time YYYY-MM-DDTHH:MM, without an offset`);
  }
  const [from, until] = [bounds.start ?? 0, bounds.end ?? 0];
  if (until <= from) return refuse("invalid_window", "query.end must be after query.start");
  if (until - from > maxSearchDays * 24 * 3_600_000)
    return refuse("invalid_window", `query.end must be at most ${maxSearchDays} days after query.start`);
  return { start: from, end: until };
}

function readLocalTime(text: string): WallTime | undefined {
  const [date = "", time = "", ...rest] = text.split("T");
  return rest.length === 0 && isDate(date) && isTime(time) ? Date.parse(`${text}:00Z`) : undefined;
}
