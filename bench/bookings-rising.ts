/**
 * Searches and floor reads over HTTP at rising load, with 10, 1,000 and 100,000 bookings in the books of ten venues of 120
 * tables: windows of 1, 7 and 31 days in turn; then the same while tables are being held and released. Part of
 * `npm run bench:bookings`. To reach: searches p99 under 25 ms at 200 a second, floor reads p99 under 10 ms.
 */
import { writeFileSync } from "node:fs";
import { localDate } from "../src/kernel/wall-time.ts";
import type { TextDatabase } from "../src/platform/postgres/database.ts";
import type { LoadResult } from "../proofs/rig/load.ts";
import type { BenchProcesses } from "../proofs/rig/processes.ts";

export interface Venues {
  readonly url: string;
  readonly database: TextDatabase;
  /** The keys of apps that may read all of the venues. */
  readonly keys: readonly string[];
  readonly locations: readonly string[];
  /** A file to write paths to. */
  readonly file: string;
  /** Holds a table at one of the venues and releases it. */
  readonly holdAndRelease: () => Promise<void>;
}

const wanted = { searchMs: 25, atRate: 200, floorMs: 10 };
const rates = [50, 100, 200, 400];
/** Long enough that one stall of the machine is not one in a hundred requests. */
const barSeconds = 24;
/** How often a table is held while searches are measured beside writes. */
const writeEveryMs = 100;
/** Two turns at two thirds of 120 tables, each evening. */
const perEvening = 160;

/** Measures both with more and more bookings; answers whether everything was reached. */
export async function measureRising(processes: BenchProcesses, venues: Venues): Promise<boolean> {
  let reached = true;
  for (const bookings of [10, 1_000, 100_000]) {
    await fillBooks(venues, bookings);
    console.log(`\n${bookings} bookings at ${venues.locations.length} venues`);
    for (const rate of rates) {
      const isBar = rate === wanted.atRate;
      const searched = await load(processes, venues, searches(venues), rate, isBar ? barSeconds : undefined);
      reached = tell(`${rate} searches a second`, searched, isBar ? wanted.searchMs : undefined) && reached;
    }
    const beside = await whileWriting(venues, () => load(processes, venues, searches(venues), wanted.atRate));
    reached = tell(`${wanted.atRate} searches a second beside ten holds a second`, beside) && reached;
    const floors = venues.locations.map((id) => `/v1/locations/${id}/booking_floor`);
    const floor = await load(processes, venues, floors, 100);
    reached = tell("100 floor reads a second", floor, wanted.floorMs) && reached;
  }
  return reached;
}

/** Prints a line; answers whether the bound, if there is one, was reached. */
function tell(what: string, { p50, p99, max, errors, perSecond }: LoadResult, boundMs?: number): boolean {
  const isReached = errors === 0 && (boundMs === undefined || p99 < boundMs);
  const bound = boundMs === undefined ? "" : ` (wanted ${boundMs}: ${isReached ? "reached" : "MISSED"})`;
  console.log(
    `  ${what}: ${perSecond.toFixed(0)} answered, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${bound}, longest ${max.toFixed(0)} ms${errors > 0 ? `, ${errors} ERRORS` : ""}`,
  );
  return isReached;
}

/** Ten times a second a table is held and released, at any of the venues. */
async function whileWriting<T>({ holdAndRelease }: Venues, work: () => Promise<T>): Promise<T> {
  const writes: Promise<void>[] = [];
  const writing = setInterval(() => void writes.push(holdAndRelease()), writeEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(writing);
    await Promise.all(writes);
  }
}

function load(
  processes: BenchProcesses,
  { url, keys, file }: Venues,
  paths: readonly string[],
  rate: number,
  seconds = processes.settings.seconds,
) {
  writeFileSync(file, JSON.stringify(paths));
  return processes.load({ url, key: keys, mode: "steady", rate, seconds, kind: "get", input: file });
}

/** Paths of searches from tomorrow on, a third of each length. */
function searches({ locations }: Venues): readonly string[] {
  const day = (days: number): string => localDate("Europe/Paris", Date.now() + days * 86_400_000);
  return locations.flatMap((id, index) =>
    [1, 7, 31].map(
      (days) =>
        `/v1/locations/${id}/booking_availability?start=${day(1)}T00:00&end=${day(1 + days)}T00:00&party_size=${1 + (index % 4)}`,
    ),
  );
}

/** Puts bookings with their claims into the books until there are so many, evening after evening from today on. */
async function fillBooks({ database, locations }: Venues, count: number): Promise<void> {
  const each = Math.ceil(count / locations.length);
  for (const locationId of locations) {
    await database.transaction(async (tx) => {
      tx.send(insertBookings, [locationId, each, perEvening]);
      tx.send(insertClaims, [locationId]);
      tx.send(countDays, [locationId]);
    });
  }
  // What the database does after such a flood by itself is not to fall into the measurement.
  await database.read.rows("VACUUM (ANALYZE) bookings, claims, booking_days");
  await database.read.rows("CHECKPOINT");
}

const insertBookings = `INSERT INTO bookings (id, location_id, kept_by, written_at, created_at, updated_at, updated_by, status, source, confirmation_code,
    starts_at, ends_at, local_start, time_zone, party_size, area_id, area_name, unit_ids, changeable_until, cancellable_until)
  SELECT 'bkg_' || substr(md5($1 || n), 1, 26), $1, 'native', now(), now(), now(), 'guest', 'confirmed', 'online', lpad(n::text, 8, '0'), at,
    at + interval '90 minutes', '', 'Europe/Paris', 2, 'room', 'Room', ARRAY['t' || 1 + n / 2 % ($3::int / 2)], at, at
  FROM generate_series(0, $2::int - 1) n, LATERAL (
    SELECT ((now() AT TIME ZONE 'Europe/Paris')::date + n / $3::int + time '18:00' + (n % 2) * interval '2 hours')
      AT TIME ZONE 'Europe/Paris' AS at) start
  ON CONFLICT DO NOTHING`;

const insertClaims = `INSERT INTO claims (location_id, unit_id, during, kind, owner_id, area_id, starts_at, party_size)
  SELECT location_id, unit_ids[1], tstzrange(starts_at, ends_at), 'booking', id, area_id, starts_at, party_size
  FROM bookings b WHERE location_id = $1 AND NOT EXISTS (SELECT FROM claims c WHERE c.owner_id = b.id)
  ON CONFLICT DO NOTHING`;

/** Writers count the dates that they write to; so must these. */
const countDays = `INSERT INTO booking_days AS d (location_id, day, version, changed_at)
  SELECT DISTINCT location_id, (starts_at AT TIME ZONE 'Europe/Paris')::date, 1, now() FROM bookings WHERE location_id = $1
  ON CONFLICT (location_id, day) DO UPDATE SET version = d.version + 1, changed_at = now()`;
