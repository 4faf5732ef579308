import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import "../../src/apps/apps.sql.ts";
import "../../src/bookings/book/bookings.sql.ts";
import "../../src/bookings/tables/booking-days.sql.ts";
import "../../src/bookings/tables/claims.sql.ts";
import "../../src/live/live-changes.sql.ts";
import "../../src/orders/order/order-drain.sql.ts";
import "../../src/orders/order/order-list.sql.ts";
import "../../src/orders/order/order-timers.sql.ts";
import "../../src/orders/order/order-tracking.sql.ts";
import "../../src/orders/order/orders.sql.ts";
import "../../src/orders/staff/board-orders.sql.ts";
import "../../src/platform/http/idempotency/idempotency-keys.sql.ts";
import "../../src/webhooks/delivery/deliveries.sql.ts";
import "../../src/webhooks/ledger/events.sql.ts";
import "../../src/webhooks/ledger/read-events.sql.ts";
import { definedStatements } from "../../src/platform/postgres/statement.ts";
import { cloneDatabase, type ClonedDatabase } from "../harness/database-server.ts";
import { planShape } from "../harness/plan-shape.ts";
import { seedPlans } from "../harness/seed-plans.ts";
import { planShapes, recordedVersion } from "./plan-shapes.ts";

/** What each is: the statements that run most often, or whose cost would grow with the tables if an index were not used. */
const hottest: Readonly<Record<string, string>> = {
  "key-states": "with every call of an app",
  "store-idempotent-answer": "with every write of an app",
  "find-visible-orders": "GET of an order, the call that partners make most often",
  "lock-visible-order": "with every decision",
  "enter-order-drain-of-order": "with every change of an order",
  "insert-order": "with every order",
  "list-newest-orders": "GET /orders",
  "list-orders-since": "the drain of GET /orders",
  "find-orders-at-board": "when somebody looks for an order at a board",
  "list-due-order-timers": "every second, in every worker",
  "list-claims": "every search for a table and every hold",
  "insert-claims": "every hold and every booking",
  "record-event": "with every change that is told",
  "lease-deliveries": "whenever something is to be delivered",
  "list-events": "the ledger of an app",
};

/** The statements that many callers share, or that read what has just changed, with values. */
const readByLists: readonly (readonly [name: string, ...values: readonly unknown[]])[] = [
  ["key-states", ["none"]],
  ["find-visible-orders", ["none"], ["none"]],
  ["list-order-sequences", ["none"]],
  ["list-board-orders-by-id", ["none"]],
  ["find-bookings-at-location", "none", ["none"]],
  ["read-booking-day-mark", "none", ["2026-11-28"]],
  ["read-booking-day-versions", "none", ["2026-11-28"]],
  ["list-live-news", ["none"], [0], 10],
];

describe(`the plans of the hottest statements on PostgreSQL ${recordedVersion}`, () => {
  let clone: ClonedDatabase;
  let client: Client;
  let version = 0;
  before(async () => {
    clone = await cloneDatabase();
    client = new Client({ connectionString: clone.url });
    await client.connect();
    const { rows } = await client.query<{ readonly number: string; readonly may_seed: boolean }>(
      "SELECT current_setting('server_version_num') AS number, current_setting('is_superuser') = 'on' AS may_seed",
    );
    // Seeding looks at no foreign key, which only a superuser may ask for; the server of the tests has one.
    version = rows[0]?.may_seed === true ? Math.floor(Number(rows[0].number) / 10_000) : 0;
    if (version === recordedVersion) await seedPlans(client);
  });
  after(async () => {
    await client.end();
    await clone.drop();
  });

  for (const [name, when] of Object.entries(hottest)) {
    test(`${name}: ${when}`, async (context) => {
      if (version !== recordedVersion) return context.skip(`the plans are recorded on PostgreSQL ${recordedVersion}`);
      const statement = definedStatements().find((each) => each.name === name);
      assert.ok(statement !== undefined, `no statement is named ${name}`);
      const keptPlan = definedStatements().find((each) => each.name === "keep-plan");
      await client.query("BEGIN");
      // Leasing begins with settings of its own, which the real work makes in the same transaction.
      if (name === "lease-deliveries") await client.query(keptPlan?.text ?? "");
      const shape = await planShape(client, statement.text, statement.takes?.length ?? places(statement.text));
      await client.query("ROLLBACK");
      assert.equal(shape, planShapes[name]);
    });
  }

  // PostgreSQL plans each run anew as long as it thinks that planning is worth it, as it does beside a short list.
  for (const [name, ...values] of readByLists) {
    test(`${name}: planned once for a connection, however long the lists are`, async (context) => {
      if (version !== recordedVersion) return context.skip(`the plans are recorded on PostgreSQL ${recordedVersion}`);
      const statement = definedStatements().find((each) => each.name === name);
      assert.ok(statement !== undefined, `no statement is named ${name}`);
      await client.query("SET plan_cache_mode = auto");
      for (let run = 0; run < 12; run += 1) {
        const given = values.map((value) =>
          Array.isArray(value) ? Array<unknown>((run % 4) + 1).fill(value[0]) : value,
        );
        await client.query({ name, text: statement.text, values: given });
      }
      await client.query("SET plan_cache_mode = force_generic_plan");
      const { rows } = await client.query<{ readonly anew: string; readonly kept: string }>(
        "SELECT custom_plans AS anew, generic_plans AS kept FROM pg_prepared_statements WHERE name = $1",
        [name],
      );
      assert.deepEqual(rows, [{ anew: "5", kept: "7" }]);
    });
  }

  test("a plan that reads another way has another shape", async (context) => {
    if (version !== recordedVersion) return context.skip(`the plans are recorded on PostgreSQL ${recordedVersion}`);
    const text = "SELECT id FROM orders WHERE id = $1";
    assert.equal(await planShape(client, text, 1), "Index Only Scan of orders by orders_pkey");
    await client.query("BEGIN");
    await client.query("ALTER TABLE orders DROP CONSTRAINT orders_pkey CASCADE");
    const without = await planShape(client, text, 1);
    await client.query("ROLLBACK");
    assert.equal(without, "Index Only Scan of orders by orders_by_update");
  });
});

function places(text: string): number {
  return Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
}
