/** The HTTP half of the zones bench: one service process, 16 connections, against the check of a location of each size. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import type { Id } from "../src/kernel/id.ts";
import { addZones } from "../src/delivery-zones/zones/change-zone.command.ts";
import { createWakeups } from "../src/platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../src/platform/postgres/database.ts";
import { connect, createApp, createLocation } from "../test/harness/factories.ts";
import { startDatabaseServer } from "../test/harness/database-server.ts";
import { BenchProcesses } from "../proofs/rig/processes.ts";
import { drawPoint, drawTown, seeded } from "../test/models/zones-town.ts";

const connections = 16;

/** Prints checks a second over HTTP for 10, 200 and 10,000 zones, and of `GET /v1/me` beside them. */
export async function measureHttp(seconds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "maple-bench-zones-"));
  const server = await startDatabaseServer(join(directory, "postgres"));
  const settings = { connections, seconds, warmupSeconds: 1, profiles: undefined };
  const processes = new BenchProcesses(directory, settings);
  const database = connectDatabase({
    livemode: false,
    url: server.templateUrl,
    poolSize: 2,
    applicationName: "bench-zones",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
  try {
    const app = await createApp(database);
    const sizes = [10, 200, 10_000];
    const locations = [];
    for (const count of sizes) locations.push(await makeLocation(database, app, count));
    const { url } = await processes.startService(server.templateUrl, "serve");
    const load = createLoad(url, app.key, seconds);
    console.log("\nover HTTP (one process, 16 connections, load generator in this process)");
    console.log(`GET /v1/me          ${await load("GET", "/v1/me", undefined)}`);
    for (const [at, location] of locations.entries()) {
      const path = `/v1/locations/${location}/delivery_zones/check`;
      const random = seeded(at);
      const rate = await load("POST", path, () => JSON.stringify({ ...drawPoint(random), subtotal: 2500 }));
      console.log(`check, ${String(sizes[at]).padStart(6)} zones ${rate}`);
    }
  } finally {
    await processes.endAll();
    await database.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function makeLocation(
  database: TextDatabase,
  app: { readonly id: Id<"app">; readonly key: string },
  count: number,
) {
  const id = await createLocation(database, { latitude: 40.7258, longitude: -73.9988 });
  await connect(database, app, id);
  const zones = drawTown(count);
  for (let from = 0; from < count; from += 1_000) {
    await database.transaction((tx) => addZones(tx, id, zones.slice(from, from + 1_000)));
  }
  return id;
}

function createLoad(url: string, key: string, seconds: number) {
  return async (method: "GET" | "POST", path: string, body: (() => string) | undefined): Promise<string> => {
    const pool = new Pool(url, { connections, pipelining: 1 });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const times: number[] = [];
    const run = async (until: number, keep: boolean): Promise<void> => {
      for (let began = performance.now(); began < until; began = performance.now()) {
        const answer = await pool.request({ method, path, headers, ...(body === undefined ? {} : { body: body() }) });
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
        if (keep) times.push(performance.now() - began);
      }
    };
    const all = (length: number, keep: boolean): Promise<unknown> => {
      const until = performance.now() + length * 1000;
      return Promise.all(Array.from({ length: connections }, () => run(until, keep)));
    };
    await all(1, false);
    await all(seconds, true);
    await pool.close();
    times.sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    return `${Math.round(times.length / seconds)
      .toLocaleString("en-US")
      .padStart(7)}/s   p50 ${at(0.5)} ms   p99 ${at(0.99)} ms`;
  };
}
