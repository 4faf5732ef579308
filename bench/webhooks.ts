/**
 * npm run bench:webhooks: deliveries beside a bare undici POST loop to the same receivers in the same run, on a durable
 * PostgreSQL. The real worker and the receivers are their own processes. Measures the sustained rate with 24 receivers,
 * of which 20 % fail and 10 % are slow; first attempts at 100 events a second; the time to deliver a backlog of 10,000;
 * and how costs grow with subscriptions and with the ledger. SECONDS (60) is the length of the sustained part; LEDGER
 * (1000000) the rows of the ledger; ONLY (rates, growth) runs a part. The exit code is 1 when a bar is missed.
 */
import { rmSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { newId, type Id } from "../src/kernel/id.ts";
import { quantile } from "../proofs/rig/webhook-checks.ts";
import { makeRunDirectory } from "../proofs/rig/run-directory.ts";
import { stagedOrder, WebhookStage } from "../proofs/rig/webhook-stage.ts";
import { postBare } from "./bare-posts.ts";
import { growWithLedger, growWithSubscriptions } from "./webhook-growth.ts";

const seconds = Number(process.env["SECONDS"] ?? 60);
const ledgerRows = Number(process.env["LEDGER"] ?? 1_000_000);
const backlog = 10_000;
/** Attempts that one worker process has in flight at most. */
const workerCapacity = 1_024;

/** 24 receivers, of which 5 fail and 2 are slow. */
const mixedPaths = Array.from({ length: 24 }, (_, n) => {
  const kind = n % 5 === 4 || n === 23 ? "failing" : n % 12 === 5 ? "slow" : "healthy";
  return `/${kind}/${n}`;
});

const directory = makeRunDirectory();
const stage = await WebhookStage.start(directory);
console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? "processor"}`);
try {
  const only = process.env["ONLY"];
  if (only === undefined || only === "rates") {
    await measureSustained();
    await measureFirstAttempts();
    await measureBacklog();
  }
  if (only === undefined || only === "growth") {
    await growWithSubscriptions(stage);
    await growWithLedger(stage, ledgerRows);
  }
} finally {
  await stage.stop();
  rmSync(directory, { recursive: true, force: true });
}

function say(name: string, reached: boolean, figures: string): void {
  console.log(`${name}: ${reached ? "reached" : "MISSED"}, ${figures}`);
  if (!reached) process.exitCode = 1;
}

/** Apps with two receivers each, so that every event goes to two. */
async function subscribeMixed(): Promise<readonly Id<"app">[]> {
  const appIds = Array.from({ length: 12 }, () => newId("app"));
  for (const [n, path] of mixedPaths.entries()) await stage.subscribe(appIds[n % 12] ?? newId("app"), path);
  return appIds;
}

/**
 * Keeps a backlog at the healthy receivers for the whole time, while what the others do not take piles up; the rate is
 * that of answers from all receivers.
 */
async function measureSustained(): Promise<void> {
  const addresses = mixedPaths.map((path) => stage.addressOf(path));
  const bare = await postBare(addresses, workerCapacity, Math.min(10, seconds));
  const alone = await postBare([stage.addressOf("/bare")], 64, 5);
  await stage.ask("forget");
  const appIds = await subscribeMixed();
  const worker = stage.startWorker();
  let recording = true;
  const pending = { count: 0 };
  const watch = (async () => {
    for (; recording; await sleep(250)) pending.count = await countDue("/healthy/");
  })();
  const record = async (): Promise<void> => {
    while (recording) {
      if (pending.count > 10_000) await sleep(50);
      else await stage.record(batchFor(appIds, 50));
    }
  };
  const recorders = Promise.all([record(), record()]);
  while ((await received()) === 0) await sleep(50);
  await sleep(Math.min(5, seconds) * 1000);
  const before = await received();
  const began = performance.now();
  await sleep(seconds * 1000);
  const after = await received();
  const perSecond = ((after - before) * 1000) / (performance.now() - began);
  recording = false;
  await Promise.all([recorders, watch]);
  await stage.endWorker(worker, "SIGTERM");
  say(
    "deliveries a second",
    perSecond >= 1_000 && perSecond >= 0.4 * bare,
    `${Math.round(perSecond)} for ${seconds} s (wanted 1000); bare posts to the same receivers, as many in flight: ${Math.round(bare)}, share ${(perSecond / bare).toFixed(2)} (wanted 0.4)`,
  );
  console.log(`  bare posts to one receiver that answers at once: ${Math.round(alone)} a second`);
  await skipEverything();
}

async function measureFirstAttempts(): Promise<void> {
  await stage.ask("forget");
  const appId = newId("app");
  await stage.subscribe(appId, "/healthy/first");
  const worker = stage.startWorker();
  await stage.record(batchFor([appId], 1));
  while ((await received()) === 0) await sleep(50);
  await stage.ask("forget");
  const recorded: Promise<unknown>[] = [];
  for (const end = performance.now() + 20_000; performance.now() < end; await sleep(10)) {
    recorded.push(stage.record(batchFor([appId], 1)));
  }
  await Promise.all(recorded);
  while ((await received()) < recorded.length) await sleep(50);
  const answer = await stage.ask("receipts");
  const delays =
    answer.kind === "receipts"
      ? Object.values(answer.receipts)
          .flat()
          .map(({ delayMs }) => delayMs)
      : [];
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(delays, share));
  const rate = Math.round(recorded.length / 20);
  say(
    "first attempt",
    (p99 ?? 0) < 100,
    `p50 ${p50} ms, p99 ${p99} ms (wanted 100), longest ${most} ms at ${rate} events a second`,
  );
  await stage.endWorker(worker, "SIGTERM");
}

async function measureBacklog(): Promise<void> {
  const appIds = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => (await stage.subscribe(newId("app"), `/healthy/backlog-${n}`)).appId),
  );
  for (let i = 0; i < backlog; i += 100) await stage.record(batchFor(appIds, 100));
  await stage.ask("forget");
  const worker = stage.startWorker();
  while ((await received()) === 0) await sleep(5);
  const began = performance.now();
  while ((await received()) < backlog || (await countDue()) > 0) await sleep(20);
  const took = (performance.now() - began) / 1000;
  say("backlog", took < 10, `${backlog} deliveries drained in ${took.toFixed(1)} s (wanted 10)`);
  await stage.endWorker(worker, "SIGTERM");
}

function batchFor(appIds: readonly Id<"app">[], count: number) {
  return Array.from({ length: count }, (_, index) => ({
    appId: appIds[(index + Math.floor(Math.random() * appIds.length)) % appIds.length] ?? newId("app"),
    resourceId: stagedOrder(),
    sequence: 1,
  }));
}

async function received(): Promise<number> {
  const answer = await stage.ask("count");
  return answer.kind === "count" ? answer.count : 0;
}

/** Deliveries that are due, of receivers with this in their address. */
async function countDue(address = ""): Promise<number> {
  const row = await stage.database.read.one<{ count: number }>(
    `SELECT count(*) AS count FROM deliveries WHERE state = 'pending' AND next_at <= now() AND subscription_id = ANY (ARRAY(
        SELECT id FROM webhook_subscriptions WHERE strpos(notification_url, $1) > 0))`,
    [address],
  );
  return row.count;
}

async function skipEverything(): Promise<void> {
  await stage.database.transaction(async (tx) => {
    await tx.rows("UPDATE webhook_subscriptions SET deleted_at = now()");
    await tx.rows(
      "UPDATE deliveries SET state = 'skipped', next_at = NULL, leased_by = NULL, leased_until = NULL WHERE state = 'pending'",
    );
  });
}
