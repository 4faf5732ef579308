/** What `npm run proof:compose` does in namespaces of its own: the network, the containers, and what must hold of them. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readComposed } from "./composed.ts";
import { Container, must } from "./container.ts";

const folder = process.argv[2] ?? assert.fail("a folder");
const secret = (): string => randomBytes(16).toString("hex");
const [superuser, owner, service, operatorToken] = [secret(), secret(), secret(), secret()];
const settings = {
  "compose/passwords.env": [
    `POSTGRES_PASSWORD=${superuser}`,
    `OWNER_PASSWORD=${owner}`,
    `SERVICE_PASSWORD=${service}`,
    `REPLICATION_PASSWORD=${secret()}`,
    `CIPHER_PASSWORD=${secret()}`,
  ].join("\n"),
  // The test environment alone: live asks for keys of Stripe.
  "maple.env": [
    `DATABASE_URL=postgres://maple_service:${service}@db1:5432,db2:5432,db3:5432/maple_test?target_session_attrs=read-write`,
    `REPLICA_DATABASE_URL=postgres://maple_service:${service}@haproxy1:5001,haproxy2:5001/maple_test`,
    `OPERATOR_TOKEN=${operatorToken}`,
    `SECRET_KEY=${"ab".repeat(32)}`,
    "BASE_URL=http://serve-1:8080",
    "DRAIN_SECONDS=1",
    "LOG_LEVEL=warn",
  ].join("\n"),
};

must("mount", "-t", "tmpfs", "tmpfs", "/run/netns");
must("ip", "link", "set", "lo", "up");
must("ip", "link", "add", "maple0", "type", "bridge");
must("ip", "addr", "add", "10.83.0.1/24", "dev", "maple0");
must("ip", "link", "set", "maple0", "up");
const plans = readComposed(settings);
const hosts = join(folder, "hosts");
writeFileSync(
  hosts,
  ["127.0.0.1 localhost", ...plans.map(({ address, name }) => `${address} ${name}`)].join("\n") + "\n",
);
mkdirSync(join(folder, "volumes"));
const containers = new Map(
  plans.map((plan) => [plan.name, new Container(plan, { folder, tree: join(folder, "tree"), hosts })] as const),
);
const of = (name: string): Container => containers.get(name) ?? assert.fail(name);
const named = (pattern: RegExp): readonly Container[] =>
  [...containers].filter(([name]) => pattern.test(name)).map(([, each]) => each);

async function until(what: string, seconds: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > seconds * 1_000) throw new Error(`not within ${seconds} s: ${what}`);
    await delay(300);
  }
  console.log(`${what}: after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}

/** Starts each container when what it waits for is there, as compose does. */
async function up(): Promise<void> {
  const isThere = ([name, condition]: readonly [string, string]): boolean =>
    condition === "service_healthy" ? of(name).isHealthy() : of(name).hasCompleted;
  await until("every container is started", 240, () => {
    for (const each of containers.values())
      if (each.hasFailed) throw new Error(`${each.plan.name} ended`);
      else if (!each.isStarted && Object.entries(each.plan.waitsFor).every(isThere)) each.start();
    return [...containers.values()].every(({ isStarted }) => isStarted);
  });
  const checked = [...containers.values()].filter(({ plan }) => plan.healthCheck !== undefined);
  await until("every health check holds", 120, () => checked.every((each) => each.isHealthy()));
}

/** A statement by HAProxy or to one node, as the superuser. */
function ask(host: string, port: number, sql: string): string {
  const { stdout, stderr } = of("db1").run(
    ["psql", "-h", host, "-p", String(port), "-U", "postgres", "-d", "maple_test", "-Atc", sql],
    {
      PGPASSWORD: superuser,
      PGCONNECT_TIMEOUT: "3",
    },
  );
  return stdout.trim() || stderr.trim();
}

const operator = async (path: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const answer = await fetch(`http://${of("serve-1").plan.address}:8080/operator/v1/test/${path}`, { headers });
  assert.equal(answer.status, 200, path);
  return answer.json();
};

const isReady = async (name: string): Promise<boolean> => of(name).isHealthy();

async function primary(): Promise<Container> {
  const found = named(/^db\d$/).find(({ plan }) => ask(plan.name, 5432, "SELECT pg_is_in_recovery()") === "f");
  return found ?? assert.fail("no node takes writes");
}

async function prove(): Promise<void> {
  await up();
  assert.equal(ask("haproxy1", 5000, "SELECT pg_is_in_recovery()"), "f", "HAProxy leads to the primary");
  assert.equal(ask("haproxy2", 5001, "SELECT pg_is_in_recovery()"), "t", "and to a standby");
  assert.match(ask("haproxy1", 5000, "SELECT string_agg(sync_state, ' ') FROM pg_stat_replication"), /sync/);
  assert.match(JSON.stringify(await operator("verify")), /"sound":true/);
  const redirected = await fetch(`http://${of("proxy").plan.address}/`, {
    redirect: "manual",
    headers: { host: "api.example.com" },
  });
  assert.equal(redirected.status, 308, "Caddy answers");

  const told = of("serve-2").run(["node", "/opt/maple/bin/maple.js", "doctor"]);
  console.log(told.stdout);
  assert.equal(told.status, 0, "the doctor finds nothing wrong");

  await until(
    "WAL is archived",
    90,
    () => Number(ask("haproxy1", 5000, "SELECT archived_count FROM pg_stat_archiver")) > 0,
  );
  const backups = named(/^db\d$/).map((each) => each.run(["sh", "/opt/cluster/back-up.sh", "full"]));
  assert.deepEqual(
    backups.map(({ status }) => status),
    [0, 0, 0],
    backups.map(({ stderr }) => stderr).join("\n"),
  );
  const made = backups.filter(({ stdout }) => /full backup: /.test(stdout));
  assert.equal(made.length, 1, backups.map(({ stdout }) => stdout).join("\n"));
  console.log(made[0]?.stdout);

  const lost = await primary();
  lost.kill();
  await until(`another node than ${lost.plan.name} takes writes`, 60, async () =>
    named(/^db\d$/).some((each) => each !== lost && ask(each.plan.name, 5432, "SELECT pg_is_in_recovery()") === "f"),
  );
  for (const name of ["serve-1", "serve-2", "work-1", "work-2"])
    await until(`${name} is ready`, 30, () => isReady(name));
  lost.start();
  await until(
    `${lost.plan.name} is a standby`,
    60,
    () => ask(lost.plan.name, 5432, "SELECT pg_is_in_recovery()") === "t",
  );
  await until(
    "HAProxy leads to the new primary",
    15,
    () => ask("haproxy2", 5000, "SELECT pg_is_in_recovery()") === "f",
  );
  assert.match(JSON.stringify(await operator("verify")), /"sound":true/);

  assert.equal(of("prepare").run(of("prepare").plan.command).status, 0, "the databases are prepared a second time");
  const codes = await Promise.all(named(/^(serve|work)-/).map((each) => each.stop()));
  assert.deepEqual(codes, [0, 0, 0, 0], "SIGTERM ends the processes of Maple in order");
}

try {
  await prove();
  console.log("everything holds");
} catch (error) {
  console.error(error);
  for (const each of containers.values()) console.error(each.lastWords());
  process.exitCode = 1;
} finally {
  for (const pattern of [/^(serve|work|prox|hapr|migr|prep)/, /^db/, /^etcd/])
    await Promise.all(named(pattern).map((each) => each.stop()));
  process.exit();
}
