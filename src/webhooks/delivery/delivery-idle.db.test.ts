/** `idle()` of the delivery worker, also while deliveries come in. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { newId } from "../../kernel/id.ts";
import { createWakeups } from "../../platform/jobs/wakeups.ts";
import type { Database } from "../../platform/postgres/database.ts";
import type { Statement } from "../../platform/postgres/statement.ts";
import { startDeliveryFixture, startReceiver, type DeliveryFixture, type Receiver } from "./delivery.fixture.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;
beforeEach(async () => {
  fixture = await startDeliveryFixture();
  receiver = await startReceiver();
});
afterEach(async () => {
  await fixture.close();
  await receiver.close();
});

/** A database whose first single-row read, which is `idle()` asking, is answered late; it counts both kinds of work. */
function slowToAnswer(database: Database, mayAnswer: Promise<void>) {
  const counts = { asked: 0, written: 0 };
  const watched: Database = {
    ...database,
    read: {
      ...database.read,
      async one<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row> {
        const row = await database.read.one(statement, values);
        counts.asked += 1;
        if (counts.asked === 1) await mayAnswer;
        return row;
      },
    },
    async transaction(work) {
      const value = await database.transaction(work);
      counts.written += 1;
      return value;
    },
  };
  return { watched, counts };
}

/** Keeps every worker from leasing while the work runs. */
function withoutLeases(work: () => Promise<void>): Promise<void> {
  return fixture.database.transaction(async (tx) => {
    await tx.rows("SELECT pg_advisory_xact_lock(hashtextextended('maple claim deliveries', 0))");
    await work();
  });
}

const isDelivered = (state: string): boolean => state === "delivered";
const countDelivered = async (): Promise<number> =>
  (await fixture.deliveries()).filter(({ state }) => isDelivered(state)).length;

test("an attempt that ends while idle() looks makes the next event due: idle() waits for that too", async () => {
  await fixture.subscribe(receiver.url);
  const resourceId = newId("ord");
  for (const sequence of [1, 2]) await fixture.record({ resourceId, sequence });
  const answerFirst = Promise.withResolvers<void>();
  receiver.answer = ({ event }, response) =>
    void (event.sequence === 1 ? answerFirst.promise : Promise.resolve()).then(() => response.end());
  const mayAnswer = Promise.withResolvers<void>();
  const { watched, counts } = slowToAnswer(fixture.database, mayAnswer.promise);
  const wakeups = createWakeups();
  let ended = false;
  let idle: Promise<unknown> = Promise.resolve();
  await withoutLeases(async () => {
    idle = fixture
      .startWorker({ database: watched, wakeups })
      .idle()
      .then(() => (ended = true));
    await waitUntilTrue(() => counts.asked === 1);
  });
  await waitUntilTrue(() => receiver.received.length === 1);
  // Walks that find nothing, as the second event waits for the first.
  const written = counts.written;
  await waitUntilTrue(() => {
    wakeups.wake("deliveries");
    return counts.written >= written + 8;
  });
  await withoutLeases(async () => {
    answerFirst.resolve();
    await waitUntilTrue(async () => (await countDelivered()) === 1);
    mayAnswer.resolve();
    await waitUntilTrue(() => ended || counts.asked > 2);
    assert.equal(ended, false, "the second event is due and not delivered");
  });
  await idle;
  assert.equal(await countDelivered(), 2);
});

test("idle() waits for what another worker attempts and for what that makes due", async () => {
  await fixture.subscribe(receiver.url);
  const resourceId = newId("ord");
  const sequences = Array.from({ length: 20 }, (_, index) => index + 1);
  for (const sequence of sequences) await fixture.record({ resourceId, sequence });
  const workers = [fixture.startWorker(), fixture.startWorker()];
  for (const worker of workers) {
    await worker.idle();
    assert.equal(await countDelivered(), sequences.length);
  }
});
