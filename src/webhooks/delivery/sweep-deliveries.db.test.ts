/** The rows that the sweep of deliveries looks for: each kind alone. Nothing is written where there is none. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Database } from "../../platform/postgres/database.ts";
import { startDeliveryFixture, type DeliveryFixture } from "./delivery.fixture.ts";
import { sweepDeliveries } from "./sweep-deliveries.job.ts";

let fixture: DeliveryFixture;
let subscription: string;
beforeEach(async () => {
  fixture = await startDeliveryFixture();
  ({ id: subscription } = await fixture.subscribe("http://127.0.0.1:9/hooks"));
  await fixture.record();
});
afterEach(() => fixture.close());

/** The database, which counts the transactions that it is asked for. */
function counting(): { readonly watched: Database; readonly counts: { transactions: number; reads: number } } {
  const { database } = fixture;
  const counts = { transactions: 0, reads: 0 };
  const watched: Database = {
    ...database,
    read: {
      ...database.read,
      one(statement, values) {
        counts.reads += 1;
        return database.read.one(statement, values);
      },
    },
    transaction(work) {
      counts.transactions += 1;
      return database.transaction(work);
    },
  };
  return { watched, counts };
}

/** What a race, a crash or seventy-two hours leave, by what becomes of it; `$1` is the subscription. */
const astray: readonly { readonly what: string; readonly sql: readonly string[]; readonly becomes: string }[] = [
  {
    what: "a lease that has run out",
    sql: ["UPDATE deliveries SET leased_by = 'gone', leased_until = now(), attempts = 1 WHERE subscription_id = $1"],
    becomes: "pending",
  },
  {
    what: "a delivery that waits for a disabled subscription",
    sql: ["UPDATE webhook_subscriptions SET status = 'disabled', disabled_reason = 'by_hand' WHERE id = $1"],
    becomes: "held",
  },
  {
    what: "a delivery that waits for a deleted subscription",
    sql: ["UPDATE webhook_subscriptions SET deleted_at = now() WHERE id = $1"],
    becomes: "skipped",
  },
  {
    what: "a delivery held for a deleted subscription",
    sql: [
      "UPDATE deliveries SET state = 'held', held_at = now(), next_at = NULL WHERE subscription_id = $1",
      "UPDATE webhook_subscriptions SET deleted_at = now() WHERE id = $1",
    ],
    becomes: "skipped",
  },
  {
    what: "a delivery held for an enabled subscription",
    sql: ["UPDATE deliveries SET state = 'held', held_at = now(), next_at = NULL WHERE subscription_id = $1"],
    becomes: "pending",
  },
  {
    what: "a subscription that has failed for seventy-two hours",
    sql: ["UPDATE webhook_subscriptions SET failures = 20, failing_since = now() - interval '72 hours' WHERE id = $1"],
    becomes: "held",
  },
];

for (const { what, sql, becomes } of astray)
  test(`the sweep sees ${what}, puts it right, and then sees nothing`, async () => {
    await fixture.database.transaction(async (tx) => {
      for (const text of sql) await tx.rows(text, [subscription]);
    });
    await sweepDeliveries(fixture.database);
    const [delivery] = await fixture.deliveries();
    assert.deepEqual([delivery?.state, delivery?.leased_by], [becomes, null]);
    const { watched, counts } = counting();
    await sweepDeliveries(watched);
    assert.equal(counts.transactions, 0);
  });

test("a sweep that finds nothing asks once and writes nothing (rules/operating 1.17)", async () => {
  const { watched, counts } = counting();
  assert.deepEqual(await sweepDeliveries(watched), { changed: false, disabled: [] });
  assert.deepEqual(counts, { transactions: 0, reads: 1 });
});
