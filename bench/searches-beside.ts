/**
 * Searches of free tables at a checkout of any commit, for bookings-beside.ts: ten venues of 120 tables with forty
 * parties each, windows of 1, 7 and 31 days in turn, at the full speed of sixteen callers. The venues are made through
 * the contract alone, which every commit keeps. The service is the checkout's own, on a durable PostgreSQL of this one.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { endWithThis } from "../proofs/rig/end-with-this.ts";
import { freePort } from "../proofs/rig/free-port.ts";
import { startEmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import { localDate } from "../src/kernel/wall-time.ts";
import { tablesOfFour } from "../test/harness/booking-partner.ts";

const callers = 16;
const venues = 10;
const parties = 40;
const windows = [1, 7, 31];
const dayMs = 86_400_000;
const operatorToken = "bench-operator-token-0123456789";
const scopes = ["locations:read", "bookings:configure", "bookings:read", "bookings:write"];

type Call = (method: string, path: string, body?: unknown, key?: string) => Promise<Response>;

/** Searches a second; the directory is for the data of this run. */
export async function measureSearches(checkout: string, directory: string, seconds: number): Promise<number> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "searched"), log: () => {} });
  let service: ChildProcess | undefined;
  let watch: Client | undefined;
  try {
    await postgres.createDatabase("searched");
    const port = await freePort();
    const environment = {
      DATABASE_URL: postgres.url("searched"),
      OPERATOR_TOKEN: operatorToken,
      SECRET_KEY: Buffer.alloc(32, 7).toString("hex"),
      MAPLE_DATA_DIR: join(directory, "data"),
      PORT: String(port),
      DATABASE_POOL_SIZE: String(callers),
    };
    const [code] = (await once(start(checkout, "migrate", environment), "exit")) as [number | null];
    if (code !== 0) throw new Error(`the migrations of ${checkout} ended with ${String(code)}`);
    service = start(checkout, "serve", environment);
    const call = await untilReady(`http://127.0.0.1:${port}`);
    watch = new Client({ connectionString: postgres.url("searched") });
    await watch.connect();
    const { locations, key } = await makeVenues(call, watch);
    const paths = locations.flatMap((id) => windows.map((days) => searchPath(id, days)));
    for (const path of paths) await ask(call, path, key);
    return await searchesPerSecond(call, paths, key, { watch, seconds });
  } finally {
    await watch?.end();
    if (service !== undefined && service.exitCode === null) {
      service.kill("SIGTERM");
      await once(service, "exit");
    }
    await postgres.stop();
  }
}

function start(checkout: string, command: "migrate" | "serve", environment: Readonly<Record<string, string>>) {
  const flags = join(checkout, "bin", "service-flags.json");
  const given = existsSync(flags) ? (JSON.parse(readFileSync(flags, "utf8")) as readonly string[]) : [];
  const child = spawn(process.execPath, [...given, join("src", "program", "main.ts"), command], {
    cwd: checkout,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return endWithThis(child);
}

async function untilReady(url: string): Promise<Call> {
  for (const end = performance.now() + 120_000; performance.now() < end; await delay(50)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status !== 200) continue;
    return (method, path, body, key = operatorToken) =>
      fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  }
  throw new Error("the service did not become ready");
}

/** One app that may read ten venues, each with parties on the evenings of the next month. */
async function makeVenues(call: Call, watch: Client): Promise<{ readonly locations: string[]; readonly key: string }> {
  const made = async (path: string, body?: unknown): Promise<{ readonly id: string; readonly key: string }> => {
    const answer = await call("POST", `/operator/v1/test${path}`, body);
    if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { readonly id: string; readonly key: string };
  };
  const app = await made("/apps", { name: "Searches", scopes });
  const { key } = await made(`/apps/${app.id}/keys`);
  const locations: string[] = [];
  for (let venue = 0; venue < venues; venue++) {
    const { id } = await made("/locations", {
      name: `Venue ${venue}`,
      status: "active",
      timezone: "Europe/Paris",
      bookings_enabled: true,
    });
    await must(call("PUT", `/operator/v1/test/apps/${app.id}/grants/${id}`));
    await must(call("PUT", `/v1/locations/${id}/booking_configuration`, { configuration: tablesOfFour(120) }, key));
    await forgetCalls(watch);
    await fill(call, id, key);
    await forgetCalls(watch);
    locations.push(id);
  }
  return { locations, key };
}

async function fill(call: Call, locationId: string, key: string): Promise<void> {
  const { data } = await ask(call, searchPath(locationId, 31), key);
  for (let party = 0; party < parties; party++) {
    const slot = data[Math.floor((party * data.length) / parties)];
    const held = await must(call("POST", "/v1/booking_holds", { slot_token: slot?.slot_token }, key));
    const { id } = (await held.json()) as { readonly id: string };
    const guest = { first_name: "Ada", last_name: `Byron ${party}` };
    await must(call("POST", "/v1/bookings", { hold_id: id, guest }, key));
  }
}

async function must(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

function searchPath(locationId: string, days: number): string {
  const [first, last] = [2, 1 + days].map((day) => localDate("Europe/Paris", Date.now() + day * dayMs));
  return `/v1/locations/${locationId}/booking_availability?start=${first}T18:00&end=${last}T23:00&party_size=2`;
}

async function ask(call: Call, path: string, key: string) {
  const answer = await must(call("GET", path, undefined, key));
  return (await answer.json()) as { readonly data: readonly { readonly slot_token: string }[] };
}

/** The budgets (rules/http 8.1, 8.2) would end a bench within a second: their table is kept empty. */
async function forgetCalls(watch: Client): Promise<void> {
  await watch.query("DELETE FROM rate_budgets");
}

async function searchesPerSecond(
  call: Call,
  paths: readonly string[],
  key: string,
  { watch, seconds }: { readonly watch: Client; readonly seconds: number },
): Promise<number> {
  const forgetting = setInterval(() => void forgetCalls(watch).catch(() => {}), 50);
  let answered = 0;
  let next = 0;
  const end = performance.now() + seconds * 1_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      const answer = await call("GET", paths[next++ % paths.length] ?? "", undefined, key);
      await answer.arrayBuffer();
      if (answer.status === 200) answered += 1;
      else if (answer.status !== 429) throw new Error(`a search was answered ${answer.status}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: callers }, caller));
  } finally {
    clearInterval(forgetting);
  }
  return answered / seconds;
}
