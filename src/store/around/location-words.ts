/** The first facts about a restaurant: whether it is open, where it is, its telephone. Pure. */
import { toUnixSeconds } from "../../kernel/clock.ts";
import { nextOpening, openUntil, type Availability } from "../../kernel/wall-time.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatClock, formatTime, formatWeekday } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { addressLine } from "../book/booking-guest-wire.ts";
import { opensWords } from "../shared/reason-words.ts";

/** "Open until 22:30", or when it opens; null where no hours are known. */
export function openWords({ opening_hours: hours, timezone, now }: LocationSettings, reader: Reader): Markup | null {
  if (hours === null || timezone === null) return null;
  const say = speak(reader.language, "around", reader.locale);
  const next = nextOpening(hours, timezone, now);
  if (next === null) return null;
  if (next === now) {
    const end = openUntil(hours, timezone, now);
    const until = end === null ? say("open") : say("open.until", { time: formatTime(end, timezone, reader.locale) });
    return html`<span class="badge good">${until}</span>`;
  }
  const times = { now: toUnixSeconds(now), timezone, paused_until: null, next_opening: null };
  return html`<span class="badge">${opensWords(reader, toUnixSeconds(next), times)}</span>`;
}

/** Where the restaurant is, as its guests find it on a map; null where it says nothing of it. */
export function mapLink({
  address,
  coordinate,
}: LocationSettings): { readonly text: string; readonly href: string } | null {
  const text = addressLine(address);
  if (text === null) return null;
  const query = coordinate === null ? text : `${coordinate.latitude},${coordinate.longitude}`;
  return { text, href: `https://www.openstreetmap.org/search?${new URLSearchParams({ query }).toString()}` };
}

/** The hours of each day of the week, Monday first. */
export function weekHours(hours: Availability, reader: Reader): Markup {
  const say = speak(reader.language, "around");
  return html`<dl class="facts">
    ${[1, 2, 3, 4, 5, 6, 0].map(
      (day) =>
        html`<dt>${formatWeekday(day, reader.locale)}</dt>
          <dd>${hoursOf(hours, day, reader) ?? say("hours.closed")}</dd>`,
    )}
  </dl>`;
}

function hoursOf({ windows }: Availability, day: number, { locale }: Reader): string | null {
  const found = windows
    .filter(({ dayOfWeek }) => dayOfWeek === day)
    .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
    .map(({ startTime, endTime }) => `${formatClock(startTime, locale)}–${formatClock(endTime, locale)}`);
  return found.length === 0 ? null : found.join(", ");
}
