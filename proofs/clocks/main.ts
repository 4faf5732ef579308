/**
 * npm run proof:clocks [seconds]: runs `serve` and `work` on one database and sets their clocks, or the database's, while
 * orders are placed and delivered. Both programs are a day and 32 days ahead and an hour behind; the database is an hour
 * ahead. Nothing may be deleted early, every key must give its answer again, every signature must have the database's
 * time. Ends with negative controls. The exit code is 1 on any violation. Needs libfaketime.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { serverVariables } from "../../src/embedded-postgres/embedded-account.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { readDatabaseTime } from "../../src/platform/clock/database-time.sql.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { seedSandbox, type SeededSandbox } from "../../src/sandbox/seed-sandbox.command.ts";
import { connectProofDatabase } from "../rig/proof-database.ts";
import { findFaketime, ShiftedClock } from "../rig/shifted-clock.ts";
import * as checks from "./checks.ts";
import { ShiftedProcess } from "./shifted-process.ts";

const seconds = Number(process.argv[2] ?? 25);
const day = 86_400;
const library = findFaketime();
if (library === undefined) {
  console.error("libfaketime is not installed; on Debian: apt-get install faketime");
  process.exit(1);
}

const directory = mkdtempSync(join(tmpdir(), "maple-clocks-"));
chmodSync(directory, 0o755);
mkdirSync(join(directory, "clocks"), { mode: 0o755 });
const clocks = {
  program: new ShiftedClock(join(directory, "clocks", "program"), library),
  database: new ShiftedClock(join(directory, "clocks", "database"), library),
};
// The server reads the clock of its own file; nothing else of its environment changes.
Object.assign(serverVariables, clocks.database.environment);

const heard: checks.Heard[] = [];
const placed: checks.Placed[] = [];
const processes = new Set<ShiftedProcess>();
let violations = 0;
let postgres: EmbeddedPostgres | undefined;
let database: TextDatabase | undefined;
try {
  postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
  await postgres.createDatabase("maple_test");
  const url = postgres.url("maple_test");
  await migrate(url);
  database = connectProofDatabase(url);
  await prove(url, database);
} finally {
  for (const each of processes) each.kill();
  await database?.close();
  await postgres?.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
process.exitCode = violations > 0 ? 1 : 0;

async function prove(url: string, on: TextDatabase): Promise<void> {
  const { apiKey, location } = await seed(on);
  const receiver = await startReceiver(on);
  const port = await freePort();
  const environment = {
    DATABASE_URL: url,
    OPERATOR_TOKEN: randomUUID(),
    SECRET_KEY: "ab".repeat(32),
    ALLOW_PRIVATE_WEBHOOKS: "on",
    PORT: String(port),
    MAPLE_DATA_DIR: directory,
    ...clocks.program.environment,
  };
  const send = async (path: string, body: unknown, key: string): Promise<checks.Placed> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    });
    return { key, status: answer.status, text: await answer.text() };
  };
  const place = (key: string): Promise<checks.Placed> => send("/v1/sandbox/orders", { location_id: location.id }, key);
  const start = async (command: "serve" | "work"): Promise<ShiftedProcess> => {
    const started = new ShiftedProcess(command, environment);
    processes.add(started);
    await started.untilSaid('"msg":"started"');
    return started;
  };

  for (const [words, shift] of [
    ["a day ahead", day],
    ["32 days ahead", 32 * day],
    ["an hour behind", -3_600],
  ] as const) {
    clocks.program.set(shift);
    const alone = new ShiftedProcess("work", environment);
    const code = await alone.ended();
    const isRefused = code === 1 && alone.said.includes("the clock of this machine is");
    report(`work alone, ${words}, is refused`, isRefused ? [] : [`it ended with ${code}: ${alone.said.slice(-300)}`]);
    clocks.program.set(0);
  }

  const serve = await start("serve");
  let work = await start("work");
  const subscribed = await send(
    "/v1/webhook_subscriptions",
    { notification_url: receiver.url, event_types: ["order.notification"] },
    randomUUID(),
  );
  if (subscribed.status !== 201) throw new Error(`no subscription: ${subscribed.text}`);
  for (const [words, which, shift] of [
    ["serve and work a day ahead", "program", day],
    ["serve and work 32 days ahead", "program", 32 * day],
    ["serve and work an hour behind", "program", -3_600],
    ["the database an hour ahead", "database", 3_600],
  ] as const) {
    await checks.plantYoungRows(on);
    const kept = await checks.countKept(on.read);
    const first = { heard: heard.length, placed: placed.length, said: serve.said.length };
    clocks[which].set(shift);
    // A worker that starts runs every sweep at once.
    await delay(12_000);
    await work.stop();
    processes.delete(work);
    work = await start("work");
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await delay(250))
      placed.push(await place(randomUUID()));
    await untilDelivered(on);
    const fresh = placed.slice(first.placed);
    const received = heard.slice(first.heard);
    const isTold = (): boolean => serve.said.slice(first.said).includes("most processes see the clock");
    for (const end = performance.now() + 30_000; performance.now() < end && !isTold(); await delay(100));
    report(words, [
      ...fresh.filter(({ status }) => status !== 201).map(({ text }) => `not placed: ${text}`),
      ...checks.checkKept(kept, await checks.countKept(on.read)),
      ...(await checks.checkReplays(placed, place)),
      ...checks.checkSignatures(received),
      ...(received.length < fresh.length ? [`${fresh.length - received.length} orders were not told of`] : []),
      ...(isTold() ? [] : ["no process told that the clocks disagree"]),
    ]);
    console.log(
      `  ${fresh.length} orders, ${received.length} deliveries, worst signature ${checks.worstSignature(received).toFixed(2)} s, ${placed.length} keys sent again`,
    );
    clocks[which].set(0);
    await delay(12_000);
  }
  await control(on, place);
  report("serve stops in order", (await serve.stop()) === 0 ? [] : ["it did not"]);
  report("work stops in order", (await work.stop()) === 0 ? [] : ["it did not"]);
  await receiver.stop();
}

/** Waits until nothing is left to deliver, for a minute at most; what is missing then is reported. */
async function untilDelivered(on: TextDatabase): Promise<void> {
  const open = "SELECT count(*) AS open FROM deliveries WHERE state = 'pending'";
  for (const end = performance.now() + 60_000; performance.now() < end; await delay(100))
    if ((await on.read.one<{ open: number }>(open)).open === 0) return;
}

