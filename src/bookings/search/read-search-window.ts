/** Reads the bounds of an availability search: venue-local wall-clock times, at most 31 days apart. Pure. */
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { WallTime } from "../../kernel/wall-time.ts";
import { isDate, isTime } from "../venue/blackouts.ts";

export const maxSearchDays = 31;

/** The bounds, the end exclusive and after the start; `invalid_window` names the one that is wrong. */
export function readSearchWindow(
  start: string,
  end: string,
): { readonly start: WallTime; readonly end: WallTime } | Refusal<"invalid_window"> {
  for (const [name, text] of Object.entries({ start, end })) {
    const wrong = wrongWith(text);
    if (wrong !== undefined) return refuse("invalid_window", `query.${name} ${wrong}`);
  }
  const [from, until] = [Date.parse(`${start}:00Z`), Date.parse(`${end}:00Z`)];
  if (until <= from) return refuse("invalid_window", "query.end must be after query.start");
  if (until - from > maxSearchDays * 24 * 3_600_000)
    return refuse("invalid_window", `query.end must be at most ${maxSearchDays} days after query.start`);
  return { start: from, end: until };
}

/** What keeps a text from being a wall-clock time, in words that follow its name. */
function wrongWith(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text))
    return "must be a venue-local time YYYY-MM-DDTHH:MM, such as 2026-11-25T18:00, without seconds or an offset";
  const [date = "", time = ""] = text.split("T");
  if (!isDate(date)) return `names ${date}, a date that does not exist`;
  return isTime(time) ? undefined : `names ${time}, a time of the day that does not exist; the last is 23:59`;
}
