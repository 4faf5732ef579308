/**
 * npm run bench:processes: four `serve` and four `work` processes on a durable PostgreSQL of 100 connections, with both
 * environments. To reach: at most 90 connections while all of them have work; limits that hold over all of them; fewer
 * than two workers that look at once for an event; four workers that deliver 2.5 times as much as one, to receivers that
 * wait 50 ms. `npm run bench:processes deliveries` measures one part (connections, wake-ups, deliveries); BENCH_ROUNDS
 * (3) repeats the deliveries, BENCH_SECONDS (10) is the length of the connections' part. BENCH_SHARE=0.08 gives each worker
 * that share of a core for its deliveries, on Linux and as root; whole cores need more of them than workers. The
 * exit code is 1 when a bar is missed.
 */
import { rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeRunDirectory } from "../../proofs/rig/run-directory.ts";
import { connectProofDatabase } from "../../proofs/rig/proof-database.ts";
import { stagedOrder, WebhookStage } from "../../proofs/rig/webhook-stage.ts";
import { newId } from "../../src/kernel/id.ts";
import { connect, createApp, createLocation } from "../../test/harness/factories.ts";
import { middle } from "../compare.ts";
import { countConnections, mostConnections } from "./connections.ts";
import { deliverWith, type Delivered } from "./deliveries.ts";
import { startMany } from "./many-processes.ts";
import { budget, readAsNetwork, readsOfNetwork, spendBudget } from "./shared-limits.ts";
import { LeaseLog } from "./wake-ups.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 10);
const share = process.env["BENCH_SHARE"] === undefined ? undefined : Number(process.env["BENCH_SHARE"]);
const only = process.argv[2];
const workers = 4;
const wantedTimes = 2.5;
/** Long enough that processes have told each other several times. */
const readingSeconds = 25;
const directory = makeRunDirectory();
console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
try {
  if (only === undefined || only === "connections") await measureConnections();
  if (only === undefined || only === "wake-ups") await measureWakeUps();
  if (only === undefined || only === "deliveries") await measureDeliveries();
} finally {
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function judge(name: string, isReached: boolean, figures: string): void {
  console.log(`${isReached ? "ok  " : "MISS"} ${name}: ${figures}`);
  if (!isReached) process.exitCode = 1;
}

async function measureConnections(): Promise<void> {
  const wanted = { directory: join(directory, "many"), serve: 4, work: workers, log: () => {} };
  const many = await startMany(wanted);
  const database = connectProofDatabase(many.testUrl, 2);
  const live = connectProofDatabase(many.liveUrl, 2, true);
  const app = await createApp(database);
  const liveApp = await createApp(live);
  const location = await createLocation(database);
  await connect(database, app, location);
  const { most, refused, failed } = await countConnections(many, [app.key, liveApp.key], seconds);
  judge(
    "connections",
    most <= mostConnections && failed === 0,
    `at most ${most} at once, of ${mostConnections}; ${refused} calls refused for now, ${failed} failed`,
  );
  const searched = await spendBudget(many, app, location);
  judge("searches of an app, asked at four processes", searched <= budget, `${searched} let through, of ${budget}`);
  const { sent, passed } = await readAsNetwork(many, location, readingSeconds);
  judge(
    "reads of a network, asked at four processes",
    sent > 2 * readsOfNetwork && passed < 2 * readsOfNetwork,
    `${passed} of ${sent} let through; the limit is ${readsOfNetwork}, and processes tell each other every few seconds`,
  );
  await Promise.all([database.close(), live.close()]);
  await many.stop();
}

async function measureWakeUps(): Promise<void> {
  const log = new LeaseLog();
  const stage = await WebhookStage.start(join(directory, "wake-ups"), { log: log.take, settings: LeaseLog.settings });
  const appId = newId("app");
  await stage.subscribe(appId, "/healthy/one");
  for (let n = 0; n < workers; n++) stage.startWorker();
  // Until each has said that it lives and has heard of the others.
  for (let living = 0; living < workers; await delay(100))
    living = (await stage.database.read.one<{ n: number }>("SELECT count(*)::int AS n FROM processes")).n;
  await delay(10_000);
  const counts = await log.countFor(20, () => stage.record([{ appId, resourceId: stagedOrder(), sequence: 1 }]));
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  judge(
    "workers that look at once for an event",
    mean >= 1 && mean < 2,
    `${mean.toFixed(2)} of ${workers} (${counts.join(" ")})`,
  );
  await stage.stop();
}

async function measureDeliveries(): Promise<void> {
  const stage = await WebhookStage.start(join(directory, "deliveries"));
  const runs = { one: [] as Delivered[], many: [] as Delivered[] };
  for (let round = 0; round < rounds; round++) {
    runs.one.push(await deliverWith(stage, 1, share));
    runs.many.push(await deliverWith(stage, workers, share));
  }
  const middleOf = (of: readonly Delivered[], figure: keyof Delivered): number =>
    middle(of.map((each) => each[figure]));
  const [one, many] = [middleOf(runs.one, "perSecond"), middleOf(runs.many, "perSecond")];
  for (const [name, of] of Object.entries(runs))
    console.log(
      `     for each delivery, ${name}: ${middleOf(of, "workerMicros").toFixed(0)} µs of the workers' processor, ` +
        `${middleOf(of, "transactions").toFixed(3)} transactions`,
    );
  judge(
    "deliveries to receivers that wait 50 ms",
    many >= wantedTimes * one,
    `${Math.round(one)} a second by one worker, ${Math.round(many)} by ${workers}: ${(many / one).toFixed(2)} x, of ${wantedTimes}`,
  );
  await stage.stop();
}
