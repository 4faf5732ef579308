import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { cloneDatabase } from "../../../test/harness/database-server.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics/create-metrics.ts";
import { connectDatabase, type TextDatabase } from "../postgres/database.ts";
import { deletion, whileClockIsRight } from "./clock-gate.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { listProcesses, sumConnections } from "./processes.sql.ts";
import { clockProblem, forgetOldProcesses, watchClocks, type ClockWatch } from "./watch-clocks.ts";

const hour = 3_600_000;
let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let opened: TextDatabase[];
let watches: ClockWatch[];
before(async () => {
  clone = await cloneDatabase();
});
after(() => clone.drop());
beforeEach(() => {
  opened = [];
  watches = [];
});
afterEach(async () => {
  for (const watching of watches) await watching.stop();
  await opened[0]?.transaction((tx) => tx.rows("DELETE FROM processes"));
  for (const database of opened) await database.close();
});

/** A process of its own on the database, whose clock is so far off. */
function openProcess(skewMs: number) {
  const state = { skewMs };
  const clock = createDatabaseClock({ wall: () => Date.now() + state.skewMs, monotonic: () => performance.now() });
  const database = connectDatabase({
    livemode: false,
    url: clone.url,
    poolSize: 2,
    applicationName: "maple-test",
    wakeups: createWakeups(),
    onIdleError: () => {},
    clock,
  });
  opened.push(database);
  const metrics = createMetrics();
  const reasons: string[] = [];
  const start = async (everyMs = 20): Promise<void> => {
    const watching = await watchClocks({
      process: { id: randomUUID(), kind: "work", host: "test" },
      connections: () => 5,
      databases: [database],
      log: createLog("silent"),
      metrics,
      onFarOff: (reason) => void reasons.push(reason),
      everyMs,
      farOffMs: 0,
    });
    watches.push(watching);
  };
  return { state, database, clock, metrics, reasons, start };
}

const alive = async ({ database }: { database: TextDatabase }) =>
  (await database.read.rows<{ id: string }>("SELECT id FROM processes WHERE stopped_at IS NULL")).length;

test("a process whose clock is right starts, is seen, and says when it ends", async () => {
  const one = openProcess(0);
  for (const status of [200, 503]) one.metrics.recentCalls.count(status);
  await one.start();
  assert.equal(await alive(one), 1);
  const [seen] = await listProcesses(one.database.read, 60, 10);
  assert.deepEqual([seen?.is_alive, seen?.recent_calls, seen?.recent_refused], [true, 2, 1]);
  assert.equal(await sumConnections(one.database.read), 5);
  assert.equal(clockProblem(one.database), undefined);
  // A skew of less than a microsecond is written with an exponent.
  const skew = /maple_clock_skew_seconds\{environment="test"\} (.+)\n/.exec(await one.metrics.registry.metrics())?.[1];
  assert.ok(Math.abs(Number(skew)) < 2, `the skew is ${skew}`);
  await watches.pop()?.stop();
  assert.equal(await alive(one), 0);
});

test("a process whose clock is a day off does not start, says why, and is not counted", async () => {
  const one = openProcess(24 * hour);
  await assert.rejects(one.start(), /is 86(399|400)\.\d s ahead of the clock of the test database; set the clock/);
  assert.equal(await alive(one), 0);
  const other = openProcess(-hour);
  await assert.rejects(other.start(), /is (3599|3600)\.\d s behind the clock/);
});

test("over 2 s a process is unready and leases nothing, and the others go on (rules/operating 2.5)", async () => {
  const right = openProcess(0);
  await right.start();
  const wrong = openProcess(-3_000);
  await wrong.start();
  assert.match(clockProblem(wrong.database) ?? "", /behind the clock of the test database/);
  let swept = 0;
  const sweep = async (): Promise<boolean> => ++swept > 0;
  assert.equal(await whileClockIsRight(wrong.database, sweep)(), false);
  assert.equal(swept, 0);
  assert.equal(await whileClockIsRight(right.database, sweep)(), true);
  assert.equal(clockProblem(right.database), undefined);
});

