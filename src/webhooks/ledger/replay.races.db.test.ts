/** An event that is received while a replay of it is being written (rules/webhooks 9.1). */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { startDeliveryFixture, type DeliveryFixture } from "../delivery/delivery.fixture.ts";
import { replayEvents } from "./replay-events.command.ts";

let fixture: DeliveryFixture;
beforeEach(async () => {
  fixture = await startDeliveryFixture();
  await fixture.subscribe("http://127.0.0.1:9/hook");
  await fixture.record();
});
afterEach(() => fixture.close());

/** Replays everything; the event is received after the replay has looked and before it has written. */
async function replayMeanwhile(force: boolean) {
  const { database, appId } = fixture;
  const { replay } = await database.transaction(async (tx) => {
    await tx.rows("LOCK TABLE event_replays IN EXCLUSIVE MODE");
    const replaying = database.transaction((other) => replayEvents(other, { appId }, { force, dryRun: false }));
    await untilSomebodyWaits(tx);
    await tx.rows("UPDATE deliveries SET state = 'delivered', delivered_at = now(), next_at = NULL");
    return { replay: replaying };
  });
  const replayed = await replay;
  assert.ok(!isRefusal(replayed));
  const [delivery] = await fixture.deliveries();
  return [replayed.queued, replayed.skipped, delivery?.state];
}

test("is not sent again", async () => {
  assert.deepEqual(await replayMeanwhile(false), [0, 1, "delivered"]);
});

test("is sent again where the caller forces it", async () => {
  assert.deepEqual(await replayMeanwhile(true), [1, 0, "pending"]);
});
