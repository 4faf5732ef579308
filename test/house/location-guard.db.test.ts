import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { defineStatement } from "../../src/platform/postgres/statement.ts";
import { cloneDatabase, type ClonedDatabase } from "../harness/database-server.ts";
import { judgeCrossings, unknownCrossings } from "../harness/location-crossings.ts";
import { readCrossings } from "../harness/location-guard.ts";

const first = defineStatement({
  name: "crossing-of-the-test-first",
  takes: ["text"],
  text: "UPDATE locations SET name = 'First' WHERE id = $1",
});
const second = defineStatement({
  name: "crossing-of-the-test",
  takes: ["text"],
  text: "UPDATE locations SET name = 'Second' WHERE id = $1",
});
const both = defineStatement({
  name: "crossing-of-the-test-both",
  takes: [],
  text: "UPDATE locations SET name = 'Both'",
});

let database: ClonedDatabase;
let client: Client;
before(async () => {
  database = await cloneDatabase();
  client = new Client({ connectionString: database.directUrl });
  await client.connect();
  for (const id of ["str_a", "str_b"]) {
    await client.query(
      "INSERT INTO locations (id, name, timezone, phone, address, payment_options) VALUES ($1, 'Somewhere', 'UTC', '+12175550100', '{}', '{link}')",
      [id],
    );
  }
});
after(async () => {
  // What the tests crossed on purpose is not told when the clone is dropped.
  await client.query("TRUNCATE location_guard.crossings");
  await client.end();
  await database.drop();
});

/** What is told after a transaction of these statements. */
async function told(
  ...acts: readonly (readonly [text: string, values?: readonly unknown[]])[]
): Promise<readonly string[]> {
  await client.query("TRUNCATE location_guard.crossings");
  await client.query("BEGIN");
  for (const [text, values = []] of acts) await client.query(text, [...values]);
  await client.query("COMMIT");
  return judgeCrossings(await readCrossings(database.directUrl), {});
}

test("every table whose rows name a location has the guard, and so have the locations", async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND (a.attname = 'location_id' AND NOT a.attisdropped OR c.relname = 'locations' AND a.attname = 'id')
       AND (SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname IN ('location_written', 'location_deleted')) <> 2`,
  );
  assert.deepEqual(rows, []);
});

test("a transaction of one location is not told, and neither are two of one location each", async () => {
  assert.deepEqual(await told([first.text, ["str_a"]], [second.text, ["str_a"]]), []);
  assert.deepEqual(await told([first.text, ["str_b"]]), []);
});

test("a transaction that writes for two locations is told with its statements, also when one statement writes for both (rules/operating 10.1)", async () => {
  const crossing = await told([first.text, ["str_a"]], [second.text, ["str_b"]]);
  assert.equal(crossing.length, 1);
  assert.match(
    crossing[0] ?? "",
    /^crossing-of-the-test writes locations for another location than crossing-of-the-test-first /,
  );
  assert.match((await told([both.text])).join(), /^crossing-of-the-test-both writes locations/);
});

test("a listed statement may cross, and so may what follows it; SQL of a test is not judged", async () => {
  await told([first.text, ["str_a"]], [second.text, ["str_b"]]);
  const crossings = await readCrossings(database.directUrl);
  for (const listed of [first.name, second.name]) {
    assert.deepEqual(await judgeCrossings(crossings, { [listed]: "a reason" }), []);
  }
  assert.deepEqual(await told(["UPDATE locations SET name = 'By the test'"]), []);
});

test("the list names statements that there are", async () => {
  assert.deepEqual(await unknownCrossings(), []);
  assert.deepEqual(await unknownCrossings({ "no-such-statement": "a reason" }), ["no-such-statement"]);
});