test("when most processes see the same, the database is wrong: they serve and lease, it is told, nothing is deleted (rules/operating 2.6)", async () => {
  const first = openProcess(0);
  await first.start();
  const second = openProcess(0);
  await second.start();
  for (const each of [first, second]) each.state.skewMs = -hour;
  for (const each of [first, second]) {
    await waitUntilTrue(() => each.clock.standing().kind === "database_wrong");
    assert.equal(clockProblem(each.database), undefined);
    assert.equal(each.clock.mayLease(), true);
    assert.equal(await deletion(each.database, "forget", async () => assert.fail("deleted")).runOnce(), false);
  }
  await waitUntilTrue(async () =>
    (await first.metrics.registry.metrics()).includes('maple_clock_database_wrong{environment="test"} 1'),
  );
  const third = openProcess(-hour);
  await third.start();
  assert.deepEqual([...first.reasons, ...second.reasons, ...third.reasons], []);
});

test("a process that starts right after the database's clock was set waits for what the others see (rules/operating 2.6)", async () => {
  const one = openProcess(-hour);
  const { database } = one;
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO processes (id, kind, host, beat_at, skew_seconds) VALUES (gen_random_uuid(), 'serve', 'test', now() - interval '1 hour', 0)`,
    ),
  );
  const starting = one.start(10_000);
  await waitUntilTrue(async () => (await database.read.rows("SELECT FROM processes WHERE kind = 'work'")).length > 0);
  await database.transaction((tx) =>
    tx.rows("UPDATE processes SET beat_at = clock_timestamp(), skew_seconds = -3600 WHERE kind = 'serve'"),
  );
  await starting;
  assert.equal(one.clock.standing().kind, "database_wrong");
});

test("a process that is alone with its clock far off ends", async () => {
  const first = openProcess(0);
  const second = openProcess(24 * hour);
  await first.database.transaction((tx) =>
    tx.rows(
      "INSERT INTO processes (id, kind, host, skew_seconds) SELECT gen_random_uuid(), 'serve', 'test', 86400 FROM generate_series(1, 2)",
    ),
  );
  await second.start();
  assert.equal(second.clock.standing().kind, "database_wrong");
  await first.database.transaction((tx) => tx.rows("UPDATE processes SET skew_seconds = 0 WHERE kind = 'serve'"));
  await waitUntilTrue(() => second.reasons.length > 0);
  assert.match(second.reasons[0] ?? "", /86(399|400)\.\d s ahead/);
});

test("processes that were not heard of, before or after now, do not count, and are forgotten after a week", async () => {
  const one = openProcess(24 * hour);
  await one.database.transaction((tx) =>
    tx.rows(
      `INSERT INTO processes (id, kind, host, beat_at, skew_seconds) SELECT gen_random_uuid(), 'serve', 'test', now() + late, 86400
       FROM unnest('{-31 s, 31 s, -8 days, 1 hour}'::interval[]) AS late`,
    ),
  );
  await assert.rejects(one.start(), /ahead of/);
  await forgetOldProcesses(one.database);
  const { left } = await one.database.read.one<{ left: number }>(
    "SELECT count(*) AS left FROM processes WHERE kind = 'serve'",
  );
  assert.equal(left, 3);
});

test("a deletion runs only while the clocks agree", async () => {
  const { database } = openProcess(0);
  const agreeing = { ...database, clock: { ...database.clock, mayDelete: () => true } };
  let runs = 0;
  const sweep = async (): Promise<boolean> => ++runs > 0;
  assert.equal(await deletion(database, "forget", sweep).runOnce(), false);
  assert.equal(runs, 0);
  assert.equal(await deletion(agreeing, "forget", sweep).runOnce(), true);
});
