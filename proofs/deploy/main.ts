/**
 * npm run proof:deploy [-- --from COMMIT] [--rate 100] [--caller diner|sandbox]: a rolling deploy from an older release
 * to this one, under orders of diners at a fixed rate through a proxy. The older release is the commit before the newest migration, or the named one. First
 * `migrate` runs, then each `serve` and `work` is replaced by a new one. No call may fail, no order may be lost or
 * doubled, what was refused must be taken when it is sent again, every process must end with 0, `verify` must be sound.
 * The negative control ends a process without a drain, which the checks must notice. The exit code is 1 on any violation.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { Services } from "../cluster/services.ts";
import { connectProofDatabase } from "../rig/proof-database.ts";
import { startBalancer, type Balancer } from "./balancer.ts";
import { SteadyOrders, type Caller } from "./steady-orders.ts";
import { numberOf, readOptions } from "../rig/read-options.ts";

const here = new URL("../../", import.meta.url).pathname;
const betweenMs = 3_000;
/** A new process answers from code that is not compiled yet: it serves for so long before the next one is replaced. */
const settleMs = 10_000;
/** The older release is warm, and its queues have spare time again, once no call has failed for so long. */
const evenMs = 20_000;
const warmWithinMs = 180_000;
/** Shorter than the proxy takes to see it: calls are sent to it all the while. */
const standsStillMs = 400;
const violations: string[] = [];
process.exitCode = await main();

async function main(): Promise<number> {
  const values = readOptions({
    from: { type: "string" },
    rate: { type: "string", default: "100" },
    caller: { type: "string", default: "diner" },
  });
  const commit = values.from ?? beforeNewestMigration();
  const directory = mkdtempSync(join(tmpdir(), "maple-deploy-"));
  try {
    const root = releaseOf(commit, join(directory, "release"));
    // What is deployed is the package: its screens are built and its types stripped before a process of it starts.
    execFileSync(process.execPath, ["scripts/build-packages.ts", "command"], { cwd: here, stdio: "ignore" });
    await prove(directory, root, { rate: numberOf("rate", values.rate), caller: callerOf(values.caller), commit });
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  for (const violation of violations.slice(0, 20)) console.log(`  violation: ${violation}`);
  console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
  return violations.length === 0 ? 0 : 1;
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: here, encoding: "utf8" }).trim();
}

function beforeNewestMigration(): string {
  const added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", "db/migrations");
  return git("rev-parse", `${added}^`);
}

/** The files of a commit in a folder, with the packages of this checkout. */
function releaseOf(commit: string, root: string): string {
  mkdirSync(root);
  const archive = execFileSync("git", ["archive", commit], { cwd: here, maxBuffer: 1024 ** 3 });
  execFileSync("tar", ["-x", "-C", root], { input: archive });
  symlinkSync(join(here, "node_modules"), join(root, "node_modules"));
  return root;
}

interface Load {
  readonly rate: number;
  readonly caller: Caller;
  readonly commit: string;
}

function callerOf(word: string): Caller {
  if (word === "diner" || word === "sandbox") return word;
  throw new Error(`--caller is diner or sandbox, not ${word}`);
}

async function prove(directory: string, root: string, { rate, caller, commit }: Load): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
  await postgres.createDatabase("maple_test");
  const url = postgres.url("maple_test");
  const secrets = { OPERATOR_TOKEN: randomBytes(24).toString("hex"), SECRET_KEY: randomBytes(32).toString("hex") };
  // As the units of systemd have it: the migration compiles what the new processes run.
  const compiled = { NODE_COMPILE_CACHE: join(directory, "compiled") };
  const environment = { DATABASE_URL: url, DRAIN_SECONDS: "3", TRUSTED_PROXIES: "1", ...compiled, ...secrets };
  const older = new Services({ directory, environment, root });
  const newer = new Services({
    directory,
    environment,
    root: join(here, "build", "command"),
    program: "src/program.js",
  });
  const balancer = await startBalancer();
  try {
    await older.seed(url);
    const first = await older.start("serve", "old-serve1");
    const second = await older.start("serve", "old-serve2");
    await older.start("work", "old-work");
    balancer.use([first.url, second.url]);
    const orders = new SteadyOrders(balancer.url, readSandbox(directory), caller);
    orders.start(rate);
    const before = await warmUp(orders);
    const migrated = await newer.run(["migrate"]);
    console.log(`from ${commit.slice(0, 12)}: ${migrated.text.trim()}, under load`);
    if (migrated.code !== 0) violations.push(`migrate ended with ${migrated.code}`);
    await replaceAll(older, newer, balancer);
    await delay(betweenMs);
    await orders.stop();
    const failed = orders.failed.slice(before.failed);
    console.log(
      `${orders.sent - before.sent} calls of ${caller === "diner" ? "diners" : "the sandbox"} at ${rate} a second, ${failed.length} failed; slowest ${orders.slowestMs} ms`,
    );
    violations.push(...failed.slice(0, 5), ...(failed.length > 0 ? ["calls failed"] : []));
    const refused = orders.refused.length;
    const taken = await orders.sendAgain();
    console.log(`${refused} calls were refused, those before the count among them; sent again, ${taken} are orders`);
    if (taken !== refused) violations.push("what was refused was not taken when it was sent again");
    await checkOrders(url, orders);
    await checkSound(newer.started.get("serve1")?.url ?? "", secrets.OPERATOR_TOKEN);
    await control(newer, balancer, orders, rate);
  } finally {
    await Promise.all([older.endAll(), newer.endAll()]);
    await balancer.close();
    await postgres.stop();
  }
}

