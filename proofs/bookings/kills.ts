/** Third part of npm run proof:bookings: the service is killed while it holds, books, changes and cancels. */
import { mkdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Id } from "../../src/kernel/id.ts";
import { localDate } from "../../src/kernel/wall-time.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { createBookableLocation } from "../../test/harness/booking-setup.ts";
import { tablesOfFour } from "../../test/harness/booking-partner.ts";
import { createApp } from "../../test/harness/factories.ts";
import { connectProofDatabase } from "../rig/proof-database.ts";
import { CrashingService } from "../rig/service-process.ts";

export interface KillOptions {
  readonly kills: number;
  readonly minutes: number;
}

interface Acknowledged {
  readonly id: string;
  status: string;
  version: number;
  /** A change or cancel was under way when the service died: either outcome is right. */
  unsure: boolean;
}

const clientCount = 8;

/** Kills and starts, again and again; answers what went wrong. */
export async function proveKills(dataDir: string, options: KillOptions): Promise<readonly string[]> {
  mkdirSync(dataDir, { recursive: true });
  const service = await CrashingService.create(dataDir);
  const violations: string[] = [];
  const known = new Map<string, Acknowledged>();
  const endsAt = Date.now() + options.minutes * 60_000;
  let kills = 0;
  service.spawn();
  try {
    await service.untilReady();
    const place = await withDatabase(service, setUp);
    for (; kills < options.kills && Date.now() < endsAt; kills++) {
      const clients = place.keys.map((key) => startClient(service.url, place.locationId, key, known));
      await delay(500 + Math.random() * 1_500);
      await service.kill({ postgres: kills % 3 === 2 });
      for (const client of clients) client.stop();
      await Promise.all(clients.map((client) => client.ended));
      service.spawn();
      await service.untilReady();
      violations.push(...(await withDatabase(service, (database) => checkAll(database, known))));
    }
    const stuck = await withDatabase(service, (database) => untilUnstuck(database));
    if (stuck > 0) violations.push(`kills: ${stuck} tables are held by holds that are over`);
    if (!(await withDatabase(service, noticesFalseRows))) violations.push("kills: the checks noticed no false row");
  } finally {
    await service.kill({ postgres: true });
  }
  console.log(
    `3. ${kills} kills: ${known.size} acknowledged bookings, ${violations.length} violations (lost, changed, or a table without an owner)`,
  );
  return violations;
}

async function withDatabase<T>(service: CrashingService, work: (database: TextDatabase) => Promise<T>): Promise<T> {
  const database = connectProofDatabase(service.databaseUrl(), 2);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function setUp(
  database: TextDatabase,
): Promise<{ readonly locationId: Id<"str">; readonly keys: readonly string[] }> {
  const configuration = { ...tablesOfFour(6), holdSeconds: 60, repair: false };
  const locationId = await createBookableLocation(database, configuration);
  const keys: string[] = [];
  // Many apps, so that the budget of requests a minute does not end the load.
  for (let client = 0; client < clientCount; client++) {
    const app = await createApp(database);
    await database.transaction((tx) =>
      tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [app.id, locationId]),
    );
    keys.push(app.key);
  }
  return { locationId, keys };
}

type Answer = Readonly<Record<string, unknown>>;

interface Client {
  readonly ended: Promise<void>;
  stop(): void;
}

function startClient(url: string, locationId: string, key: string, known: Map<string, Acknowledged>): Client {
  let stopped = false;
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  };
  const round = async (): Promise<void> => {
    const date = localDate("Europe/Paris", Date.now() + (1 + Math.floor(Math.random() * 20)) * 86_400_000);
    const query = `start=${date}T18:00&end=${date}T22:00&party_size=2`;
    const slots = await call("GET", `/v1/locations/${locationId}/booking_availability?${query}`);
    if (slots.status === 429) return delay(50);
    const data = (slots.body["data"] ?? []) as readonly { readonly slot_token: string }[];
    const slot = data[Math.floor(Math.random() * data.length)];
    if (slot === undefined) return;
    const hold = await call("POST", "/v1/booking_holds", { slot_token: slot.slot_token });
    if (hold.status !== 201) return;
    const guest = { first_name: "Ada", last_name: "Byron" };
    const made = await call("POST", "/v1/bookings", { hold_id: hold.body["id"], guest });
    if (made.status !== 201) return;
    const booking: Acknowledged = { ...read(made.body), unsure: false };
    known.set(booking.id, booking);
    const other = data[Math.floor(Math.random() * data.length)];
    const [what, body] = Math.random() < 0.5 ? ["change", { slot_token: other?.slot_token }] : ["venue_cancel", {}];
    booking.unsure = true;
    const changed = await call("POST", `/v1/bookings/${booking.id}/${what}`, body);
    if (changed.status === 200) Object.assign(booking, read(changed.body));
    booking.unsure = changed.status >= 500;
  };
  const run = async (): Promise<void> => {
    // The connection is lost when the service is killed; what was under way stays unsure.
    while (!stopped) await round().catch(() => delay(5));
  };
  return { ended: run(), stop: () => void (stopped = true) };
}

