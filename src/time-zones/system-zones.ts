/**
 * Compares the zone data of the runtime, which the program uses, with the zone data of the operating system
 * (rules/bookings 15.5).
 *
 * Guarantees: nothing is adopted, so every process answers the same on every machine. Other work comes between two zones:
 * all of them take some 0.3 s of processor. The result is for the log and the doctor. A file that cannot be read is skipped.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setImmediate as giveWay } from "node:timers/promises";
import type { Instant } from "../kernel/clock.ts";
import { isTimeZone } from "../kernel/wall-time.ts";
import { runtimeTable, type ZoneTable } from "../kernel/zone-offsets.ts";
import { parseZoneFile } from "./tzif.ts";

export const systemZoneDirectory = "/usr/share/zoneinfo";

export interface ZoneSources {
  /** As "2026c". */
  readonly runtimeVersion: string;
  /** Null when the system has no zone files, or does not say which they are. */
  readonly systemVersion: string | null;
  /** The zones that the two see differently within three years. */
  readonly differing: readonly string[];
}

export interface CompareOptions {
  readonly now: Instant;
  readonly directory?: string;
  readonly runtimeVersion?: string;
}

const threeYears = 3 * 366 * 24 * 3_600_000;

/** Compares the two sources: their versions, and the zones whose offsets differ now or within three years of `now`. */
export async function compareSystemZones(options: CompareOptions): Promise<ZoneSources> {
  const { now, directory = systemZoneDirectory, runtimeVersion = process.versions["tz"] ?? "" } = options;
  const systemVersion = readVersion(directory);
  if (systemVersion === null || systemVersion === runtimeVersion) {
    return { runtimeVersion, systemVersion, differing: [] };
  }
  const differing: string[] = [];
  for (const [timeZone, table] of readSystemZones(directory)) {
    await giveWay();
    if (changesBetween(table, now) !== changesBetween(runtimeTable(timeZone), now)) differing.push(timeZone);
  }
  return { runtimeVersion, systemVersion, differing };
}

/** The offset now and every change of the next three years, as text. */
export function changesBetween({ changes, offsets }: ZoneTable, now: Instant): string {
  const first = changes.findIndex((at) => at > now);
  const begin = first === -1 ? changes.length : first;
  const coming = changes.slice(begin).filter((at) => at < now + threeYears);
  return [offsets[begin], ...coming.map((at, index) => `${at} ${offsets[begin + index + 1]}`)].join(", ");
}

/** The zones of the system that the runtime knows by name, in the order of their names. */
export function* readSystemZones(directory = systemZoneDirectory): Generator<readonly [string, ZoneTable]> {
  for (const timeZone of listNames(directory, "").toSorted()) {
    const table = isTimeZone(timeZone) ? readZone(path.join(directory, timeZone)) : undefined;
    if (table !== undefined) yield [timeZone, table];
  }
}

function listNames(directory: string, below: string): string[] {
  return readdirSync(path.join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    // Zone names begin with a capital letter; "posix" and "right" are copies of the whole with other conventions.
    if (!/^[A-Z]/.test(entry.name)) return [];
    return entry.isDirectory() ? listNames(directory, name) : [name];
  });
}

function readZone(file: string): ZoneTable | undefined {
  try {
    return parseZoneFile(readFileSync(file));
  } catch {
    return undefined;
  }
}

function readVersion(directory: string): string | null {
  for (const [file, form] of [
    ["tzdata.zi", /^# version (\d{4}[a-z]*)/],
    ["+VERSION", /^(\d{4}[a-z]*)/],
  ] as const) {
    try {
      const version = form.exec(readFileSync(path.join(directory, file), "latin1").slice(0, 100))?.[1];
      if (version !== undefined) return version;
    } catch {
      // Not every system has both files.
    }
  }
  return null;
}
