/** The program as a person starts it: `dev` in an empty folder, and `migrate`, `serve` and `work` as their own processes. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import pg from "pg";
import { areAlive, killStarted, program, signal, startProgram, treeOf } from "../harness/program-process.ts";
import { waitUntilTrue } from "../harness/wait-until.ts";

const run = promisify(execFile);
/** Makes Node say that it is an older one: the command then hands over to a process of its own. */
const olderNode = `data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.0.0" } });`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

after(killStarted);

describe("npm start", () => {
  let folder: string;
  let port: number;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "maple-start-"));
    port = await freePort();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** What a shell may have for other servers. */
  const ofOthers = { PGSSLMODE: "require", PGOPTIONS: "-c default_transaction_read_only=on" };
  const env = () => ({ MAPLE_DATA_DIR: join(folder, ".maple"), PORT: String(port), ...ofOthers });
  const sandbox = () => JSON.parse(readFileSync(join(folder, ".maple", "sandbox.json"), "utf8"));
  const databaseLog = () => readFileSync(join(folder, ".maple", "maple.log"), "utf8");
  const postmasterFile = () => join(folder, ".maple", "postgres", "cluster", "postmaster.pid");

  test("prints a first call that works when pasted, and a signal to all of its processes stops it in order (rules/operating 5.2, 5.4, 5.7 and 9.3)", async () => {
    const service = startProgram("dev", env(), { flags: ["--import", olderNode] });
    const text = await service.printed(/Ctrl-C stops it/);
    const pasted = /^ {2}(curl -X POST [\s\S]*?'\})$|^ {2}(curl[\s\S]*?'$)/m.exec(text);
    assert.ok(pasted, text);
    const { stdout } = await run("bash", ["-c", pasted[0]]);
    const order = JSON.parse(stdout);
    assert.equal(order.object, "order", stdout);
    assert.equal(order.payment_status, "paid");
    const file = sandbox();
    assert.deepEqual(Object.keys(file), ["base_url", "operator_token", "app", "api_key", "locations", "people"]);
    assert.equal(file.base_url, `http://127.0.0.1:${port}`);
    assert.deepEqual(Object.keys(file.locations[0]), ["id", "name", "timezone"]);
    for (const { role, sign_in_url: link } of file.people)
      assert.ok(text.includes(link), `${role} is not in the banner`);
    const staff = file.people.find(({ role }: { readonly role: string }) => role === "staff");
    const signedIn = await fetch(staff.sign_in_url, { redirect: "manual" });
    assert.deepEqual(
      [signedIn.status, signedIn.headers.get("location")],
      [303, "/"],
      "one click signs in and leads on",
    );
    const tree = await treeOf(service.child.pid ?? -1);
    assert.ok(
      tree.includes(Number.parseInt(readFileSync(postmasterFile(), "utf8"), 10)),
      "the database is one of them",
    );
    for (const pid of tree) signal(pid, "SIGTERM");
    // And once more while the stop is under way, as a supervisor does that signals twice, or a command that hands over.
    await waitUntilTrue(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status !== 200);
    for (const pid of tree) signal(pid, "SIGTERM");
    assert.equal(await service.ended, 0, service.output());
    assert.equal(await areAlive(tree), false);
    assert.equal(existsSync(postmasterFile()), false);
  });

  test("a second start keeps what was there, also after SIGKILL, and repairs nothing (rules/operating 5.1 and 5.4)", async () => {
    const first = startProgram("dev", env());
    await first.printed(/Ctrl-C stops it/);
    const { api_key: key } = sandbox();
    const list = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
      return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    const before = await list();
    assert.equal(before.length, 100, "the demonstration has a past");
    const tree = await treeOf(first.child.pid ?? -1);
    await first.end("SIGKILL");
    await waitUntilTrue(async () => !(await areAlive(tree)));
    const second = startProgram("dev", env(), { flags: ["--import", olderNode] });
    await second.printed(/Ctrl-C stops it/);
    assert.equal(sandbox().api_key, key);
    assert.deepEqual(await list(), before);
    const others = await treeOf(second.child.pid ?? -1);
    await second.end("SIGKILL");
    await waitUntilTrue(async () => !(await areAlive(others)));
    assert.equal(existsSync(postmasterFile()), false, "the program has stopped in order though nobody told it to");
    assert.doesNotMatch(databaseLog(), /not properly shut down/);
    assert.equal(databaseLog().match(/database system is ready/g)?.length, 3);
  });

  test("a taken port is said in one line", async () => {
    const blocker = createServer().listen(port, "127.0.0.1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    const service = startProgram("dev", env());
    await service.printed(/./);
    assert.equal(await new Promise((resolve) => service.child.on("exit", resolve)), 1);
    assert.match(
      service.output(),
      /^maple: port \d+ on 127\.0\.0\.1 is taken \(PORT\); stop what uses it, .*PORT=8090\n$/,
    );
    await new Promise((resolve) => blocker.close(resolve));
  });
});

