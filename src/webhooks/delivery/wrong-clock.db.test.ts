import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { newId, takeIdTimeFrom } from "../../kernel/id.ts";
import { startDeliveryFixture, startReceiver, type DeliveryFixture, type Receiver } from "./delivery.fixture.ts";

const hour = 3_600_000;
let fixture: DeliveryFixture;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  fixture = await startDeliveryFixture();
  await fixture.subscribe(receiver.url);
  takeIdTimeFrom(() => fixture.database.clock.now());
});
after(async () => {
  mock.timers.reset();
  takeIdTimeFrom(Date.now);
  await fixture.close();
  await receiver.close();
});

for (const [words, wrongMs] of [
  ["a day ahead", 24 * hour],
  ["32 days ahead", 32 * 24 * hour],
  ["an hour behind", -hour],
] as const) {
  test(`a program whose clock is ${words} signs, numbers and stores by the database's`, async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() + wrongMs });
    const worker = fixture.startWorker();
    const id = await fixture.record();
    await worker.idle();
    await worker.stop();
    mock.timers.reset();
    const received = receiver.received.find(({ event }) => event.event_id === id);
    const { rows } = await fixture.database.read.one<{ rows: number[] }>(
      `SELECT array[extract(epoch FROM now() - to_timestamp($2::float8)), extract(epoch FROM now() - event_id_time($1)),
         extract(epoch FROM now() - a.started_at), extract(epoch FROM now() - d.delivered_at)]::float8[] AS rows
       FROM deliveries d JOIN delivery_attempts a ON a.delivery_id = d.id AND a.event_id = d.event_id WHERE d.event_id = $1`,
      [id, Number(received?.headers["webhook-timestamp"])],
    );
    // A minute for a slow machine; the clock is wrong by an hour at least.
    for (const seconds of rows) assert.ok(seconds > -5 && seconds < 60, `${seconds} s ago by the database`);
  });
}

test("ids never step back when the clock that they go by is set back (rules/operating 2.4)", () => {
  let at = Date.UTC(2030, 0, 1);
  takeIdTimeFrom(() => at);
  const ahead = newId("evt");
  at -= 3_600_000;
  const next = Array.from({ length: 5_000 }, () => newId("evt"));
  assert.deepEqual([ahead, ...next].toSorted(), [ahead, ...next]);
});
