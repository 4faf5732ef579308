/** The statements that the runbook has for a database that was restored to a point in time. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { createOrderingLocation, type OrderingLocation, type RecordedEvent } from "../harness/ordering.ts";
import { operatorToken, startService, type TestService } from "../harness/service.ts";

let service: TestService;
let at: OrderingLocation;

before(async () => {
  service = await startService();
  at = await createOrderingLocation(service);
});
after(() => service.stop());

function statements(): readonly string[] {
  const page = readFileSync(new URL("../../docs/runbook.md", import.meta.url), "utf8");
  const [, part = ""] = page.split("\n## Restored\n");
  const [, sql = ""] = /```sql\n([^`]+)```/.exec(part) ?? [];
  return sql.split(";").filter((one) => one.trim() !== "");
}

async function newestOf(orderId: string): Promise<RecordedEvent> {
  return (await at.events(orderId)).at(-1) ?? assert.fail("the order has no event");
}

/** The ids that a partner is given that asks for what changed since a moment, in milliseconds. */
async function changedSince(ms: number): Promise<readonly string[]> {
  const answer = await at.call("GET", `/v1/orders?updated_since=${new Date(ms).toISOString()}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map(({ id }: { readonly id: string }) => id);
}

test("after them no event has a number of the lost time, and open orders are listed as changed", async () => {
  const order = await at.place();
  const accepted = await at.call("POST", `/v1/orders/${order.id}/accept`, {});
  assert.equal(accepted.status, 200, accepted.text);
  const told = await newestOf(order.id);
  const { now } = await service.database.read.one<{ readonly now: number }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
  );
  const later = Math.ceil(now);
  assert.deepEqual(await changedSince(later), []);

  await service.database.transaction(async (tx) => {
    for (const sql of statements()) await tx.rows(sql);
  });
  assert.deepEqual(await changedSince(later), [order.id]);

  const ready = await at.call("POST", `/v1/orders/${order.id}/ready`, {});
  assert.equal(ready.status, 200, ready.text);
  const next = await newestOf(order.id);
  assert.equal(next.sequence, told.sequence + 1_001);
  const verified = await service.call("GET", "/operator/v1/test/verify", { key: operatorToken });
  assert.equal(verified.body.sound, true, verified.text);
});
