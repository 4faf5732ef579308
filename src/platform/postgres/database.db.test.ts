/** A database whose answers do not come: each wait ends at its deadline, and the next work continues. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";
import { holdLock } from "../../../test/harness/held-lock.ts";
import { startSilentProxy, type SilentProxy } from "../../../test/stand-ins/silent-proxy.ts";
import { refuse } from "../../kernel/refusal.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { withinLimit, TimeIsUp } from "../time-limit.ts";
import { connectDatabase, type TextDatabase } from "./database.ts";
import { requestDeadlines, type Deadlines } from "./deadlines.ts";
import { DatabaseUnavailable, OutcomeUnknown } from "./faults.ts";
import type { ClockReading } from "./session-check.ts";

/** Long enough for a slow machine to answer, short enough to wait for. */
const short: Deadlines = {
  ...requestDeadlines,
  connectMs: 1_500,
  checkMs: 1_500,
  waitMs: 2_000,
  answerMs: 1_500,
  commitMs: 1_500,
  transactionMs: 2_500,
  closeMs: 200,
};
/** Longer than a slow machine needs, shorter than what has no end. */
const endlessMs = 40_000;

let clone: ClonedDatabase;
let proxy: SilentProxy;
const opened: TextDatabase[] = [];
before(async () => {
  clone = await cloneDatabase();
  proxy = await startSilentProxy(clone.directUrl);
  const database = open();
  await database.transaction((tx) => tx.rows("CREATE TABLE kept (id integer PRIMARY KEY)"));
});
after(async () => {
  proxy.heal();
  for (const database of opened) await database.close();
  await proxy.close();
  await clone.drop();
});

function open(
  more: { poolSize?: number; deadlines?: Deadlines; url?: string; onClock?: (r: ClockReading) => void } = {},
) {
  const database = connectDatabase({
    livemode: false,
    url: proxy.through(clone.directUrl),
    poolSize: 4,
    applicationName: "maple-test",
    wakeups: createWakeups(),
    onIdleError: () => {},
    deadlines: short,
    ...more,
  });
  opened.push(database);
  return database;
}

/** For what is not to end by a deadline. */
const patient = { answerMs: 60_000, transactionMs: 60_000, statementMs: 60_000, lockMs: 60_000 };
const standing = "SELECT pg_advisory_xact_lock_shared(1)";

/** Runs work while the server stands at a statement, which is answered afterwards. */
async function whileOneStands(database: TextDatabase, work: () => Promise<void>): Promise<void> {
  const held = await holdLock(clone.directUrl, "SELECT pg_advisory_xact_lock(1)");
  const stands = database.read.rows(standing);
  await held.waiter();
  await work();
  await held.release();
  await stands;
}

/** Runs work in a silence that ends afterwards; answers the milliseconds it took. */
async function inSilence(work: () => Promise<void>): Promise<number> {
  proxy.cut();
  const begun = performance.now();
  try {
    await work();
    return performance.now() - begun;
  } finally {
    proxy.heal();
  }
}

/** Opens as many connections as the pool has, so that the next work finds idle ones. */
async function warm(database: TextDatabase, connections = 4): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => database.read.rows("SELECT pg_sleep(0.05)")));
}

const countKept = async (id: number): Promise<number> => {
  const direct = open({ url: clone.directUrl, poolSize: 1 });
  const { count } = await direct.read.one<{ count: number }>("SELECT count(*) FROM kept WHERE id = $1", [id]);
  return count;
};

