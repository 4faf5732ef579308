/** How many deliveries a second one worker and four workers make to receivers that wait 50 ms, from equal backlogs. */
import { setTimeout as delay } from "node:timers/promises";
import { newId } from "../../src/kernel/id.ts";
import { stagedOrder, type WebhookStage } from "../../proofs/rig/webhook-stage.ts";

const receivers = 24;
const backlog = 12_000;
const inTransaction = 50;
/** The share of the backlog before and after which the rate is not counted: workers start, and the last ones wait. */
const margin = 0.15;

/** Delivers one backlog with so many workers; answers the rate a second. */
export async function deliverWith(stage: WebhookStage, workers: number): Promise<number> {
  await stage.ask("forget");
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
  const from = await untilReceived(stage, backlog * margin);
  const until = await untilReceived(stage, backlog * (1 - margin));
  await untilReceived(stage, backlog);
  await Promise.all(started.map((worker) => stage.endWorker(worker, "SIGTERM")));
  return ((until.count - from.count) * 1_000) / (until.at - from.at);
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
