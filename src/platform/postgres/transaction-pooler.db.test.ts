/** Work through a pooler that lends a session for one transaction: no state of a session is set or used. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "./database.ts";
import { requestDeadlines, workDeadlines, type Deadlines } from "./deadlines.ts";
import { throughTransactionPooler } from "./hosts/database-address.ts";
import { roleSettings } from "./session-check.ts";
import { defineStatement } from "./statement.ts";

const kept = defineStatement<{ readonly one: number }>({ name: "test-of-poolers", text: "SELECT 1 AS one" });

let clone: ClonedDatabase;
let opened: TextDatabase[] = [];
before(async () => {
  clone = await cloneDatabase();
});
afterEach(async () => {
  for (const each of opened) await each.close();
  opened = [];
});
after(() => clone.drop());

function open(deadlines: Deadlines, url: string): TextDatabase {
  const database = connectDatabase({
    livemode: false,
    url,
    poolSize: 1,
    applicationName: "maple-test",
    wakeups: createWakeups(),
    onIdleError: () => {},
    deadlines,
  });
  opened.push(database);
  return database;
}

/** Gives the sessions of the clone the settings that a role has by what `maple migrate` prints. */
async function giveSettings(): Promise<void> {
  const name = new URL(clone.directUrl).pathname.slice(1);
  await open(workDeadlines, clone.directUrl).transaction(async (tx) => {
    for (const statement of roleSettings("any")) await tx.rows(statement.replace('ROLE "any"', `DATABASE ${name}`));
  });
}

const timeouts = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit`;
const ofRequests = { statement: "5s", lock: "2s", idle: "5s", jit: "off" };
const ofWork = { statement: "15s", lock: "5s", idle: "10s", jit: "off" };

test("a role without the settings is refused, and told what gives them (rules/operating 1.15)", async () => {
  const pooled = open(requestDeadlines, throughTransactionPooler(clone.directUrl, false));
  await assert.rejects(
    pooled.read.rows("SELECT 1"),
    /statement_timeout is 0 ms; .*; give the role the settings that maple migrate prints/,
  );
});

test("requests have the deadlines of the role, work raises them in each transaction and read (rules/operating 1.15)", async () => {
  await giveSettings();
  const requests = open(requestDeadlines, throughTransactionPooler(clone.directUrl, false));
  assert.deepEqual(await requests.read.one(timeouts), ofRequests);
  const work = open(workDeadlines, throughTransactionPooler(clone.directUrl, false));
  assert.deepEqual(await work.read.one(timeouts), ofWork);
  assert.deepEqual(await work.transaction((tx) => tx.one(timeouts)), ofWork);
  assert.deepEqual(await work.snapshot((db) => db.one(timeouts)), ofWork);
  await assert.rejects(work.read.within(200).rows("SELECT pg_sleep(20)"), /did not/);
});

test("statements are prepared by name only where the pooler keeps them (rules/operating 1.15)", async () => {
  await giveSettings();
  const names = async (prepares: boolean) => {
    const database = open(requestDeadlines, throughTransactionPooler(clone.directUrl, prepares));
    assert.deepEqual(await database.read.one(kept), { one: 1 });
    const found = await database.read.rows<{ name: string }>("SELECT name FROM pg_prepared_statements");
    return found.map(({ name }) => name).filter((name) => name !== "");
  };
  assert.deepEqual(await names(false), []);
  assert.deepEqual(await names(true), ["test-of-poolers"]);
});