/**
 * Waits until the older release, whose processes have just started, answers every call, as the one that is replaced in
 * production has for days; answers what was counted until then.
 */
async function warmUp(orders: SteadyOrders): Promise<{ readonly sent: number; readonly failed: number }> {
  const began = performance.now();
  for (let failed = -1; failed !== orders.failed.length; await delay(evenMs)) {
    if (performance.now() - began > warmWithinMs) {
      violations.push("the older release does not carry this rate here");
      break;
    }
    failed = orders.failed.length;
  }
  const counted = { sent: orders.sent, failed: orders.failed.length };
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`the older release was warm after ${seconds} s; ${counted.failed} calls failed before`);
  orders.slowestMs = 0;
  return counted;
}

/** Each older process is asked to end once a new one is ready, as docs/operating.md says. */
async function replaceAll(older: Services, newer: Services, balancer: Balancer): Promise<void> {
  for (const name of ["serve1", "serve2"]) {
    const began = performance.now();
    await newer.start("serve", name);
    console.log(`${name} is ready after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    balancer.use(urlsOf(older, newer));
    await delay(settleMs);
    await tellRefused(older, `old-${name}`);
    const code = await older.end(`old-${name}`);
    console.log(`${name} replaced; the older one ended with ${code}`);
    if (code !== 0) violations.push(`the older ${name} ended with ${code}`);
    balancer.use(urlsOf(older, newer));
    await tellRefused(newer, name);
  }
  await newer.start("work", "work");
  const code = await older.end("old-work");
  if (code !== 0) violations.push(`the older work ended with ${code}`);
}

/** Prints which calls a process has refused since its start, and why. */
async function tellRefused({ started }: Services, name: string): Promise<void> {
  const text = await (await fetch(`${started.get(name)?.url}/metrics`)).text();
  for (const [, labels, count] of text.matchAll(/^maple_admission_refused_total\{(.*)\} ([1-9]\d*)$/gm))
    console.log(`  refused by ${name} since its start: ${count}, ${labels}`);
}

function urlsOf(...all: readonly Services[]): readonly string[] {
  return all.flatMap(({ started }) =>
    [...started.values()].filter(({ name }) => name.includes("serve")).map(({ url }) => url),
  );
}

/** Every order that was acknowledged is there, and there is no other of these callers. */
async function checkOrders(url: string, orders: SteadyOrders): Promise<void> {
  const database = connectProofDatabase(url);
  try {
    const rows = await database.read.rows<{ readonly id: string }>(
      "SELECT id FROM orders WHERE id = ANY ($1::text[])",
      [[...orders.placed]],
    );
    if (rows.length !== orders.placed.size) violations.push(`${orders.placed.size - rows.length} orders are lost`);
    if (orders.placed.size + orders.failed.length !== orders.sent) violations.push("two calls were given one order");
  } finally {
    await database.close();
  }
}

async function checkSound(url: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/operator/v1/test/verify`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const sound = answer.status === 200 && (JSON.parse(text) as { readonly sound: boolean }).sound;
  console.log(`verify: ${sound ? "sound" : text.slice(0, 300)}`);
  if (!sound) violations.push("the data is not sound");
}

/** A process that stands still and is killed takes the calls with it that it has: the count must show it. */
async function control(newer: Services, balancer: Balancer, orders: SteadyOrders, rate: number): Promise<void> {
  const before = orders.failed.length;
  orders.start(rate);
  await delay(betweenMs);
  newer.started.get("serve2")?.child.kill("SIGSTOP");
  await delay(standsStillMs);
  await newer.end("serve2", "SIGKILL");
  await delay(betweenMs);
  await orders.stop();
  balancer.use(urlsOf(newer));
  const noticed = orders.failed.length - before;
  console.log(`negative control, a process that is killed: ${noticed} calls failed`);
  if (noticed === 0) violations.push("the proof does not notice a process that is killed");
}

function readSandbox(directory: string): { readonly apiKey: string; readonly locationId: string } {
  const sandbox = JSON.parse(readFileSync(join(directory, "maple", "sandbox.json"), "utf8")) as {
    readonly api_key: string;
    readonly locations: readonly { readonly id: string }[];
  };
  return { apiKey: sandbox.api_key, locationId: sandbox.locations[0]?.id ?? "" };
}
