/** Two processes that share what they count through the database. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../postgres/database.ts";
import { forgetAddressCounts, shareCounts } from "./share-counts.job.ts";
import { createSharedCounts } from "./shared-counts.ts";

let clone: ClonedDatabase;
let database: TextDatabase;
before(async () => {
  clone = await cloneDatabase();
  database = connectDatabase({
    livemode: false,
    url: clone.url,
    poolSize: 2,
    applicationName: "maple-test",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
});
after(async () => {
  await database.close();
  await clone.drop();
});

const countRows = async (): Promise<number> =>
  (await database.read.one<{ rows: number }>("SELECT count(*) AS rows FROM address_counts")).rows;

test("a limit holds over two processes once they told each other, until the minute is over (rules/http 8.6)", async () => {
  const [one, other] = [createSharedCounts(), createSharedCounts()];
  for (let times = 0; times < 3; times++) {
    assert.equal(one.count("wrong_keys", "203.0.113.7", 5), undefined);
    assert.equal(other.count("wrong_keys", "203.0.113.7", 5), undefined);
  }
  await shareCounts(database, one);
  await shareCounts(database, other);
  const wait = other.count("wrong_keys", "203.0.113.7", 5);
  assert.ok(wait !== undefined && wait >= 1 && wait <= 60, String(wait));
  // The first has told before the other did, and hears at its next turn.
  assert.equal(one.count("wrong_keys", "203.0.113.7", 5), undefined);
  await shareCounts(database, one);
  assert.ok((one.count("wrong_keys", "203.0.113.7", 5) ?? 0) >= 1);

  await database.transaction((tx) => tx.rows("UPDATE address_counts SET ends_at = clock_timestamp()"));
  const third = createSharedCounts();
  third.count("wrong_keys", "203.0.113.7", 5);
  await shareCounts(database, third);
  assert.equal(third.count("wrong_keys", "203.0.113.7", 5), undefined, "a new minute has begun");
});

test("counts whose minute is over are deleted, others stay", async () => {
  await database.transaction((tx) => tx.rows("DELETE FROM address_counts"));
  await database.transaction((tx) =>
    tx.rows(`INSERT INTO address_counts (name, network, ends_at, counted)
      VALUES ('photos', 'over', clock_timestamp(), 1), ('photos', 'open', clock_timestamp() + interval '1 minute', 1)`),
  );
  assert.equal(await forgetAddressCounts(database), false);
  assert.equal(await countRows(), 1);
});
