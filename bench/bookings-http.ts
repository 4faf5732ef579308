/**
 * The second half of npm run bench:bookings (node bench/bookings-http.ts [seconds]): the booking calls over HTTP on a
 * durable embedded PostgreSQL, with one service process. Prints holds and bookings a second at ten venues and at one, and
 * reads of the floor of 120 tables, at the full speed of sixteen callers, beside a bare GET /readyz; then searches at
 * rising load (bookings-rising.ts). The exit code is 1 when a bound is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localDate } from "../src/kernel/wall-time.ts";
import type { TextDatabase } from "../src/platform/postgres/database.ts";
import { startEmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { connectProofDatabase } from "../proofs/rig/proof-database.ts";
import { tablesOfFour } from "../test/harness/booking-partner.ts";
import { createBookableLocation } from "../test/harness/booking-setup.ts";
import { createApp } from "../test/harness/factories.ts";
import { measureRising } from "./bookings-rising.ts";
import { BenchProcesses } from "../proofs/rig/processes.ts";

const seconds = Number(process.argv[2] ?? 8);
const connections = 16;
const apps = 60;

interface BenchLocation {
  readonly key: string;
  readonly locationId: string;
}

const directory = mkdtempSync(join(tmpdir(), "maple-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
const processes = new BenchProcesses(directory, { connections, seconds, warmupSeconds: 1, profiles: undefined });
try {
  await postgres.createDatabase("maple_test");
  await migrate(postgres.url("maple_test"));
  const database = connectProofDatabase(postgres.url("maple_test"));
  const choices = await setUp(database);
  // The budgets (rules/http 8.1, 8.2) would end a bench within a second: their table is kept empty.
  const forgetting = setInterval(() => {
    database.transaction((tx) => tx.rows("DELETE FROM rate_budgets")).catch(() => {});
  }, 100);
  const { url } = await processes.startService(postgres.url("maple_test"), "serve");
  await measure("GET /readyz (floor of this bench)", () => send(url, "GET", "/readyz"));
  await measure("GET booking_floor, 120 tables", () => {
    const { key, locationId } = pick(choices);
    return send(url, "GET", `/v1/locations/${locationId}/booking_floor`, key);
  });
  for (const venues of [10, 1]) {
    const at = choices.filter((choice) =>
      new Set(choices.slice(0, venues).map((p) => p.locationId)).has(choice.locationId),
    );
    const tokens = await searchTokens(url, at);
    await measure(`hold and book, ${venues} venue${venues > 1 ? "s" : ""}`, () => holdAndBook(url, pick(tokens)));
  }
  const venues = [...new Set(choices.map(({ locationId }) => locationId))];
  const file = join(directory, "paths.json");
  const reached = await measureRising(processes, {
    url,
    database,
    keys: await chainsOf(database, venues),
    locations: venues,
    file,
    holdAndRelease: holdingAndReleasing(url, await searchTokens(url, choices)),
  });
  process.exitCode = reached ? 0 : 1;
  clearInterval(forgetting);
  await database.close();
} finally {
  await processes.endAll();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Ten venues of 120 tables, each granted to six apps, so that no app uses up its budget too soon. */
async function setUp(database: TextDatabase): Promise<readonly BenchLocation[]> {
  const locations: string[] = [];
  for (let venue = 0; venue < 10; venue++) {
    locations.push(await createBookableLocation(database, { ...tablesOfFour(120), repair: false }));
  }
  const choices: BenchLocation[] = [];
  for (let index = 0; index < apps; index++) {
    const app = await createApp(database);
    const locationId = locations[index % locations.length] ?? "";
    await database.transaction((tx) =>
      tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [app.id, locationId]),
    );
    choices.push({ key: app.key, locationId });
  }
  return choices;
}

/**
 * Apps that may read all of them: as many as 200 searches a second take with 60 a minute each. One app alone would measure
 * how long two hundred callers wait for one counter.
 */
async function chainsOf(database: TextDatabase, locations: readonly string[]): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let chain = 0; chain < 200; chain++) {
    const app = await createApp(database);
    await database.transaction((tx) =>
      tx.rows("INSERT INTO grants (app_id, location_id) SELECT $1, id FROM unnest($2::text[]) AS id", [
        app.id,
        locations,
      ]),
    );
    keys.push(app.key);
  }
  return keys;
}

interface Token {
  readonly key: string;
  readonly token: string;
}

async function searchTokens(url: string, choices: readonly BenchLocation[]): Promise<readonly Token[]> {
  const tokens: Token[] = [];
  for (const { key, locationId } of choices) {
    const [first, last] = [2, 30].map((days) => localDate("Europe/Paris", Date.now() + days * 86_400_000));
    const query = `start=${first}T18:00&end=${last}T23:00&party_size=2`;
    const answer = await fetch(`${url}/v1/locations/${locationId}/booking_availability?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!answer.ok) throw new Error(`the search was refused: ${await answer.text()}`);
    const { data } = (await answer.json()) as { readonly data: readonly { readonly slot_token: string }[] };
    tokens.push(...data.map(({ slot_token }) => ({ key, token: slot_token })));
  }
  return tokens;
}

async function holdAndBook(url: string, { key, token }: Token): Promise<number> {
  const held = await send(url, "POST", "/v1/booking_holds", key, { slot_token: token }, true);
  if (typeof held === "number") return held;
  const guest = { first_name: "Ada", last_name: "Byron" };
  return send(url, "POST", "/v1/bookings", key, { hold_id: held.id, guest });
}

/** A table is held and released; one that went to somebody else meanwhile is let go. */
function holdingAndReleasing(url: string, tokens: readonly Token[]): () => Promise<void> {
  return async () => {
    const { key, token } = pick(tokens);
    const held = await send(url, "POST", "/v1/booking_holds", key, { slot_token: token }, true);
    if (typeof held === "number") {
      if (held !== 409) throw new Error(`a hold was answered ${held}`);
      return;
    }
    const released = await send(url, "DELETE", `/v1/booking_holds/${held.id}`, key);
    if (released >= 300) throw new Error(`a release was answered ${released}`);
  };
}

async function send(url: string, method: string, path: string, key?: string, body?: unknown): Promise<number>;
async function send(
  url: string,
  method: string,
  path: string,
  key: string,
  body: unknown,
  read: true,
): Promise<number | { readonly id: string }>;
async function send(url: string, method: string, path: string, key?: string, body?: unknown, read?: boolean) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return read === true && answer.status === 201 ? (JSON.parse(text) as { readonly id: string }) : answer.status;
}

function pick<T>(from: readonly T[]): T {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}

/** Sixteen callers, each with one call at a time. */
async function measure(name: string, work: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  const seen = new Map<number, number>();
  const end = performance.now() + seconds * 1000;
  const caller = async (): Promise<void> => {
    for (let began = performance.now(); began < end; began = performance.now()) {
      const status = await work();
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status < 300) times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  const others = [...seen].filter(([status]) => status >= 300).map(([status, count]) => `${count} x ${status}`);
  console.log(
    `${name.padEnd(36)} ${(times.length / seconds).toFixed(0).padStart(6)}/s  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  ${others.join(", ")}`,
  );
}
