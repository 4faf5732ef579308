/** How the cost of leasing, recording and reading grows with the number of subscriptions and with the ledger. */
import { newId, type Id } from "../src/kernel/id.ts";
import { leaseDeliveries } from "../src/webhooks/delivery/deliveries.sql.ts";
import { listEvents } from "../src/webhooks/ledger/read-events.sql.ts";
import { makeLedgerWeeks } from "../src/webhooks/ledger/keep-ledger.job.ts";
import { quantile } from "../proofs/rig/webhook-checks.ts";
import { stagedOrder, type WebhookStage } from "../proofs/rig/webhook-stage.ts";

const pendingRows = 20_000;

/** Times of one batch of 128 leases with 20,000 due deliveries spread over more and more subscriptions. */
export async function growWithSubscriptions(stage: WebhookStage): Promise<void> {
  await makeLedgerWeeks(stage.database);
  for (const subscriptions of [10, 100, 1_000]) {
    await empty(stage);
    await fill(stage, { subscriptions, rows: pendingRows, state: "pending", weeksBack: 0 });
    const { p50, p99 } = await timeLeases(stage);
    console.log(`${subscriptions} subscriptions: lease of 128 p50 ${p50} ms, p99 ${p99} ms`);
  }
}

/** Times of leasing, recording and reading with a ledger of many delivered rows over five weeks. */
export async function growWithLedger(stage: WebhookStage, rows: number): Promise<void> {
  for (const ledger of [0, rows]) {
    await empty(stage);
    for (let weeksBack = 0; weeksBack < 5 && ledger > 0; weeksBack++) {
      await stage.database.transaction((tx) => tx.rows(makeWeek, [weeksBack]));
      await fill(stage, { subscriptions: 20, rows: Math.floor(ledger / 5), state: "delivered", weeksBack });
    }
    const appId = await fill(stage, { subscriptions: 100, rows: pendingRows, state: "pending", weeksBack: 0 });
    const leases = await timeLeases(stage);
    const records = await time(200, () => stage.record([{ appId, resourceId: stagedOrder(), sequence: 1 }]));
    const lists = await time(100, () => listEvents(stage.database.read, { appId, limit: 50 }));
    console.log(
      `${ledger} rows in the ledger: lease p50 ${leases.p50} ms, record an event p50 ${records.p50} ms, list 50 events p50 ${lists.p50} ms`,
    );
  }
}

const makeWeek = `SELECT make_ledger_partition(each, (date_trunc('week', now() AT TIME ZONE 'UTC') - $1 * interval '7 days')::date)
  FROM unnest(ARRAY['events', 'deliveries', 'delivery_attempts']) AS each`;

interface Filling {
  readonly subscriptions: number;
  readonly rows: number;
  readonly state: "pending" | "delivered";
  readonly weeksBack: number;
}

/** Makes subscriptions of one app and rows for them, in SQL alone; answers the app. */
async function fill(stage: WebhookStage, { subscriptions, rows, state, weeksBack }: Filling): Promise<Id<"app">> {
  const appId = newId("app");
  const ids = Array.from({ length: subscriptions }, () => newId("dws"));
  for (let from = 0; from < rows; from += 20_000) {
    const count = Math.min(20_000, rows - from);
    await stage.database.transaction(async (tx) => {
      if (from === 0) {
        await tx.rows(
          `INSERT INTO webhook_subscriptions (id, app_id, notification_url, event_types, sealed_secret)
            SELECT unnest($1::text[]), $2, 'https://receiver.example', '{order.cancelled}', ''`,
          [ids, appId],
        );
      }
      await tx.rows(
        `WITH made AS (
          INSERT INTO events (id, app_id, event_type, resource_type, resource_id, resource_path, idempotency_key, sequence, created)
          SELECT event_id_at(now() - make_interval(weeks => $3) + n * interval '1 ms') || lpad(($4::int + n)::text, 16, '0'), $1,
            'order.updated', 'order', 'ord_' || $4 || '_' || n, '/v1/orders/x', 'order:x:updated', 1, now()
          FROM generate_series(1, $2::int) AS n RETURNING id, resource_id)
        INSERT INTO deliveries (id, event_id, subscription_id, resource_type, resource_id, sequence, state, next_at, delivered_at,
            ordered_until)
        SELECT 'dlv_' || right(id, 26), id, ($5::text[])[1 + (row_number() OVER ()) % cardinality($5::text[])], 'order',
          resource_id, 1, $6, CASE $6 WHEN 'pending' THEN now() END, CASE $6 WHEN 'delivered' THEN now() END,
          now() + interval '6 minutes'
        FROM made`,
        [appId, count, weeksBack, from, ids, state],
      );
    });
  }
  await stage.database.read.rows("ANALYZE events, deliveries");
  return appId;
}

async function empty(stage: WebhookStage): Promise<void> {
  await stage.database.read.rows("TRUNCATE events, deliveries, delivery_attempts, webhook_subscriptions");
}

async function timeLeases(stage: WebhookStage) {
  const worker = "bench";
  let startAfter: Id<"dws"> | undefined;
  return time(60, async () => {
    const { endedAt } = await leaseDeliveries(stage.database, worker, { batch: 128, perSubscription: 64, startAfter });
    startAfter = endedAt;
    return async () => {
      await stage.database.transaction((tx) =>
        tx.rows(
          `UPDATE deliveries SET state = 'delivered', next_at = NULL, delivered_at = now(), leased_by = NULL, leased_until = NULL
            WHERE leased_by = $1`,
          [worker],
        ),
      );
    };
  });
}

/** The middle and the 99th of a hundred times in milliseconds; what the work answers runs afterwards, unmeasured. */
async function time(
  times: number,
  work: () => Promise<unknown>,
): Promise<{ readonly p50: string; readonly p99: string }> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    const after = await work();
    taken.push(performance.now() - began);
    if (typeof after === "function") await after();
  }
  return { p50: quantile(taken, 0.5).toFixed(1), p99: quantile(taken, 0.99).toFixed(1) };
}
