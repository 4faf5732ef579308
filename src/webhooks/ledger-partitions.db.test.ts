import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import type { Id } from "../kernel/id.ts";
import { openDeliveryFixture, startReceiver, type DeliveryFixture, type Receiver } from "./delivery.fixture.ts";
import { keepLedger } from "./keep-ledger.job.ts";
import { mondayOf, weekMs } from "./ledger-weeks.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());
beforeEach(async () => {
  fixture = await openDeliveryFixture();
});
afterEach(() => fixture.close());

const day = 86_400_000;

async function rowsIn(pattern: string): Promise<Record<string, number>> {
  const tables = await fixture.database.read.rows<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ $1 ORDER BY relname",
    [pattern],
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { count } = await fixture.database.read.one<{ count: number }>(`SELECT count(*) AS count FROM ${name}`);
    counts[name] = count;
  }
  return counts;
}

/** Puts the ledger's rows of an event `days` into the past, ids included. */
async function age(eventId: Id<"evt">, days: number): Promise<string> {
  return fixture.database.transaction(async (tx) => {
    const { id } = await tx.one<{ id: string }>(
      `UPDATE events SET id = event_id_at(event_id_time(id) - make_interval(secs => $2)) || right(id, 16)
        WHERE id = $1 RETURNING id`,
      [eventId, days * 86_400],
    );
    await tx.rows("UPDATE deliveries SET event_id = $2 WHERE event_id = $1", [eventId, id]);
    await tx.rows("UPDATE delivery_attempts SET event_id = $2 WHERE event_id = $1", [eventId, id]);
    return id;
  });
}

test("ids and times: the database reads the time that newId wrote", async () => {
  const id = await fixture.record();
  const row = await fixture.database.read.one<{ at: number; from: string; past: string }>(
    "SELECT event_id_time($1) AS at, event_id_at(event_id_time($1)) AS from, event_id_at(event_id_time($1) + interval '1 ms') AS past",
    [id],
  );
  assert.ok(Math.abs(row.at - Date.now()) < 5_000);
  assert.ok(row.from <= id && id < row.past);
});

test("weeks are made ahead, what came without one is sorted, and delivery goes on", async () => {
  // As after weeks without a worker.
  await fixture.database.transaction((tx) =>
    tx.rows("SELECT drop_ledger_partitions(each, now() + interval '60 days') FROM unnest($1::text[]) AS each", [
      ["events", "deliveries", "delivery_attempts"],
    ]),
  );
  await fixture.subscribe(receiver.url);
  const early = await fixture.record();
  const worker = fixture.startWorker();
  await worker.idle();
  const now = Date.now();
  const [week, next] = [mondayOf(now).replaceAll("-", ""), mondayOf(now + weekMs).replaceAll("-", "")];
  assert.deepEqual(await rowsIn("^events_"), { events_default: 1 });

  assert.deepEqual(await keepLedger(fixture.database, now), []);
  assert.deepEqual(await keepLedger(fixture.database, now), [], "again: nothing to do");
  const expected = (name: string) => ({ [`${name}_${week}`]: 1, [`${name}_${next}`]: 0, [`${name}_default`]: 0 });
  assert.deepEqual(await rowsIn("^events_"), expected("events"));
  assert.deepEqual(await rowsIn("^deliveries_[\\dd]"), expected("deliveries"));
  assert.deepEqual(await rowsIn("^delivery_attempts_"), expected("delivery_attempts"));

  const late = await fixture.record();
  await worker.idle();
  const rows = await fixture.deliveries();
  assert.deepEqual(rows.map(({ event_id: id, state }) => [id, state]).toSorted(), [
    [early, "delivered"],
    [late, "delivered"],
  ]);
});

