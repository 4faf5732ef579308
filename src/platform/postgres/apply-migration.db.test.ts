/** Migrations beside sessions that hold locks for long, and calls that go on (rules/operating 9.8). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { cloneDatabase } from "../../../test/harness/database-server.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { applyMigration, indexesOf } from "./apply-migration.ts";

let url: string;
let migrating: Client;
let holder: Client;
let caller: Client;
before(async () => {
  // The server itself, also where the run has a pooler: a lock of a session is held past its transactions.
  url = (await cloneDatabase()).directUrl;
  [migrating, holder, caller] = await Promise.all([connect("migrating"), connect("a report"), connect("a call")]);
});
after(() => Promise.all([migrating, holder, caller].map((client) => client.end())));

async function connect(name: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: name });
  await client.connect();
  return client;
}

let version = 9_000;
const migrationOf = (sql: string) => {
  version += 1;
  return { version, name: `${version}-of-a-test.sql`, sql, checksum: "none" };
};

const isRecorded = async (number: number): Promise<boolean> =>
  (await caller.query("SELECT FROM maple_migrations WHERE version = $1", [number])).rowCount === 1;

test("while a report holds the table, calls pass; once it is over, the migration is applied", async () => {
  await holder.query("BEGIN; SELECT FROM orders LIMIT 1");
  const told: string[] = [];
  const migration = migrationOf("ALTER TABLE orders ADD COLUMN of_a_test int");
  const applied = applyMigration(migrating, migration, { withinMs: 60_000, tell: (text) => told.push(text) });
  // In the queue behind the migration, and still served: it gives way.
  await waitUntilTrue(async () => (await waiters()).includes("migrating"));
  await caller.query("SET lock_timeout = 5000");
  await caller.query("SELECT FROM orders LIMIT 1");
  await waitUntilTrue(() => told.length > 0);
  assert.match(told[0] ?? "", /waits until a table is free; the oldest transactions: process \d+ \(a report\), in a /);
  assert.equal(await isRecorded(migration.version), false);
  await holder.query("COMMIT");
  await applied;
  assert.equal(await isRecorded(migration.version), true);
  await caller.query("SELECT of_a_test FROM orders LIMIT 1");
});

async function waiters(): Promise<readonly string[]> {
  const { rows } = await caller.query<{ readonly name: string }>(
    "SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.map(({ name }) => name);
}

test("a table that does not get free: the migration fails, names who holds it and has done nothing", async () => {
  await holder.query("BEGIN; SELECT FROM orders LIMIT 1");
  const migration = migrationOf("CREATE TABLE of_a_test (id int); ALTER TABLE orders ADD COLUMN never int");
  await assert.rejects(
    applyMigration(migrating, migration, { withinMs: 0, tell: () => {} }),
    /^Error: migration 9002-of-a-test\.sql failed: a table is in use; the oldest transactions: process \d+ \(a report\)/,
  );
  await holder.query("COMMIT");
  assert.equal(await isRecorded(migration.version), false);
  await assert.rejects(caller.query("SELECT FROM of_a_test"), /does not exist/);
});

test("an index is made while others write, and one that was left half made is made again", async () => {
  const sql = "-- Why.\nCREATE INDEX CONCURRENTLY of_a_test_by_code ON orders (code);\n";
  await caller.query("CREATE INDEX of_a_test_by_code ON orders (id)");
  await caller.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'of_a_test_by_code'::regclass");
  await holder.query("BEGIN; UPDATE orders SET code = code WHERE false");
  const migration = migrationOf(sql);
  const applied = applyMigration(migrating, migration, { withinMs: 60_000, tell: () => {} });
  await waitUntilTrue(async () => (await waiters()).includes("migrating"));
  await caller.query("UPDATE orders SET code = code WHERE false");
  await holder.query("COMMIT");
  await applied;
  const { rows } = await caller.query<{ readonly text: string; readonly valid: boolean }>(
    `SELECT pg_get_indexdef(indexrelid) AS text, indisvalid AS valid FROM pg_index
     WHERE indexrelid = 'of_a_test_by_code'::regclass`,
  );
  assert.match(rows[0]?.text ?? "", /\(code\)$/);
  assert.equal(rows[0]?.valid, true);
  // Ended between the last index and its record: again, and nothing is made twice.
  await caller.query("DELETE FROM maple_migrations WHERE version = $1", [migration.version]);
  await applyMigration(migrating, migration, { withinMs: 60_000, tell: () => {} });
  assert.equal(await isRecorded(migration.version), true);
});

test("beside an index that is made so, a migration has nothing else", () => {
  assert.throws(() => indexesOf("CREATE INDEX CONCURRENTLY a ON orders (id); DROP TABLE orders;"), /not beside: DROP/);
  assert.deepEqual(
    indexesOf("CREATE UNIQUE INDEX CONCURRENTLY b ON orders (id)\n  WHERE code = 'x';").map(({ name }) => name),
    ["b"],
  );
});