function read(body: Answer): { readonly id: string; readonly status: string; readonly version: number } {
  return { id: String(body["id"]), status: String(body["status"]), version: Number(body["version"]) };
}

/** Every acknowledged booking is as it was acknowledged, and every claim has a living owner with all of its tables. */
async function checkAll(database: TextDatabase, known: ReadonlyMap<string, Acknowledged>): Promise<readonly string[]> {
  const rows = await database.read.rows<{ id: string; status: string; version: number }>(
    "SELECT id, status, version FROM bookings WHERE id = ANY ($1)",
    [[...known.keys()]],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const wrong: string[] = [];
  for (const [id, booking] of known) {
    const row = stored.get(id);
    if (row === undefined) wrong.push(`kills: booking ${id} is lost`);
    else if (booking.unsure) Object.assign(booking, row, { unsure: false });
    else if (row.status !== booking.status || row.version !== booking.version)
      wrong.push(`kills: booking ${id} was ${booking.status} ${booking.version} and is ${row.status} ${row.version}`);
  }
  const unsound = await unsoundOwners(database);
  return [...wrong, ...unsound.map((owner) => `kills: the tables of ${owner} are not those that it should have`)];
}

/** Owners whose claims are not exactly their tables while they live, or not none when they are over. */
async function unsoundOwners(database: TextDatabase): Promise<readonly string[]> {
  const rows = await database.read.rows<{ owner: string }>(
    `WITH owners AS (
       SELECT id, CASE WHEN status IN ('pending', 'confirmed', 'in_service') THEN unit_ids ELSE '{}' END AS units FROM bookings
       UNION ALL
       SELECT id, CASE WHEN status IN ('live', 'pending') THEN unit_ids ELSE '{}' END FROM booking_holds
       UNION ALL
       SELECT id, CASE WHEN lifted_at IS NULL THEN unit_ids ELSE '{}' END FROM table_blocks WHERE ends_at > now()
     ), held AS (
       -- The claims of a block end by their time, like itself.
       SELECT owner_id, array_agg(unit_id::text ORDER BY unit_id) AS units FROM claims
       WHERE kind <> 'block' OR upper(during) > now() GROUP BY owner_id)
     SELECT coalesce(o.id, h.owner_id) AS owner FROM owners o FULL JOIN held h ON h.owner_id = o.id
     WHERE (SELECT coalesce(array_agg(u ORDER BY u), '{}') FROM unnest(o.units) AS u) IS DISTINCT FROM
       coalesce(h.units, '{}')`,
  );
  return rows.map((row) => row.owner);
}

/** Waits until the last hold is past its time and a second more; answers how many tables such holds still have. */
async function untilUnstuck(database: TextDatabase): Promise<number> {
  const { ms } = await database.read.one<{ ms: number | null }>(
    `SELECT (extract(epoch FROM max(expires_at) - clock_timestamp()) * 1000)::float8 AS ms
     FROM booking_holds WHERE status = 'live'`,
  );
  await delay(Math.max(0, Math.min(ms ?? 0, 60_000)) + 1_500);
  const { count } = await database.read.one<{ count: number }>(
    "SELECT count(*)::int AS count FROM claims WHERE expires_at <= clock_timestamp()",
  );
  return count;
}

/** Negative control: a booking that loses a table behind our back must be noticed. */
async function noticesFalseRows(database: TextDatabase): Promise<boolean> {
  const before = await unsoundOwners(database);
  await database.transaction((tx) =>
    tx.rows("DELETE FROM claims WHERE ctid = (SELECT min(c.ctid) FROM claims c WHERE c.kind = 'booking')"),
  );
  return (await unsoundOwners(database)).length === before.length + 1;
}
