/**
 * A rolling deploy in small: processes of the release before the newest migration and of this one over one database.
 * `npm run proof:deploy` does it under load, through a proxy.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { formSettings } from "../../src/platform/postgres/answers/value-forms.ts";
import { killStarted, program, startProgram, type ProgramProcess } from "../harness/program-process.ts";
import { simulatedOrder, smallMenu } from "../harness/small-menu.ts";
import { waitUntilTrue } from "../harness/wait-until.ts";

type Json = Record<string, unknown>;

const here = new URL("../../", import.meta.url).pathname;
const directory = mkdtempSync(join(tmpdir(), "maple-rolling-"));
const adminUrl = process.env["MAPLE_TEST_DATABASE_URL"] ?? "";
const database = `maple_rolling_${process.pid}`;
const token = "operator-token-of-the-rolling-test";

after(async () => {
  killStarted();
  rmSync(directory, { recursive: true, force: true });
  await admin(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
});

async function admin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The program of the release before the newest migration, with the packages of this one; none without the history. */
function programBefore(): string | undefined {
  const git = (...words: readonly string[]) =>
    execFileSync("git", words, { cwd: here, maxBuffer: 1024 ** 3, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", "db/migrations").toString().trim();
    const archive = git("archive", `${added}^`);
    const root = join(directory, "before");
    mkdirSync(root);
    execFileSync("tar", ["-x", "-C", root], { input: archive });
    symlinkSync(join(here, "node_modules"), join(root, "node_modules"));
    return join(root, "src/program/main.ts");
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A `serve` and a `work` of one release. */
interface Release {
  readonly url: string;
  readonly processes: readonly ProgramProcess[];
}

const environment = {
  DATABASE_URL: Object.assign(new URL(adminUrl === "" ? "postgres://unset" : adminUrl), { pathname: `/${database}` })
    .href,
  OPERATOR_TOKEN: token,
  SECRET_KEY: "cd".repeat(32),
  ALLOW_PRIVATE_WEBHOOKS: "on",
  DRAIN_SECONDS: "1",
  DATABASE_POOL_SIZE: "4",
};

async function start(entry: string): Promise<Release> {
  const [port, probes] = [await freePort(), await freePort()];
  const processes = [
    startProgram("serve", { ...environment, PORT: String(port) }, { entry }),
    startProgram("work", { ...environment, METRICS_PORT: String(probes) }, { entry }),
  ];
  await Promise.all(processes.map((each) => each.printed(/"msg":"started"/)));
  return { url: `http://127.0.0.1:${port}`, processes };
}

/** Calls a release; who is refused for now comes again with the same key, as every caller does. */
async function call(
  { url }: Release,
  method: string,
  path: string,
  key: string,
  body?: unknown,
  idempotencyKey: string = randomUUID(),
): Promise<Json> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    ...(method === "GET" ? {} : { "idempotency-key": idempotencyKey }),
  };
  const asked = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  let answer = await fetch(url + path, asked);
  while (answer.status === 503) {
    await answer.arrayBuffer();
    answer = await fetch(url + path, asked);
  }
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return (text === "" ? {} : JSON.parse(text)) as Json;
}

/** Takes deliveries in; remembers which event of which resource came. */
async function startReceiver() {
  const received = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as { event_type: string; resource_id: string };
      received.add(`${event.event_type} ${event.resource_id}`);
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

/** An app with a key that serves one location with a menu. */
async function setUp(release: Release, receiverUrl: string): Promise<{ key: string; locationId: string }> {
  const operator = "/operator/v1/test";
  const scopes = ["connections:write", "orders:read", "orders:write", "menus:write", "webhooks:read", "webhooks:write"];
  const app = await call(release, "POST", `${operator}/apps`, token, { name: "POS", scopes });
  const { key } = await call(release, "POST", `${operator}/apps/${String(app["id"])}/keys`, token, {});
  const location = await call(release, "POST", `${operator}/locations`, token, { name: "Here" });
  const [apiKey, locationId] = [String(key), String(location["id"])];
  await call(release, "PUT", `${operator}/apps/${String(app["id"])}/grants/${locationId}`, token);
  await call(release, "POST", `/v1/locations/${locationId}/connection`, apiKey);
  await call(release, "POST", "/v1/webhook_subscriptions", apiKey, {
    notification_url: receiverUrl,
    event_types: ["order.notification", "order.updated"],
  });
  await call(release, "POST", `/v1/locations/${locationId}/menu`, apiKey, smallMenu);
  return { key: apiKey, locationId };
}

test("two releases serve and work side by side on the newer schema, and the older one leaves in order (rules/operating 5.5)", async (context) => {
  const before = programBefore();
  if (before === undefined) return context.skip("there is no history of commits here");
  await admin(`CREATE DATABASE ${database}`);
  // The release before may not set the forms of values in its sessions, as ours does.
  for (const setting of formSettings) await admin(`ALTER DATABASE ${database} SET ${setting}`);
  const receiver = await startReceiver();
  try {
    assert.equal(await startProgram("migrate", environment, { entry: before }).ended, 0);
    const older = await start(before);
    const { key, locationId } = await setUp(older, receiver.url);
    const place = async (release: Release, number: string): Promise<string> =>
      String((await call(release, "POST", "/v1/sandbox/orders", key, simulatedOrder(locationId), number))["id"]);
    const accept = (release: Release, order: string, number: string) =>
      call(release, "POST", `/v1/orders/${order}/accept`, key, {}, number);
    const early = await place(older, "order-1");

    const migrating = startProgram("migrate", environment, { entry: program });
    assert.equal(await migrating.ended, 0, migrating.output());
    const ready = await fetch(`${older.url}/readyz`);
    assert.equal(ready.status, 200, await ready.text());
    const newer = await start(program);

    assert.equal(await place(newer, "order-1"), early, "a write is repeated at the other release");
    const late = await place(newer, "order-2");
    assert.equal(await place(older, "order-2"), late, "and the other way around");
    await accept(newer, early, "accept-1");
    await accept(older, late, "accept-2");
    for (const [release, order] of [
      [older, early],
      [newer, late],
    ] as const)
      assert.equal((await call(release, "GET", `/v1/orders/${order}`, key))["status"], "ACCEPTED");

    const codes = await Promise.all(older.processes.map((each) => each.end("SIGTERM")));
    assert.deepEqual(codes, [0, 0], older.processes.map((each) => each.output()).join("\n"));
    await call(newer, "POST", `/v1/orders/${early}/ready`, key, {}, "ready-1");
    const expected = [early, late].flatMap((order) => [`order.notification ${order}`, `order.updated ${order}`]);
    await waitUntilTrue(async () => expected.every((each) => receiver.received.has(each)));
    const verified = await call(newer, "GET", "/operator/v1/test/verify", token);
    assert.equal(verified["sound"], true, JSON.stringify(verified));
    assert.deepEqual(await Promise.all(newer.processes.map((each) => each.end("SIGTERM"))), [0, 0]);
  } finally {
    receiver.server.closeAllConnections();
    receiver.server.close();
  }
});
