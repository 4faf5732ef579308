/**
 * Reads a compiled zone file (TZif, RFC 9636) into the table of its changes: first the explicit changes, then those of
 * the rule in the footer until the table ends. Pure. A file that is not TZif of version 2 or later gives undefined.
 */
import { tableFrom, tableUntil, type ZoneTable } from "../kernel/zone-offsets.ts";

const headerBytes = 44;

/** The table of a zone file, in the years that tables cover. */
export function parseZoneFile(bytes: Buffer): ZoneTable | undefined {
  if (bytes.length < headerBytes || bytes.toString("latin1", 0, 4) !== "TZif" || bytes[4] === 0) return undefined;
  // The first block holds 32-bit times for old readers; the second the same with 64 bits.
  const first = countsAt(bytes, 0);
  const start =
    headerBytes + first.times * 5 + first.types * 6 + first.characters + first.leaps * 8 + first.standard + first.ut;
  const counts = countsAt(bytes, start);
  const at = start + headerBytes;
  const typesAt = at + counts.times * 9;
  const offsetOf = (type: number): number => bytes.readInt32BE(typesAt + type * 6) * 1000;
  const changes: Change[] = [];
  for (let index = 0; index < counts.times; index++) {
    const type = bytes[at + counts.times * 8 + index] ?? 0;
    changes.push({ at: Number(bytes.readBigInt64BE(at + index * 8)) * 1000, offset: offsetOf(type) });
  }
  const footerAt = typesAt + counts.types * 6 + counts.characters + counts.leaps * 12 + counts.standard + counts.ut;
  const rule = parseRule(bytes.toString("latin1", footerAt).trim());
  const last = changes.at(-1)?.at ?? -Infinity;
  return toTable(offsetOf(0), [...changes, ...changesOfRule(rule, last)]);
}

interface Change {
  readonly at: number;
  /** From then on, in milliseconds ahead of UTC. */
  readonly offset: number;
}

function countsAt(bytes: Buffer, at: number) {
  const [ut, standard, leaps, times, types, characters] = [20, 24, 28, 32, 36, 40].map((offset) =>
    bytes.readUInt32BE(at + offset),
  );
  return {
    ut: ut ?? 0,
    standard: standard ?? 0,
    leaps: leaps ?? 0,
    times: times ?? 0,
    types: types ?? 0,
    characters: characters ?? 0,
  };
}

function toTable(initial: number, all: readonly Change[]): ZoneTable {
  const changes: number[] = [];
  const offsets = [initial];
  for (const { at, offset } of all) {
    if (at >= tableUntil) break;
    if (offset === offsets.at(-1)) continue;
    if (at <= tableFrom) offsets[0] = offset;
    else {
      changes.push(at);
      offsets.push(offset);
    }
  }
  return { changes, offsets };
}

/** A day of the year and a time on it, by the clock before the change. */
interface RuleDay {
  readonly day: (year: number) => number;
  readonly timeMs: number;
}

interface Rule {
  readonly standard: number;
  readonly summer: { readonly offset: number; readonly from: RuleDay; readonly until: RuleDay } | null;
}

const dayMs = 24 * 3_600_000;
const name = "(?:[A-Za-z]{3,}|<[^>]+>)";
const ruleForm = new RegExp(`^${name}([+-]?[\\d:]+)(?:${name}([+-]?[\\d:]+)?,([^,]+),([^,]+))?$`);

/** Reads a rule as POSIX writes it, "CET-1CEST,M3.5.0,M10.5.0/3"; undefined when there is none. */
function parseRule(text: string): Rule | undefined {
  const match = ruleForm.exec(text);
  if (match === null) return undefined;
  const [, standardText = "", summerText, from, until] = match;
  // POSIX counts west of Greenwich as positive.
  const standard = -readTime(standardText);
  if (from === undefined || until === undefined) return { standard, summer: null };
  const offset = summerText === undefined ? standard + 3_600_000 : -readTime(summerText);
  return { standard, summer: { offset, from: readDay(from), until: readDay(until) } };
}

function readTime(text: string): number {
  const [hours = "0", minutes = "0", seconds = "0"] = text.replace(/^[+-]/, "").split(":");
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return text.startsWith("-") ? -ms : ms;
}

function readDay(text: string): RuleDay {
  const [date = "", time] = text.split("/");
  const timeMs = time === undefined ? 2 * 3_600_000 : readTime(time);
  const month = /^M(\d+)\.(\d)\.(\d)$/.exec(date);
  if (month !== null) {
    const [, monthOfYear, week, weekday] = month.map(Number);
    return { day: (year) => nthWeekday(year, monthOfYear ?? 1, week ?? 1, weekday ?? 0), timeMs };
  }
  const number = Number(date.replace("J", ""));
  if (!date.startsWith("J")) return { day: (year) => Date.UTC(year, 0, 1) + number * dayMs, timeMs };
  // J counts from 1 and never counts the 29th of February.
  return {
    day: (year) => Date.UTC(year, 0, 1) + (number - 1 + (number > 59 && isLeap(year) ? 1 : 0)) * dayMs,
    timeMs,
  };
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}

/** Week 5 is the last one. */
function nthWeekday(year: number, month: number, week: number, weekday: number): number {
  const first = Date.UTC(year, month - 1, 1);
  let day = first + ((weekday - new Date(first).getUTCDay() + 7) % 7) * dayMs + (week - 1) * 7 * dayMs;
  while (new Date(day).getUTCMonth() !== month - 1) day -= 7 * dayMs;
  return day;
}

function changesOfRule(rule: Rule | undefined, after: number): Change[] {
  if (rule === undefined) return [];
  const { standard, summer } = rule;
  if (summer === null) return [{ at: after, offset: standard }];
  const firstYear = after === -Infinity ? 1970 : new Date(Math.max(after, tableFrom)).getUTCFullYear();
  const changes: Change[] = [];
  for (let year = firstYear; year < new Date(tableUntil).getUTCFullYear(); year++) {
    changes.push({ at: summer.from.day(year) + summer.from.timeMs - standard, offset: summer.offset });
    changes.push({ at: summer.until.day(year) + summer.until.timeMs - summer.offset, offset: standard });
  }
  return changes.filter(({ at }) => at > after).toSorted((a, b) => a.at - b.at);
}