describe("in silence", () => {
  test("a read ends at its deadline, and the next one after the silence finds no dead connection (rules/operating 1.1)", async () => {
    const database = open();
    await warm(database);
    const took = await inSilence(() => assert.rejects(database.read.rows("SELECT 1"), DatabaseUnavailable));
    assert.ok(took < endlessMs, `${took} ms`);
    // One read lost bytes; the three connections that were idle meanwhile are destroyed with the one it used.
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => database.read.rows("SELECT 1")));
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set(["fulfilled"]));
  });

  test("a connection that cannot be opened ends at its deadline (rules/operating 1.3)", async () => {
    const database = open();
    const took = await inSilence(() => assert.rejects(database.read.rows("SELECT 1"), DatabaseUnavailable));
    assert.ok(took < endlessMs, `${took} ms`);
    await database.read.rows("SELECT 1");
  });

  test("who waits for a connection is told so at the deadline", async () => {
    const database = open({ poolSize: 1, deadlines: { ...short, ...patient } });
    await warm(database, 1);
    await whileOneStands(database, () =>
      assert.rejects(database.read.rows("SELECT 1"), /no database connection became free within 2000 ms/),
    );
  });

  test("a read with a limit of its own ends earlier, the wait for a connection included", async () => {
    const database = open({ poolSize: 1, deadlines: { ...short, ...patient, waitMs: endlessMs } });
    await warm(database, 1);
    await inSilence(() => assert.rejects(database.read.within(200).rows("SELECT 1"), DatabaseUnavailable));
    await whileOneStands(database, () =>
      assert.rejects(database.read.within(100).rows("SELECT 1"), DatabaseUnavailable),
    );
  });

  test("a COMMIT without an answer is unknown, and is not cancelled on the server (rules/operating 1.5)", async () => {
    const database = open();
    await warm(database);
    const took = await inSilence(() =>
      assert.rejects(
        database.transaction(async (tx) => {
          proxy.heal();
          await tx.rows("INSERT INTO kept VALUES (1)");
          proxy.cut();
        }),
        OutcomeUnknown,
      ),
    );
    assert.ok(took < endlessMs, `${took} ms`);
    await database.transaction((tx) => tx.rows("SELECT 1"));
  });

  test("a transaction whose writes and COMMIT all lose their answers is unknown as well", async () => {
    const database = open();
    await warm(database);
    await inSilence(() =>
      assert.rejects(
        database.transaction(async (tx) => tx.send("INSERT INTO kept VALUES (2)")),
        OutcomeUnknown,
      ),
    );
  });

  test("a transaction ends at its bound though each statement is in time, and nothing of it is kept (rules/operating 1.7)", async () => {
    const database = open();
    const [over, later] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    const work = database.transaction(async (tx) => {
      // On a slow machine the bound is reached before the INSERT: what follows is refused all the same.
      await Promise.allSettled([tx.rows("INSERT INTO kept VALUES (3)"), over.promise]);
      tx.rows("SELECT 1").then(later.resolve, later.reject);
    });
    await assert.rejects(work, DatabaseUnavailable);
    over.resolve();
    await assert.rejects(later.promise, /the transaction has ended/);
    assert.equal(await countKept(3), 0);
  });

  test("a refusal is answered in time though its roll-back gets no answer", async () => {
    const database = open();
    await warm(database);
    const took = await inSilence(async () => {
      const answer = await database.transaction(async () => refuse("not_found", "no such thing"));
      assert.deepEqual(answer, refuse("not_found", "no such thing"));
    });
    assert.ok(took < endlessMs, `${took} ms`);
  });

  test("a pool is closed in time, also while work is under way", async () => {
    const database = open({ deadlines: { ...short, ...patient } });
    await warm(database);
    const took = await inSilence(async () => {
      const work = assert.rejects(database.read.rows("SELECT 1"), DatabaseUnavailable);
      await database.close();
      await work;
    });
    assert.ok(took < endlessMs, `${took} ms`);
  });

  test("after the silence, work that lost its answer is given up before its own deadline (rules/operating 1.11)", async () => {
    const database = open({ deadlines: { ...short, ...patient } });
    await warm(database);
    const begun = performance.now();
    let stuck: Promise<void> = Promise.resolve();
    await inSilence(async () => {
      stuck = assert.rejects(database.read.rows("SELECT 1"), DatabaseUnavailable);
      await assert.rejects(database.read.within(200).rows("SELECT 1"), DatabaseUnavailable);
    });
    await database.read.rows("SELECT 1");
    await stuck;
    assert.ok(performance.now() - begun < endlessMs);
  });

  test("a statement at which the server still works is left alone when a deadline is missed beside it", async () => {
    const database = open({ deadlines: { ...short, ...patient } });
    await warm(database);
    await whileOneStands(database, () => assert.rejects(database.read.within(300).rows(standing), DatabaseUnavailable));
  });

  test("after a silence in which all connections were in use, lost work is found by a connection beside the pool", async () => {
    const database = open({ poolSize: 2, deadlines: { ...short, ...patient } });
    await warm(database, 2);
    const stuck: Promise<unknown>[] = [];
    await inSilence(async () => {
      for (let each = 0; each < 2; each++)
        stuck.push(assert.rejects(database.read.rows("SELECT 1"), DatabaseUnavailable));
      await assert.rejects(database.read.within(200).rows("SELECT 1"), /no database connection became free/);
    });
    await Promise.all(stuck);
    await database.read.rows("SELECT 1");
  });

  test("when the time of the work around is up, its connection is destroyed and late work begins nothing", async () => {
    const database = open({ deadlines: { ...short, ...patient } });
    await warm(database);
    const late = Promise.withResolvers<unknown>();
    const took = await inSilence(() =>
      assert.rejects(
        withinLimit("the test", 200, async () => {
          await database.read.rows("SELECT 1").catch(() => {});
          database.read.rows("SELECT 1").then(late.resolve, late.reject);
        }),
        TimeIsUp,
      ),
    );
    assert.ok(took < endlessMs, `${took} ms`);
    await assert.rejects(late.promise, TimeIsUp);
    await database.read.rows("SELECT 1");
  });
});

