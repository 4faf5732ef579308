/** Local times of the location. Pure. */

/** The moment of a local time "19:30" on a day "2026-11-22"; undefined where either is not written so. */
export function timeOnDay(timeZone: string, day: string, time: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time)) return undefined;
  const wanted = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(wanted)) return undefined;
  const first = wanted - offsetAt(timeZone, wanted);
  // The offset of the guess may be that of the other side of a change of the clock.
  return wanted - offsetAt(timeZone, first);
}

/** The day "2026-11-22" of a moment. */
export function dateOn(timeZone: string, ms: number): string {
  return new Date(ms + offsetAt(timeZone, ms)).toISOString().slice(0, 10);
}

/** The next moment at which it is a local time "19:30", on the day or the night after it; undefined where it is not written so. */
export function nextTime(timeZone: string, day: string, time: string, nowMs: number): number | undefined {
  const at = timeOnDay(timeZone, day, time);
  if (at === undefined || at > nowMs) return at;
  const after = new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return timeOnDay(timeZone, after, time);
}

function offsetAt(timeZone: string, ms: number): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(ms);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? "00";
  const local = `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}Z`;
  return Date.parse(local) - Math.floor(ms / 1_000) * 1_000;
}
