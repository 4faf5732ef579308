/**
 * npm run proof:webhooks: 20,000 events to 24 receivers, of which 20 % fail and 10 % are slow, while worker processes are
 * killed ten times and PostgreSQL is restarted twice. Checks that every acknowledged event reached every healthy
 * receiver, in order per resource, that no other event did, and that the ledger's invariants hold; counts duplicates. The
 * exit code is 1 on any violation, also when a falsified record passes a check. EVENTS changes the number.
 */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { newId, type Id } from "../../src/kernel/id.ts";
import { verifyDeliveries } from "../../src/webhooks/delivery/verify-deliveries.query.ts";
import {
  checkOrder,
  checkReceived,
  countDuplicates,
  quantile,
  type ReceivedBy,
  type Recorded,
} from "../rig/webhook-checks.ts";
import { makeRunDirectory } from "../rig/run-directory.ts";
import { stagedOrder, WebhookStage, type EventToStage, type StageReceiver } from "../rig/webhook-stage.ts";

const events = Number(process.env["EVENTS"] ?? 20_000);
const [apps, kills, restarts, perResource] = [12, 10, 2, 5];
const killEveryMs = 5_000;
const settleWithinMs = 300_000;

process.setMaxListeners(40);
const directory = makeRunDirectory();
const stage = await WebhookStage.start(directory);
const violations: string[] = [];
try {
  await prove();
} finally {
  await stage.stop();
  rmSync(directory, { recursive: true, force: true });
}
for (const violation of violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
console.log(violations.length === 0 ? "proven" : `${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;

/** Two receivers an app: 17 healthy, 5 failing, 2 slow. */
async function subscribeAll(): Promise<readonly StageReceiver[]> {
  const receivers: StageReceiver[] = [];
  const appIds = Array.from({ length: apps }, () => newId("app"));
  for (let n = 0; n < apps * 2; n++) {
    const kind = n % 5 === 4 || n === 23 ? "failing" : n % 12 === 5 ? "slow" : "healthy";
    receivers.push(await stage.subscribe(appIds[n % apps] ?? newId("app"), `/${kind}/${n}`));
  }
  return receivers;
}

async function prove(): Promise<void> {
  const began = performance.now();
  const receivers = await subscribeAll();
  const acknowledged: Recorded[] = [];
  const recording = recordAll([...new Set(receivers.map(({ appId }) => appId))], acknowledged);
  const faults = injectFaults();
  await recording;
  const recordedAfter = performance.now() - began;
  await faults;
  const settledAfter = await waitUntilFinished(receivers, began);
  await check(receivers, acknowledged, { recordedAfter, settledAfter });
}

/** Records as fast as it may for the time of the faults; what fails is tried again. */
async function recordAll(appIds: readonly Id<"app">[], acknowledged: Recorded[]): Promise<void> {
  const resources = Math.ceil(events / perResource);
  const pauseMs = ((kills + 1) * killEveryMs * perResource) / events;
  let next = 0;
  const record = async (): Promise<void> => {
    while (next < resources) {
      const appId = appIds[next++ % appIds.length] ?? newId("app");
      const resourceId = stagedOrder();
      for (let sequence = 1; sequence <= perResource; sequence++) {
        const event: EventToStage = { appId, resourceId, sequence };
        for (const id of await recordOnce(event)) acknowledged.push({ id, appId });
      }
      await sleep(pauseMs * 4);
    }
  };
  await Promise.all(Array.from({ length: 4 }, record));
}

async function recordOnce(event: EventToStage): Promise<readonly string[]> {
  for (;;) {
    try {
      return await stage.record([event]);
    } catch {
      // The outcome is unknown or the database is away: another event of the same number, as a producer would.
      await sleep(200);
    }
  }
}

async function injectFaults(): Promise<void> {
  const workers = [stage.startWorker(), stage.startWorker()];
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(killEveryMs);
    await untilDelivering();
    const [victim] = workers.splice(0, 1);
    if (victim !== undefined) await stage.endWorker(victim, "SIGKILL");
    workers.push(stage.startWorker());
    if (kill % Math.floor(kills / restarts) === 3) await stage.restartPostgres();
    console.log(`${kill} of ${kills} workers killed`);
  }
}

/** A kill means something only while deliveries are made; on a busy machine a worker takes seconds to begin. */
async function untilDelivering(): Promise<void> {
  const count = async (): Promise<number> => {
    const answer = await stage.ask("count");
    return answer.kind === "count" ? answer.count : 0;
  };
  const before = await count();
  for (let waited = 0; waited < 30_000 && (await count()) === before; waited += 20) await sleep(20);
}

async function waitUntilFinished(receivers: readonly StageReceiver[], began: number): Promise<number> {
  const ids = receivers.filter(({ path }) => !path.startsWith("/failing")).map(({ subscriptionId }) => subscriptionId);
  for (const end = performance.now() + settleWithinMs; performance.now() < end; await sleep(500)) {
    const { open } = await stage.database.read.one<{ open: number }>(
      "SELECT count(*) AS open FROM deliveries WHERE state = 'pending' AND subscription_id = ANY ($1)",
      [ids],
    );
    if (open === 0) return performance.now() - began;
  }
  violations.push(`healthy receivers were not served within ${settleWithinMs / 1000} s`);
  return performance.now() - began;
}

async function check(
  receivers: readonly StageReceiver[],
  acknowledged: readonly Recorded[],
  times: { readonly recordedAfter: number; readonly settledAfter: number },
): Promise<void> {
  const answer = await stage.ask("receipts");
  const all = answer.kind === "receipts" ? answer.receipts : {};
  const received = receivers.map(({ path, appId }): ReceivedBy => ({ path, appId, receipts: all[path] ?? [] }));
  const rows = await stage.database.read.rows<{ id: string }>("SELECT id FROM events");
  const ledger = new Set(rows.map(({ id }) => id));
  const healthy = received.filter(({ path }) => !path.startsWith("/failing"));
  for (const each of healthy) violations.push(...checkReceived(each, acknowledged, ledger), ...checkOrder(each));
  for (const each of await verifyDeliveries(stage.database.read)) {
    if (each.violations > 0)
      violations.push(`${each.invariant} ${each.name}: ${each.violations} ${each.examples.join()}`);
  }
  checkTheChecks(healthy, acknowledged, ledger);
  const quick = healthy.filter(({ path }) => path.startsWith("/healthy"));
  const delays = quick.flatMap(({ receipts }) => receipts.filter(({ attempt }) => attempt === 1).map((r) => r.delayMs));
  console.table({
    "events acknowledged": acknowledged.length,
    "events in the ledger": ledger.size,
    "receivers healthy, slow, failing": ["healthy", "slow", "failing"]
      .map((kind) => received.filter(({ path }) => path.startsWith(`/${kind}`)).length)
      .join(", "),
    "received by healthy and slow": healthy.reduce((sum, { receipts }) => sum + receipts.length, 0),
    "of these duplicates": healthy.reduce((sum, each) => sum + countDuplicates(each), 0),
    "attempts at failing": received.reduce(
      (sum, r) => sum + (r.path.startsWith("/failing") ? r.receipts.length : 0),
      0,
    ),
    "recorded within s": Math.round(times.recordedAfter / 1000),
    "served within s": Math.round(times.settledAfter / 1000),
    "first attempt p50, p99, max ms (faults included)": [0.5, 0.99, 1].map((q) => quantile(delays, q)).join(", "),
  });
}

/** Falsified records must be found: a check that finds nothing there is blind. */
function checkTheChecks(
  healthy: readonly ReceivedBy[],
  acknowledged: readonly Recorded[],
  ledger: ReadonlySet<string>,
): void {
  const [some] = healthy;
  if (some === undefined) return;
  const [first, second] = some.receipts;
  if (first === undefined || second === undefined) return void violations.push("nothing was received");
  const without = { ...some, receipts: some.receipts.filter(({ eventId }) => eventId !== first.eventId) };
  const phantom = { ...some, receipts: [...some.receipts, { ...first, eventId: "evt_phantom" }] };
  const swapped = { ...some, receipts: some.receipts.toReversed() };
  if (checkReceived(without, acknowledged, ledger).length === 0) violations.push("the check for lost events is blind");
  if (checkReceived(phantom, acknowledged, ledger).length === 0) violations.push("the check for phantoms is blind");
  if (checkOrder(swapped).length === 0) violations.push("the check of the order is blind");
}
