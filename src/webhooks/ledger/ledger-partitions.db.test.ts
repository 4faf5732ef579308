import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { actByHand } from "../../../test/harness/state-guard.ts";
import { measureServer } from "../../platform/health/measure-server.job.ts";
import { createMetrics } from "../../platform/metrics/create-metrics.ts";
import {
  startDeliveryFixture,
  startReceiver,
  type DeliveryFixture,
  type Receiver,
} from "../delivery/delivery.fixture.ts";
import { forgetOldLedger, makeLedgerWeeks, measureLedgerWeeks } from "./keep-ledger.job.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());
beforeEach(async () => {
  fixture = await startDeliveryFixture();
});
afterEach(() => fixture.close());

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

/** The week so many days ago by the database, as the partitions write it. */
async function weekOf(daysAgo: number): Promise<string> {
  const { week } = await fixture.database.read.one<{ week: string }>(
    "SELECT to_char(date_trunc('week', (now() - make_interval(days => $1)) AT TIME ZONE 'UTC'), 'YYYYMMDD') AS week",
    [daysAgo],
  );
  return week;
}

/** Puts the id of an event `days` into the past, in all three tables, and when its rows came as far as `cameDays`. */
async function age(eventId: string, days: number, cameDays = days): Promise<string> {
  return fixture.database.transaction(async (tx) => {
    // A row that goes to another week begins there again.
    tx.send(actByHand);
    const { id } = await tx.one<{ id: string }>(
      `UPDATE events SET id = event_id_at(event_id_time(id) - make_interval(secs => $2)) || right(id, 16),
          recorded_at = now() - make_interval(secs => $3) WHERE id = $1 RETURNING id`,
      [eventId, days * 86_400, cameDays * 86_400],
    );
    const came = [eventId, id, cameDays * 86_400];
    await tx.rows(
      "UPDATE deliveries SET event_id = $2, created_at = now() - make_interval(secs => $3) WHERE event_id = $1",
      came,
    );
    await tx.rows(
      "UPDATE delivery_attempts SET event_id = $2, started_at = now() - make_interval(secs => $3) WHERE event_id = $1",
      came,
    );
    return id;
  });
}

/** As after weeks without a worker. */
async function dropWeeks(): Promise<void> {
  await fixture.database.transaction(async (tx) => {
    for (const name of Object.keys(await rowsIn("^(events|deliveries|delivery_attempts)_\\d{8}$")))
      await tx.rows(`DROP TABLE ${name}`);
  });
}

test("ids and times: the database reads the time that newId wrote", async () => {
  const id = await fixture.record();
  const row = await fixture.database.read.one<{ at: number; from: string; past: string }>(
    "SELECT event_id_time($1) AS at, event_id_at(event_id_time($1)) AS from, event_id_at(event_id_time($1) + interval '1 ms') AS past",
    [id],
  );
  assert.ok(Math.abs(row.at - Date.now()) < 60_000);
  assert.ok(row.from <= id && id < row.past);
});