describe("configuration", () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>, RegExp])[] = [
    ["serve", "no DATABASE_URL", {}, /DATABASE_URL is required for serve/],
    ["serve", "no secrets", { DATABASE_URL: "postgres://127.0.0.1:1/x" }, /SECRET_KEY is required/],
    ["dev", "a port that is none", { PORT: "eighty" }, /PORT must be a whole number from 0 to 65535; it is "eighty"/],
    ["dev", "an unknown flag", { ALLOW_PRIVATE_WEBHOOKS: "maybe" }, /ALLOW_PRIVATE_WEBHOOKS must be on or off/],
    ["explode", "an unknown command", {}, /unknown command explode; use dev, serve, work, migrate, archive or doctor/],
    [
      "serve",
      "live with the test processor",
      {
        DATABASE_URL: "postgres://a/x",
        LIVE_DATABASE_URL: "postgres://a/y",
        OPERATOR_TOKEN: "x".repeat(24),
        SECRET_KEY: "0".repeat(64),
      },
      /live does not start with PAYMENT_PROCESSOR=test/,
    ],
  ];
  for (const [command, name, env, message] of cases) {
    test(`${command} with ${name} says what to change (rules/operating 7.3, 9.2)`, async () => {
      const service = startProgram(command, env, { entry: program });
      assert.equal(await new Promise((resolve) => service.child.on("exit", resolve)), 1);
      assert.match(service.output(), message);
    });
  }
});

describe("words behind a command of the service", () => {
  test("one that nobody knows is refused, and nothing starts", async () => {
    const service = startProgram("dev", {}, { words: ["--prot", "3"] });
    assert.equal(await service.ended, 1);
    assert.match(service.output(), /^maple: dev does not know --prot; its settings are variables/);
  });

  for (const [command, said] of [
    ["dev", /^ *maple dev +run everything in one process/m],
    ["archive", /^maple archive \[--before DAY\]/],
    ["doctor", /^maple doctor \[--json\]/],
  ] as const)
    test(`${command} --help tells of the command`, async () => {
      const service = startProgram(command, {}, { words: ["--help"] });
      assert.equal(await service.ended, 0);
      assert.match(service.output(), said);
    });
});

describe("migrate, serve and work with DATABASE_URL", () => {
  const adminUrl = process.env["MAPLE_TEST_DATABASE_URL"] ?? "";
  const name = `maple_process_${process.pid}`;
  const url = Object.assign(new URL(adminUrl === "" ? "postgres://unset" : adminUrl), { pathname: `/${name}` }).href;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  before(() => admin(`CREATE DATABASE ${name}`));
  after(() => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

  test("an event recorded by serve is delivered by work, and both stop cleanly (rules/operating 5.2; rules/operating 1.10)", async (context) => {
    const port = await freePort();
    const env = {
      DATABASE_URL: url,
      OPERATOR_TOKEN: "operator-token-of-the-process-test",
      SECRET_KEY: "ab".repeat(32),
      PORT: String(port),
      ALLOW_PRIVATE_WEBHOOKS: "on",
      DRAIN_SECONDS: "1",
    };
    const migrating = startProgram("migrate", env);
    await migrating.printed(/test: applied 0001-platform\.sql/);
    const [serve, work] = [
      startProgram("serve", env),
      startProgram("work", { ...env, METRICS_PORT: String(await freePort()) }),
    ];
    await Promise.all([serve.printed(/"msg":"started"/), work.printed(/"msg":"started"/)]);
    const received = Promise.withResolvers<string>();
    const receiver = createServer((request, response) => {
      request.resume().on("end", () => {
        response.end();
        received.resolve(String(request.headers["x-service-event-id"]));
      });
    }).listen(0, "127.0.0.1");
    context.after(() => receiver.close());
    await once(receiver, "listening");
    const base = `http://127.0.0.1:${port}`;
    const call = async (method: string, path: string, token: string, body?: unknown) => {
      const answer = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
      return answer.json() as Promise<Record<string, string>>;
    };
    async function useReceiver({ port: receiverPort }: AddressInfo): Promise<void> {
      const operator = "/operator/v1/test";
      const app = await call("POST", `${operator}/apps`, env.OPERATOR_TOKEN, {
        name: "POS",
        scopes: ["webhooks:write", "webhooks:read"],
      });
      const { key = "" } = await call("POST", `${operator}/apps/${app["id"]}/keys`, env.OPERATOR_TOKEN, {});
      const hook = { notification_url: `http://127.0.0.1:${receiverPort}/`, event_types: ["store.provisioned"] };
      await call("POST", "/v1/webhook_subscriptions", key, hook);
      const location = await call("POST", `${operator}/locations`, env.OPERATOR_TOKEN, { name: "Here" });
      await call("PUT", `${operator}/apps/${app["id"]}/grants/${location["id"]}`, env.OPERATOR_TOKEN);
    }
    // What a call refuses is told at once, and no event is waited for.
    await useReceiver(receiver.address() as AddressInfo);
    assert.match(await received.promise, /^evt_/);
    // The role of the tests owns the schema, and their server keeps nothing safe: these two are said, and nothing else.
    const doctor = startProgram("doctor", { ...env, BASE_URL: base });
    assert.equal(await doctor.ended, 1, doctor.output());
    const told = [...doctor.output().matchAll(/^ {2}wrong {4}(\S+)/gm)].map(([, check]) => check);
    assert.deepEqual(
      told.filter((check) => check !== "settings" && check !== "disk"),
      ["role"],
      doctor.output(),
    );
    assert.deepEqual(await Promise.all([serve.end("SIGTERM"), work.end("SIGTERM")]), [0, 0]);
    // Whoever looks for why a process is gone finds that it was told to.
    for (const ended of [serve, work]) assert.match(ended.output(), /"msg":"started"[\s\S]*"msg":"stopping"/);
  });
});
