/**
 * Where zone data comes from: the runtime's own, or the operating system's when that is newer (decisions for bookings,
 * section 11).
 *
 * Guarantees: after `adoptSystemZones` the one resolver (`kernel/zone-offsets.ts`) answers from the newer of the two for
 * every zone whose changes differ in the next three years. An older system changes nothing: its differences are only told.
 * Run once, before anything is served; the answer is for the log. A file that cannot be read leaves the runtime's data.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Instant } from "../kernel/clock.ts";
import { isTimeZone } from "../kernel/wall-time.ts";
import { runtimeTable, useZoneTables, type ZoneTable } from "../kernel/zone-offsets.ts";
import { parseZoneFile } from "./tzif.ts";

export const systemZoneDirectory = "/usr/share/zoneinfo";

export interface ZoneSources {
  /** As "2026c". */
  readonly runtimeVersion: string;
  /** Null when the system has no zone files, or does not say which they are. */
  readonly systemVersion: string | null;
  readonly used: "runtime" | "system";
  /** The zones that the two see differently within three years. */
  readonly differing: readonly string[];
}

export interface AdoptOptions {
  readonly now: Instant;
  readonly directory?: string;
  readonly runtimeVersion?: string;
}

const threeYears = 3 * 366 * 24 * 3_600_000;

/** Compares the two sources and uses the newer one. */
export function adoptSystemZones(options: AdoptOptions): ZoneSources {
  const { now, directory = systemZoneDirectory, runtimeVersion = process.versions["tz"] ?? "" } = options;
  const systemVersion = readVersion(directory);
  if (systemVersion === null || systemVersion === runtimeVersion) {
    return { runtimeVersion, systemVersion, used: "runtime", differing: [] };
  }
  const differing = new Map<string, ZoneTable>();
  for (const [timeZone, table] of readSystemZones(directory)) {
    if (changesBetween(table, now) !== changesBetween(runtimeTable(timeZone), now)) differing.set(timeZone, table);
  }
  // Versions are a year and a letter: their order is the order of their text.
  const used = systemVersion > runtimeVersion ? "system" : "runtime";
  if (used === "system") useZoneTables(differing);
  return { runtimeVersion, systemVersion, used, differing: [...differing.keys()] };
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