/** Does by hand what a program 32 days ahead did before: each check must notice. */
async function control(on: TextDatabase, place: (key: string) => Promise<checks.Placed>): Promise<void> {
  const kept = await checks.countKept(on.read);
  await on.transaction((tx) =>
    tx.rows("DELETE FROM idempotency_keys WHERE created_at < now() + interval '32 days' - interval '30 days'"),
  );
  const noticed = {
    "keys deleted early": checks.checkKept(kept, await checks.countKept(on.read)),
    "answers of keys lost": await checks.checkReplays(placed.slice(0, 5), place),
    "a signature by the program's clock": checks.checkSignatures([
      { signedAt: Date.now() / 1000 + day, databaseAt: Date.now() / 1000 },
    ]),
  };
  for (const [words, found] of Object.entries(noticed))
    report(`negative control: ${words}`, found.length > 0 ? [] : ["it was not noticed"]);
}

function report(words: string, found: readonly string[]): void {
  violations += found.length;
  console.log(`${found.length === 0 ? "ok  " : "FAIL"} ${words}`);
  for (const each of found.slice(0, 5)) console.log(`     ${each}`);
}

async function seed(on: TextDatabase): Promise<SeededSandbox> {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../examples/menus/${name}.json`, import.meta.url), "utf8"));
  const { promise, resolve } = Promise.withResolvers<SeededSandbox>();
  await seedSandbox(on, { restaurant: read("small-bistro"), shop: read("corner-shop") }, async (seeded) =>
    resolve(seeded),
  );
  return promise;
}

async function startReceiver(on: TextDatabase) {
  const server = createServer((request, response) => {
    const signedAt = Number(request.headers["webhook-timestamp"]);
    request.resume().on("end", () => {
      void readDatabaseTime(on.read).then((at) => heard.push({ signedAt, databaseAt: at / 1000 }));
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