describe("a session", () => {
  test("has its settings by statement, and its clock is told between two moments (rules/operating 1.12)", async () => {
    const readings: ClockReading[] = [];
    const database = open({ poolSize: 1, onClock: (reading) => readings.push(reading) });
    const said = await database.read.one<Record<string, string>>(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit`,
    );
    assert.deepEqual(said, { statement: "5s", lock: "2s", idle: "5s", jit: "off" });
    const [reading] = readings;
    assert.equal(readings.length, 1);
    assert.ok(reading !== undefined && reading.sentAtMs <= reading.receivedAtMs);
    const { now } = await database.read.one<{ now: number }>("SELECT clock_timestamp() AS now");
    assert.ok(Math.abs(now - reading.databaseMs) < 60_000);
  });

  test("on a server that takes no writes is refused, and the refusal says so", async () => {
    const direct = open({ url: clone.directUrl });
    const name = new URL(clone.directUrl).pathname.slice(1);
    await direct.transaction((tx) => tx.rows(`ALTER DATABASE ${name} SET default_transaction_read_only = on`));
    try {
      await assert.rejects(open().read.rows("SELECT 1"), /the server takes no writes/);
    } finally {
      await direct.transaction((tx) => tx.rows(`ALTER DATABASE ${name} RESET default_transaction_read_only`));
    }
    await open().read.rows("SELECT 1");
  });

  test("that turns read-only is destroyed with all others of its pool", async () => {
    const database = open();
    await warm(database);
    const pids = async () => {
      const all = await Promise.all(
        Array.from({ length: 4 }, () =>
          database.read.one<{ pid: number }>("SELECT pg_backend_pid() AS pid, pg_sleep(0.05)"),
        ),
      );
      return new Set(all.map(({ pid }) => pid));
    };
    const earlier = await pids();
    await assert.rejects(
      database.transaction(async (tx) => {
        await tx.rows("SET TRANSACTION READ ONLY");
        await tx.rows("INSERT INTO kept VALUES (4)");
      }),
      DatabaseUnavailable,
    );
    for (const pid of await pids()) assert.ok(!earlier.has(pid));
  });
});
