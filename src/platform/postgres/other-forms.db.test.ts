/** A server, a database or a role whose sessions write values in other forms, and mean other things by a statement. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { connectDatabase } from "./database.ts";
import { requestDeadlines } from "./deadlines.ts";
import { throughTransactionPooler } from "./hosts/database-address.ts";
import { roleSettings } from "./session-check.ts";

const others = {
  TimeZone: "Asia/Kathmandu",
  DateStyle: "SQL, DMY",
  IntervalStyle: "sql_standard",
  bytea_output: "escape",
  extra_float_digits: "-5",
  default_transaction_isolation: "serializable",
};

let clone: ClonedDatabase;

before(async () => {
  clone = await cloneDatabase();
  await change(Object.entries(others).map(([setting, value]) => `SET ${setting} = '${value}'`));
});
after(() => clone.drop());

async function change(settings: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: clone.directUrl });
  await client.connect();
  const database = client.escapeIdentifier(new URL(clone.directUrl).pathname.slice(1));
  for (const setting of settings) await client.query(`ALTER DATABASE ${database} ${setting}`);
  await client.end();
}

function open(url: string) {
  return connectDatabase({
    livemode: false,
    url,
    poolSize: 1,
    applicationName: "maple-test",
    wakeups: createWakeups(),
    onIdleError: () => {},
    deadlines: requestDeadlines,
  });
}

const values = `SELECT '2026-03-04 05:06:07.5+00'::timestamptz AS moment, '2026-03-04'::date AS day,
  '\\x00ff'::bytea AS bytes, 48.85661234567891::float8 AS latitude, interval '1 day 2 hours'::text AS time,
  date_trunc('day', '2026-03-04 23:00+00'::timestamptz) AS midnight,
  to_jsonb('2026-03-04 05:06:07+00'::timestamptz) AS written, current_setting('transaction_isolation') AS isolation`;
const read = {
  moment: Date.UTC(2026, 2, 4, 5, 6, 7, 500),
  day: "2026-03-04",
  bytes: Buffer.from([0, 255]),
  latitude: 48.85661234567891,
  time: "1 day 02:00:00",
  midnight: Date.UTC(2026, 2, 4),
  written: "2026-03-04T05:06:07+00:00",
  isolation: "read committed",
};

test("values are read as they are, whatever the server is set to (rules/operating 1.21)", async () => {
  const database = open(clone.directUrl);
  try {
    assert.deepEqual(await database.read.one(values), read);
    assert.deepEqual(await database.transaction((tx) => tx.one(values)), read);
    assert.deepEqual(
      { ...(await database.snapshot((db) => db.one<object>(values))), isolation: "" },
      { ...read, isolation: "" },
    );
  } finally {
    await database.close();
  }
});

test("behind a pooler that lends sessions such a server is refused until the role has the settings (rules/operating 1.15, 1.21)", async () => {
  const refused = open(throughTransactionPooler(clone.directUrl, false));
  const said =
    /TimeZone is Asia\/Kathmandu; DateStyle is SQL, DMY; IntervalStyle is sql_standard; bytea_output is escape; extra_float_digits is -5; default_transaction_isolation is serializable; give the role/;
  await assert.rejects(refused.read.one(values), said);
  await refused.close();
  await change(roleSettings("any").map((statement) => statement.replace('ALTER ROLE "any" ', "").replace(/;$/, "")));
  const database = open(throughTransactionPooler(clone.directUrl, false));
  try {
    assert.deepEqual(await database.read.one(values), read);
  } finally {
    await database.close();
  }
});
