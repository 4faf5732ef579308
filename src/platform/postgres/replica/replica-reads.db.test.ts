/** Reads from a replica that follows a primary, also when the replica is behind or gone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServerWithStandby, type ServerWithStandby } from "../../../../test/harness/standby-server.ts";
import { waitUntilTrue } from "../../../../test/harness/wait-until.ts";
import { createWakeups } from "../../jobs/wakeups.ts";
import { connectDatabase, type TextDatabase, type TextDb } from "../database.ts";
import { requestDeadlines } from "../deadlines.ts";
import { DatabaseUnavailable } from "../faults.ts";
import type { ServerRole } from "../session-check.ts";
import { startReplica, type Replica } from "./replica-reads.ts";
import { readShownPosition, readWrittenPosition } from "./wal-positions.sql.ts";

let servers: ServerWithStandby;
const opened: TextDatabase[] = [];
const replicas: Replica[] = [];
/** How far the test has moved the clock. */
let movedMs = 0;
before(async () => {
  servers = await startServerWithStandby();
});
after(async () => {
  for (const each of replicas) each.stop();
  for (const each of opened) await each.close();
  await servers.stop();
});

function open(url: string, role: ServerRole): TextDatabase {
  const database = connectDatabase({
    livemode: false,
    url,
    role,
    poolSize: 2,
    applicationName: "maple-test",
    wakeups: createWakeups(),
    onIdleError: () => {},
    deadlines: requestDeadlines,
  });
  opened.push(database);
  return database;
}

function readOld(primary: TextDatabase, replica: TextDatabase) {
  const state = { isFresh: false };
  const started = startReplica({
    primary,
    replica,
    onChange: (isFresh) => void (state.isFresh = isFresh),
    onLook: () => {},
    nowMs: () => performance.now() + movedMs,
  });
  replicas.push(started);
  const isFresh = async (): Promise<boolean> => {
    await started.look();
    return state.isFresh;
  };
  return { state, aside: started.aside as { read: TextDb; snapshot: TextDatabase["snapshot"] }, isFresh };
}

const isReplica = async (db: TextDb): Promise<boolean> =>
  (await db.one<{ readonly standby: boolean }>("SELECT pg_is_in_recovery() AS standby")).standby;

test("a replica is read while it is at most ten seconds behind; else, and when it is gone, the primary is (rules/operating 1.20)", async () => {
  const [primary, standby] = [open(servers.primaryUrl, "primary"), open(servers.standbyUrl, "standby")];
  const { state, aside, isFresh } = readOld(primary, standby);
  await waitUntilTrue(isFresh);
  assert.equal(await isReplica(aside.read), true);
  assert.equal(await aside.snapshot((db) => isReplica(db)), true);

  await standby.read.rows("SELECT pg_wal_replay_pause()");
  await primary.transaction((tx) => tx.rows("CREATE TABLE kept (id integer)"));
  assert.equal(await isReplica(aside.read), true, "some seconds do not matter");
  movedMs += 10_001;
  await waitUntilTrue(async () => !(await isFresh()));
  assert.equal(await isReplica(aside.read), false);
  assert.deepEqual(await aside.read.rows("SELECT id FROM kept"), []);

  await standby.read.rows("SELECT pg_wal_replay_resume()");
  await waitUntilTrue(isFresh);
  assert.deepEqual(await aside.snapshot((db) => db.rows("SELECT id FROM kept")), []);
  assert.equal(await isReplica(aside.read), true);

  await assert.rejects(aside.read.rows("SELECT 1 / 0"), /division by zero/, "a fault of the reader stays one");
  await servers.loseStandby();
  assert.equal(await isReplica(aside.read), false);
  assert.equal(await aside.snapshot((db) => isReplica(db)), false);
  assert.equal(state.isFresh, false);
});

test("a server that takes writes is no replica", async () => {
  const [primary, promoted] = [open(servers.primaryUrl, "primary"), open(servers.primaryUrl, "standby")];
  const { aside, isFresh } = readOld(primary, promoted);
  assert.equal(await isFresh(), false);
  assert.equal(await isReplica(aside.read), false);
  await assert.rejects(
    promoted.read.rows("SELECT 1"),
    (error: Error) => error instanceof DatabaseUnavailable && error.message.includes("the server is no standby"),
  );
});

test("a standby that a promotion left behind is not read, though it shows more bytes than the new primary wrote", async () => {
  const own = await startServerWithStandby();
  try {
    const [primary, left] = [open(own.standbyUrl, "primary"), open(await own.leavePrimaryBehind(), "standby")];
    const [written, shown] = [await readWrittenPosition(primary.read), await readShownPosition(left.read)];
    assert.ok(shown !== null && shown.position > written.position, "else there is nothing to mistake");
    const { aside, isFresh } = readOld(primary, left);
    assert.equal(await isFresh(), false);
    assert.equal(await isReplica(aside.read), false);
    for (const each of [primary, left]) await each.close();
  } finally {
    await own.stop();
  }
});