test("weeks are made ahead, what came without one is sorted, and delivery goes on", async () => {
  await dropWeeks();
  await fixture.subscribe(receiver.url);
  const early = await fixture.record();
  const worker = fixture.startWorker();
  await worker.idle();
  const [week, next] = [await weekOf(0), await weekOf(-7)];
  assert.deepEqual(await rowsIn("^events_"), { events_default: 1 });

  await makeLedgerWeeks(fixture.database);
  await makeLedgerWeeks(fixture.database);
  assert.deepEqual(await forgetOldLedger(fixture.database), []);
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
  await dropWeeks();
  await fixture.subscribe(receiver.url);
  receiver.received.length = 0;
  const ids: string[] = [];
  for (let n = 0; n < 150; n++) ids.push(await fixture.record());
  const worker = fixture.startWorker();
  let made = false;
  const keeping = makeLedgerWeeks(fixture.database).finally(() => (made = true));
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

test("a week is dropped once its last event was recorded 30 days ago; nothing younger is, whatever its id says (rules/webhooks 8.3; rules/operating 6.1)", async () => {
  await fixture.subscribe(receiver.url);
  const made = [await fixture.record(), await fixture.record(), await fixture.record()] as const;
  const worker = fixture.startWorker();
  await worker.idle();
  await worker.stop();
  const minute = 1 / 1440;
  const old = await age(made[0], 45, 30 - minute);
  const kept = await age(made[1], 20);
  const week = await weekOf(45);
  await fixture.database.transaction(async (tx) => {
    for (const table of ["events", "deliveries", "delivery_attempts"])
      await tx.rows("SELECT make_ledger_partition($1, $2::date)", [table, week]);
  });
  await makeLedgerWeeks(fixture.database);
  const sorted = await rowsIn("^events_\\d{8}$");
  assert.equal(sorted[`events_${week}`], 1, "the event of 45 days is in a week of its own");

  assert.deepEqual(await forgetOldLedger(fixture.database), [], "it came less than 30 days ago");
  assert.deepEqual(await rowsIn("^events_\\d{8}$"), sorted);

  await age(old, 0, 30 + minute);
  const dropped = await forgetOldLedger(fixture.database);
  assert.deepEqual(dropped, [`delivery_attempts_${week}`, `deliveries_${week}`, `events_${week}`]);
  const left = await fixture.database.read.rows<{ id: string }>("SELECT id FROM events ORDER BY id");
  assert.deepEqual(
    left.map(({ id }) => id),
    [kept, made[2]],
  );
  assert.equal((await fixture.deliveries()).length, 2);
});

test("what came without a week and is past keeping is forgotten, without a week being made for it", async () => {
  await fixture.subscribe(receiver.url);
  const ids = [await fixture.record(), await fixture.record(), await fixture.record()] as const;
  const worker = fixture.startWorker();
  await worker.idle();
  await worker.stop();
  await age(ids[0], 8_000);
  // As from a program whose clock was years behind: the id is old, the event is not.
  const young = await age(ids[1], 8_000, 1);
  const weeks = Object.keys(await rowsIn("^events_"));
  await makeLedgerWeeks(fixture.database);
  assert.deepEqual(await forgetOldLedger(fixture.database), []);
  assert.deepEqual(Object.keys(await rowsIn("^events_")), weeks);
  for (const table of ["events", "deliveries", "delivery_attempts"]) {
    const { left } = await fixture.database.read.one<{ left: number }>(`SELECT count(*) AS left FROM ${table}`);
    assert.equal(left, 2, table);
  }
  const { there } = await fixture.database.read.one<{ there: boolean }>(
    "SELECT EXISTS (SELECT FROM events WHERE id = $1) AS there",
    [young],
  );
  assert.equal(there, true);
});

test("a role that may not change the schema keeps the ledger through the functions (rules/operating 7.4)", async () => {
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

test("the weeks that are ready and the connections of the server are measured", async () => {
  const metrics = createMetrics();
  await makeLedgerWeeks(fixture.database);
  await measureLedgerWeeks(fixture.database, metrics);
  assert.match(await metrics.registry.metrics(), /^maple_ledger_weeks_ready\{environment="test"\} 2$/m);
  await dropWeeks();
  await measureLedgerWeeks(fixture.database, metrics);
  await measureServer(fixture.database, metrics);
  const text = await metrics.registry.metrics();
  assert.match(text, /^maple_ledger_weeks_ready\{environment="test"\} 0$/m);
  assert.match(text, /^maple_database_connections\{environment="test",state="used"\} [1-9]/m);
  assert.match(text, /^maple_database_connections\{environment="test",state="most"\} [1-9]/m);
  assert.match(text, /^maple_database_standbys\{environment="test",state="connected"\} 0$/m);
  assert.match(text, /^maple_database_standbys\{environment="test",state="wanted"\} 0$/m);
  assert.match(text, /^maple_database_unarchived_seconds\{environment="test"\} 0$/m);
  assert.match(text, /^maple_database_oldest_transactions\{environment="test"\} [1-9]/m);
  assert.match(text, /^maple_database_wal_kept_bytes\{environment="test"\} 0$/m);
});
