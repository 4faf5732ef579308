import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { stateMachines } from "../harness/state-machines.ts";
import { cloneDatabase, type ClonedDatabase } from "../harness/database-server.ts";
import { actByHand } from "../harness/state-guard.ts";

let database: ClonedDatabase;
let client: Client;
before(async () => {
  database = await cloneDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

test("every table that keeps the state of a machine has the guard", async () => {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'state_moves' AND tgparentid = 0",
  );
  const stored = Object.values(stateMachines).flatMap((listed) => listed.stored?.table ?? []);
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), stored.toSorted());
});

test("a message begins and moves as the table says; any other way is refused, but by hand", async () => {
  const insert = (id: string, status: string): Promise<unknown> =>
    client.query(
      `INSERT INTO messages (id, location_id, kind, subject_id, dedupe_key, language, segments, sender, status, due_at, send_before)
       VALUES ($1::text, 'str_x', 'table_ready', 'bkw_x', $1::text, 'en', 1, 'outbox', $2::text, CASE $2::text WHEN 'queued' THEN now() END, now())`,
      [id, status],
    );
  const move = (status: string): Promise<unknown> =>
    client.query("UPDATE messages SET status = $1::text, due_at = CASE $1::text WHEN 'queued' THEN now() END", [
      status,
    ]);
  const refused = async (act: () => Promise<unknown>, message: RegExp): Promise<void> => {
    await client.query("SAVEPOINT act");
    await assert.rejects(act, message);
    await client.query("ROLLBACK TO act");
  };
  await client.query("BEGIN");
  await client.query("ALTER TABLE messages DROP CONSTRAINT messages_location_id_fkey");
  await refused(() => insert("msg_a", "sent"), /no row of messages begins as sent/);
  await insert("msg_a", "queued");
  await move("sent");
  await move("sent");
  await refused(() => move("queued"), /no row of messages moves from sent to queued/);
  await client.query(actByHand);
  await move("queued");
  await client.query("ROLLBACK");
});
