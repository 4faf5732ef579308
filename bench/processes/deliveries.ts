/** How many deliveries a second one worker and four workers make to receivers that wait 50 ms, from equal backlogs. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { newId } from "../../src/kernel/id.ts";
import { cpuOf } from "../../proofs/rig/processes.ts";
import { stagedOrder, type WebhookStage } from "../../proofs/rig/webhook-stage.ts";
import { limitEach } from "./processor-share.ts";

const receivers = 24;
const smallest = 12_000;
const inTransaction = 50;
/** The share of the backlog before and after which the rate is not counted: workers start, and the last ones wait. */
const margin = 0.15;

export interface Delivered {
  readonly perSecond: number;
  /** Processor time of all workers for one delivery. */
  readonly workerMicros: number;
  /** Transactions of the database for one delivery: leases, outcomes and the beat of the workers. */
  readonly transactions: number;
}

/** Delivers one backlog with so many workers; with a `share`, each gets no more than that of a core once all have started. */
export async function deliverWith(stage: WebhookStage, workers: number, share?: number): Promise<Delivered> {
  await stage.ask("forget");
  // With a share each worker has as many to deliver, as a process learns its code anew in its first thousands.
  const backlog = share === undefined ? smallest : smallest * workers;
  const apps = await Promise.all(
    Array.from(
      { length: receivers },
      async (_, n) => (await stage.subscribe(newId("app"), `/waiting/${workers}-${n}-${newId("req")}`)).appId,
    ),
  );
  let recorded = 0;
  const record = async (): Promise<void> => {
    while (recorded < backlog) {
      const from = recorded;
      recorded += inTransaction;
      const events = Array.from({ length: inTransaction }, (_, n) => ({
        appId: apps[(from + n) % apps.length] ?? newId("app"),
        resourceId: stagedOrder(),
        sequence: 1,
      }));
      await stage.record(events);
    }
  };
  await Promise.all([record(), record(), record(), record()]);
  const started = Array.from({ length: workers }, () => stage.startWorker());
  const spent = async (): Promise<{ readonly workerMs: number; readonly transactions: number }> => ({
    workerMs: started.reduce((sum, worker) => sum + cpuOf(worker), 0),
    transactions: await transactionsOf(stage),
  });
  const lift = share === undefined ? undefined : await limitStarted(stage, started, share);
  const from = { ...(await untilReceived(stage, backlog * margin)), ...(await spent()) };
  const until = { ...(await untilReceived(stage, backlog * (1 - margin))), ...(await spent()) };
  await untilReceived(stage, backlog);
  await Promise.all(started.map((worker) => stage.endWorker(worker, "SIGTERM")));
  lift?.();
  return {
    perSecond: ((until.count - from.count) * 1_000) / (until.at - from.at),
    workerMicros: ((until.workerMs - from.workerMs) * 1_000) / (until.count - from.count),
    transactions: (until.transactions - from.transactions) / (until.count - from.count),
  };
}

/** Limits the workers when each has written that it lives: a start of a small share would take a minute. */
async function limitStarted(stage: WebhookStage, workers: readonly ChildProcess[], share: number): Promise<() => void> {
  const living = async (): Promise<number> =>
    (
      await stage.database.read.one<{ readonly n: number }>(
        "SELECT count(*)::int AS n FROM processes WHERE stopped_at IS NULL",
      )
    ).n;
  while ((await living()) < workers.length) await delay(10);
  return limitEach(
    workers.map(({ pid = 0 }) => pid),
    share,
  );
}

async function transactionsOf({ database }: WebhookStage): Promise<number> {
  const [row] = await database.read.rows<{ readonly count: number }>(
    "SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()",
  );
  return row?.count ?? 0;
}

async function untilReceived(
  stage: WebhookStage,
  wanted: number,
): Promise<{ readonly at: number; readonly count: number }> {
  for (;;) {
    const answer = await stage.ask("count");
    const count = answer.kind === "count" ? answer.count : 0;
    if (count >= wanted) return { at: performance.now(), count };
    await delay(10);
  }
}
