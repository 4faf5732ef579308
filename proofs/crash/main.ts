/**
 * npm run proof:crash [kills]: kills the service with SIGKILL at random moments while orders are placed and decided,
 * starts it again, and checks that nothing acknowledged is lost and nothing is applied twice. Every third time the
 * database server is killed too; every eighth time the service is killed once more while it starts. Ends with negative
 * controls: records and rows falsified on purpose, each of which the checks must notice. The exit code is 1 on any
 * violation.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connectDatabase, type TextDatabase } from "../../src/platform/postgres/database.ts";
import { createWakeups } from "../../src/platform/jobs/wakeups.ts";
import * as checks from "./checks.ts";
import { CrashClients } from "./clients.ts";
import { readExamples } from "../rig/examples.ts";
import { startCrashReceiver, type CrashReceiver } from "../rig/receiver.ts";
import { CrashingService, processesIn } from "../rig/service-process.ts";

const kills = Number(process.argv[2] ?? 50);
const clientCount = 6;
const readyLimitMs = 5_000;
const violations: string[] = [];
const readyTimes: number[] = [];

const directory = mkdtempSync(join(tmpdir(), "maple-crash-"));
let examples: ReadonlySet<string> = new Set();
const service = await CrashingService.create(directory);
const receiver = await startCrashReceiver();
try {
  await prove();
} finally {
  await service.kill({ postgres: true });
  await receiver.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
process.exitCode = violations.length > 0 ? 1 : 0;

async function prove(): Promise<void> {
  const began = performance.now();
  service.spawn();
  await service.untilReady();
  const { api_key: apiKey, locations } = await service.readSandbox();
  const locationId = locations[0]?.id ?? "";
  await subscribe(apiKey, receiver);
  await withDatabase(async ({ read }) => void (examples = await readExamples(read)));
  const clients = new CrashClients({ url: service.url, apiKey, locationId });
  console.log("kill  what                    answered  sent again  replayed  ready ms  violations");
  for (let kill = 1; kill <= kills;) kill = await runRound(clients, kill);
  await finish(clients);
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s in all`);
}

async function subscribe(apiKey: string, { url }: CrashReceiver): Promise<void> {
  const types = ["order.notification", "order.created", "order.paid", "order.cancelled", "order.updated"];
  const answer = await fetch(`${service.url}/v1/webhook_subscriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ notification_url: url, event_types: types }),
  });
  if (answer.status !== 201) throw new Error(`no subscription: ${await answer.text()}`);
}

/** Load, kill, start, check; answers the number of the next kill. */
async function runRound(clients: CrashClients, kill: number): Promise<number> {
  const answered = clients.acknowledged.length;
  const sentAgain = clients.sentAgain;
  const postgres = kill % 3 === 0;
  const again = kill % 8 === 0 && kill < kills;
  clients.start(clientCount);
  await delay(150 + Math.random() * 1_350);
  await service.kill({ postgres });
  service.spawn();
  if (again) {
    await delay(50 + Math.random() * 700);
    await service.kill({ postgres: false });
    service.spawn();
  }
  const readyMs = await service.untilReady();
  readyTimes.push(readyMs);
  // What was under way when the service died is answered now, under its key.
  await delay(50);
  await clients.pause();
  const fresh = clients.acknowledged.slice(answered);
  const older = clients.acknowledged.slice(0, answered).filter(() => Math.random() < 60 / (answered + 1));
  const found = [...clients.surprises.splice(0), ...(readyMs > readyLimitMs ? [`ready only after ${readyMs} ms`] : [])];
  found.push(...(await checks.checkReplays(clients, [...fresh, ...older])));
  await withDatabase(async (database) => {
    found.push(
      ...(await checks.checkHistories(database.read, clients.expected, examples)),
      ...(await checks.checkDatabase(database.read, examples)),
    );
  });
  report(found);
  const what = `service${postgres ? " + postgres" : ""}${again ? " + start" : ""}`;
  const columns = [
    kill,
    fresh.length,
    clients.sentAgain - sentAgain,
    fresh.length + older.length,
    Math.round(readyMs),
    found.length,
  ];
  const [number, ...rest] = columns.map(String);
  const widths = [8, 10, 8, 8, 10];
  console.log(
    `${number?.padStart(4)}  ${what.padEnd(24)}${rest.map((text, index) => text.padStart(widths[index] ?? 8)).join("  ")}`,
  );
  return kill + (again ? 2 : 1);
}

/** Lets the work that is left be done, checks everything once more, shows that the checks can fail, and stops. */
async function finish(clients: CrashClients): Promise<void> {
  await withDatabase(async (database) => {
    for (const end = Date.now() + 60_000; Date.now() < end && (await checks.countOpenWork(database.read)) > 0;)
      await delay(100);
    const open = await checks.countOpenWork(database.read);
    report(open > 0 ? [`${open} deliveries or refunds are still open`] : []);
    report(await checks.checkReplays(clients, clients.acknowledged));
    report(await checks.checkHistories(database.read, clients.expected, examples));
    report(await checks.checkDatabase(database.read, examples));
    report(await checks.checkDeliveries(database.read, receiver.received, examples));
    summarize(clients);
    const controls = await checks.runNegativeControls({ database, clients, received: receiver.received, examples });
    for (const [name, seen] of controls) {
      console.log(
        `negative control: ${name}: ${seen.length > 0 ? `noticed (${seen[0]?.slice(0, 110)})` : "NOT NOTICED"}`,
      );
      if (seen.length === 0) report([`the checks do not notice ${name}`]);
    }
  });
  const code = await service.stop();
  report(code === 0 ? [] : [`the service ended with ${code} when it was asked to stop`]);
  const left = processesIn(directory);
  report(left.length === 0 ? [] : [`processes are left: ${left.join(", ")}`]);
  console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
}

function summarize(clients: CrashClients): void {
  const counts = [...receiver.received.values()];
  const received = counts.reduce((sum, count) => sum + count, 0);
  const sorted = readyTimes.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(
    `${kills} kills, ${clients.expected.size} orders, ${clients.acknowledged.length} acknowledged writes, ` +
      `${clients.sentAgain} attempts without an answer\n${counts.length} events received, ${received - counts.length} of them once more; ` +
      `ready after ${Math.round(middle)} ms (median), ${Math.round(sorted.at(-1) ?? 0)} ms (worst)`,
  );
}

async function withDatabase(work: (database: TextDatabase) => Promise<void>): Promise<void> {
  const database = connectDatabase({
    livemode: false,
    url: service.databaseUrl(),
    poolSize: 2,
    applicationName: "proof-crash",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

function report(found: readonly string[]): void {
  for (const violation of found.slice(0, 10)) console.error(`VIOLATION: ${violation}`);
  violations.push(...found);
}
