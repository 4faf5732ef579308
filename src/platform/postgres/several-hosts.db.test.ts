/** A database with several hosts, of which one takes writes: it is found, and found again when another host takes over. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { onHosts, startDatabaseHost, type DatabaseHost, type HostRole } from "../../../test/stand-ins/database-host.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "./database.ts";
import { requestDeadlines, workDeadlines, type Deadlines } from "./deadlines.ts";
import { DatabaseUnavailable, OutcomeUnknown } from "./faults.ts";
import { migrate } from "./migrate.ts";
import { startNotifier, type Notifier } from "./notifier.ts";

/** For hosts that never answer; where a slow machine misses one of these at a good host, the caller tries again. */
const short: Deadlines = { ...requestDeadlines, connectMs: 700, answerMs: 1_000, closeMs: 200 };
const nobodyListens = "127.0.0.1:1";

let clone: ClonedDatabase;
let hosts: DatabaseHost[] = [];
let opened: TextDatabase[] = [];
let notifiers: Notifier[] = [];
before(async () => {
  clone = await cloneDatabase();
  const database = open(clone.directUrl);
  await database.transaction((tx) => tx.rows("CREATE TABLE kept (id integer)"));
});
afterEach(async () => {
  for (const each of [...opened, ...notifiers, ...hosts]) await each.close();
  [hosts, opened, notifiers] = [[], [], []];
});
after(() => clone.drop());

async function start(role: HostRole): Promise<DatabaseHost> {
  const host = await startDatabaseHost(clone.directUrl, role);
  hosts.push(host);
  return host;
}

function open(url: string, deadlines = requestDeadlines): TextDatabase {
  const database = connectDatabase({
    livemode: false,
    url,
    poolSize: 3,
    applicationName: "maple-test",
    wakeups: createWakeups(),
    onIdleError: () => {},
    deadlines,
  });
  opened.push(database);
  return database;
}

const write = (database: TextDatabase) => database.transaction((tx) => tx.rows("INSERT INTO kept VALUES (1)"));

/** Writes until a write succeeds, as callers do who were told to try again. */
async function untilWritten(database: TextDatabase): Promise<void> {
  await waitUntilTrue(async () => {
    try {
      await write(database);
      return true;
    } catch (error) {
      if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown) return false;
      throw error;
    }
  });
}

/** Opens all connections of the pool. */
async function warm(database: TextDatabase): Promise<void> {
  await Promise.all(Array.from({ length: 3 }, () => database.read.rows("SELECT pg_sleep(0.05)")));
}

test("the host that takes writes is found behind one that refuses, one that is silent and a standby (rules/operating 1.13)", async () => {
  const [silent, standby, primary] = [await start("silent"), await start("standby"), await start("primary")];
  const database = open(onHosts(clone.directUrl, [nobodyListens, silent, standby, primary]), short);
  await untilWritten(database);
  await waitUntilTrue(() => standby.callers() === 0 && silent.callers() === 0);
  assert.ok(primary.callers() > 0);
});

test("after a failover the new primary is found, and what was the primary before has no connections", async () => {
  const [first, second] = [await start("primary"), await start("standby")];
  const database = open(onHosts(clone.directUrl, [first, second]));
  await untilWritten(database);
  first.become("gone");
  first.hangUp();
  await assert.rejects(write(database), DatabaseUnavailable);
  second.become("primary");
  await untilWritten(database);
  first.become("standby");
  await untilWritten(database);
  await waitUntilTrue(() => first.callers() === 0);
  assert.ok(second.callers() > 0);
});

test("a host that turns read-only loses all its connections, and the primary is looked for (rules/operating 1.14)", async () => {
  const [first, second] = [await start("primary"), await start("primary")];
  const database = open(onHosts(clone.directUrl, [first, second]));
  await untilWritten(database);
  await warm(database);
  first.become("standby");
  await assert.rejects(
    database.transaction(async (tx) => {
      await tx.rows("SET TRANSACTION READ ONLY");
      await tx.rows("INSERT INTO kept VALUES (2)");
    }),
    DatabaseUnavailable,
  );
  await untilWritten(database);
  await waitUntilTrue(() => first.callers() === 0);
  assert.ok(second.callers() > 0);
});

test("connections to a primary that fell silent are not used again once another host took over", async () => {
  const [first, second] = [await start("primary"), await start("standby")];
  const database = open(onHosts(clone.directUrl, [first, second]), short);
  await untilWritten(database);
  first.become("silent");
  second.become("primary");
  await untilWritten(database);
  await waitUntilTrue(() => first.callers() === 0);
});

test("without a primary the refusal names what each host said", async () => {
  const standby = await start("standby");
  const database = open(onHosts(clone.directUrl, [nobodyListens, standby]));
  await assert.rejects(
    database.read.rows("SELECT 1"),
    (error: Error) =>
      error.message.includes(`${nobodyListens}: `) &&
      error.message.includes(`${standby.name}: the session is not as it must be: the server takes no writes`),
  );
  await assert.rejects(
    migrate(onHosts(clone.directUrl, [nobodyListens, standby])),
    /no host of the database takes writes/,
  );
});

test("migrations go to the host that takes writes", async () => {
  const [standby, primary] = [await start("standby"), await start("primary")];
  assert.deepEqual(await migrate(onHosts(clone.directUrl, [standby, primary])), []);
  assert.equal(primary.accepted(), 1);
});

test("wake-ups go over the host that takes writes, also after a failover", async () => {
  const [first, second] = [await start("standby"), await start("primary")];
  let heard = 0;
  const [sender, hearer] = [() => {}, () => void (heard += 1)].map((receive) =>
    startNotifier({
      url: onHosts(clone.directUrl, [first, second]),
      receive,
      deadlines: workDeadlines,
      proveEveryMs: 50,
      reconnectMs: { least: 10, most: 100 },
    }),
  );
  assert.ok(sender !== undefined && hearer !== undefined);
  notifiers.push(sender, hearer);
  const untilHeard = async (): Promise<void> => {
    heard = 0;
    await waitUntilTrue(() => {
      sender.publish("jobs");
      return heard > 0;
    });
  };
  await untilHeard();
  first.become("primary");
  second.become("gone");
  second.hangUp();
  await untilHeard();
  await waitUntilTrue(() => second.callers() === 0);
});