test("weeks are made in the middle of deliveries: no reader misses a row, and every event arrives once", async () => {
  await fixture.database.transaction((tx) =>
    tx.rows("SELECT drop_ledger_partitions(each, now() + interval '60 days') FROM unnest($1::text[]) AS each", [
      ["events", "deliveries", "delivery_attempts"],
    ]),
  );
  await fixture.subscribe(receiver.url);
  receiver.received.length = 0;
  const ids: string[] = [];
  for (let n = 0; n < 150; n++) ids.push(await fixture.record());
  const worker = fixture.startWorker();
  let made = false;
  const keeping = keepLedger(fixture.database, Date.now()).finally(() => (made = true));
  const counts = new Set<number>();
  while (!made) {
    const row = await fixture.database.read.one<{ count: number }>("SELECT count(*) AS count FROM deliveries");
    counts.add(row.count);
    if (ids.length < 200) ids.push(await fixture.record());
  }
  await keeping;
  await worker.idle();
  const seen = [...counts];
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
    "rows that are being moved are always seen",
  );
  assert.equal(seen[0], 150);
  assert.deepEqual(receiver.received.map(({ event }) => event.event_id).toSorted(), ids.toSorted());
  assert.ok((await fixture.deliveries()).every(({ state }) => state === "delivered"));
});

test("a week is dropped once its last event is 30 days old, with deliveries and attempts; nothing younger is", async () => {
  await fixture.subscribe(receiver.url);
  const ids = [await fixture.record(), await fixture.record(), await fixture.record()] as const;
  const worker = fixture.startWorker();
  await worker.idle();
  await worker.stop();
  const now = Date.now();
  // Sunday 23:59:59 of some week, and the second after it.
  const boundary = Date.parse(mondayOf(now - 40 * day));
  await age(ids[0], (now - boundary) / day + 1);
  const kept = await age(ids[1], (now - boundary) / day - 1);
  await keepLedger(fixture.database, now - 20 * day);
  assert.equal(
    Object.values(await rowsIn("^events_")).reduce((sum, count) => sum + count),
    3,
  );

  assert.equal((await keepLedger(fixture.database, boundary + 30 * day - 1)).length, 0);
  const dropped = await keepLedger(fixture.database, boundary + 30 * day);
  const gone = mondayOf(boundary - 1).replaceAll("-", "");
  assert.deepEqual(dropped, [`delivery_attempts_${gone}`, `deliveries_${gone}`, `events_${gone}`]);
  const left = await fixture.database.read.rows<{ id: string }>("SELECT id FROM events ORDER BY id");
  assert.deepEqual(
    left.map(({ id }) => id),
    [kept, ids[2]],
  );
  assert.equal((await fixture.deliveries()).length, 2);
});

test("what came without a week and is past keeping is forgotten, without a week being made for it", async () => {
  await fixture.subscribe(receiver.url);
  const ids = [await fixture.record(), await fixture.record()] as const;
  const worker = fixture.startWorker();
  await worker.idle();
  await worker.stop();
  await age(ids[0], 8_000);
  const now = Date.now();
  const weeks = Object.keys(await rowsIn("^events_"));
  assert.deepEqual(await keepLedger(fixture.database, now), []);
  assert.deepEqual(Object.keys(await rowsIn("^events_")), weeks);
  for (const table of ["events", "deliveries", "delivery_attempts"]) {
    const { left } = await fixture.database.read.one<{ left: number }>(`SELECT count(*) AS left FROM ${table}`);
    assert.equal(left, 1, table);
  }
});

test("a role that may not change the schema keeps the ledger through the functions", async () => {
  // Roles belong to the whole server, which test files share.
  const role = `ledger_service_${process.pid}`;
  await fixture.database.transaction(async (tx) => {
    await tx.rows(`CREATE ROLE ${role}`);
    await tx.rows(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
  });
  try {
    await assert.rejects(
      fixture.database.transaction(async (tx) => {
        await tx.rows(`SET LOCAL ROLE ${role}`);
        await tx.rows("CREATE TABLE public.mine ()");
      }),
      /permission denied/,
    );
    const { made } = await fixture.database.transaction(async (tx) => {
      await tx.rows(`SET LOCAL ROLE ${role}`);
      return tx.one<{ made: boolean }>("SELECT make_ledger_partition('events', '2040-01-02') AS made");
    });
    assert.equal(made, true);
  } finally {
    await fixture.database.transaction(async (tx) => {
      await tx.rows(`DROP OWNED BY ${role}`);
      await tx.rows(`DROP ROLE ${role}`);
    });
  }
});
