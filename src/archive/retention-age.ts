/** Which orders may be archived: the age from the command line and from the setting, as a day. Pure. */

/** No order of the last year and a month is archived: reports compare with the year before. */
export const leastRetentionDays = 400;

const dayMs = 86_400_000;

/** The words of the command. */
export interface ArchiveWords {
  readonly service: "test" | "live";
  /** Orders of the days before; null: as ORDER_RETENTION_DAYS says. */
  readonly before: string | null;
  /** The folder that gets the archives. */
  readonly folder: string;
  /** Copy only: nothing is deleted. */
  readonly keeps: boolean;
}

/** Reads the words, or says which is wrong. */
export function parseArchiveWords(words: readonly string[]): ArchiveWords | string {
  let [service, before, folder, keeps]: [string, string | null, string, boolean] = ["test", null, "archive", false];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--keep") {
      keeps = true;
      continue;
    }
    const value = words[(at += 1)];
    if (value === undefined || value === "") return `${word} needs a value`;
    if (word === "--env") service = value;
    else if (word === "--before") before = value;
    else if (word === "--to") folder = value;
    else return `archive takes --env, --before, --to and --keep; it got ${word}`;
  }
  if (service !== "test" && service !== "live") return `--env is test or live; it is ${service}`;
  if (before !== null && dayOf(before) === undefined) return `--before is a day such as 2025-01-31; it is ${before}`;
  return { service, before, folder, keeps };
}

/** The first day (UTC) that stays, as `YYYY-MM-DD`; or why there is none. */
export function chooseDay(
  before: string | null,
  { retentionDays, now }: { readonly retentionDays: number | null; readonly now: number },
): string | { readonly problem: string } {
  if (before === null && retentionDays === null)
    return { problem: "say --before DAY, or set ORDER_RETENTION_DAYS: without them every order is kept" };
  const newest = startOfDay(now) - leastRetentionDays * dayMs;
  const wanted = before === null ? startOfDay(now) - (retentionDays ?? 0) * dayMs : (dayOf(before) ?? Infinity);
  if (wanted > newest)
    return { problem: `orders of the last ${leastRetentionDays} days stay: --before is ${iso(newest)} at the latest` };
  return iso(wanted);
}

/** The months from the one of a time to the one that a day is in, as the first moment of each and of the next. */
export function monthsUntil(
  from: number,
  day: string,
): readonly { readonly name: string; readonly starts: number; readonly ends: number }[] {
  const end = dayOf(day) ?? from;
  const months: { name: string; starts: number; ends: number }[] = [];
  const first = new Date(from);
  for (let ahead = 0; ; ahead += 1) {
    const starts = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + ahead, 1);
    if (starts >= end) return months;
    const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + ahead + 1, 1);
    months.push({ name: iso(starts).slice(0, 7), starts, ends: Math.min(next, end) });
  }
}

/** The start of a day, or undefined for what is no day. */
export function dayOf(text: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || iso(time) !== text ? undefined : time;
}

function startOfDay(time: number): number {
  return Math.floor(time / dayMs) * dayMs;
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
