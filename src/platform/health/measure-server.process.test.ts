/** What is measured of a server whose WAL is not archived, or kept for nobody; the server is the test's own. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { startEmbeddedPostgres } from "../../embedded-postgres/embedded.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { connectDatabase, type Database } from "../postgres/database.ts";
import { countConnections } from "./server-connections.sql.ts";

test("archiving that fails is counted from the last WAL that was archived, and no more once it works again or is off", async () => {
  const directory = mkdtempSync(join(tmpdir(), "maple-archiver-"));
  const settings = { fsync: "off", log_checkpoints: "off" };
  const start = (archive_mode: string) =>
    startEmbeddedPostgres({ dataDir: directory, settings: { ...settings, archive_mode }, log: () => {} });
  let server = await start("on");
  const url = server.url("postgres");
  const client = new Client({ connectionString: url });
  const open = (address: string) =>
    connectDatabase({
      livemode: false,
      url: address,
      poolSize: 1,
      applicationName: "archiver-test",
      wakeups: createWakeups(),
      onIdleError: () => {},
    });
  const database = open(url);
  const archiveBy = async (command: string): Promise<void> => {
    await client.query(`ALTER SYSTEM SET archive_command = '${command}'`);
    await client.query("SELECT pg_reload_conf()");
  };
  /** Ends a WAL file, and waits until the archiver has dealt with one. */
  const archiveOne = async (counter: "failed_count" | "archived_count"): Promise<void> => {
    const count = async (): Promise<number> => {
      const { rows } = await client.query<{ count: string }>(`SELECT ${counter} AS count FROM pg_stat_archiver`);
      return Number(rows[0]?.count);
    };
    const before = await count();
    await client.query("SELECT pg_logical_emit_message(false, 'test', 'a record')");
    await client.query("SELECT pg_switch_wal()");
    await waitUntil(count, (after) => after > before);
  };
  try {
    await client.connect();
    assert.equal((await countConnections(database.read)).unarchived_seconds, 0);
    await archiveBy("false");
    await archiveOne("failed_count");
    const { unarchived_seconds: seconds } = await countConnections(database.read);
    assert.ok(seconds > 0 && seconds < 3_600, String(seconds));
    await archiveBy("true");
    await archiveOne("archived_count");
    assert.equal((await countConnections(database.read)).unarchived_seconds, 0);
    await archiveBy("false");
    await archiveOne("failed_count");
    await client.end();
    await database.close();
    await server.stop();
    // The server remembers the failure.
    server = await start("off");
    const quiet = open(server.url("postgres"));
    assert.equal((await countConnections(quiet.read)).unarchived_seconds, 0);
    await quiet.close();
    await measureSlot(server.url("postgres"), open(server.url("postgres")));
  } finally {
    await client.end().catch(() => {});
    await database.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

/** A slot whose reader never comes keeps what is written after it was made. */
async function measureSlot(url: string, database: Database): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  assert.equal((await countConnections(database.read)).kept_bytes, 0);
  await client.query("SELECT pg_create_physical_replication_slot('unread', true)");
  await client.query("SELECT pg_logical_emit_message(true, 'test', repeat('a', 1000000))");
  const { kept_bytes: kept } = await countConnections(database.read);
  assert.ok(kept > 1_000_000, String(kept));
  await client.end();
  await database.close();
}
