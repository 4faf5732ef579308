import assert from "node:assert/strict";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { cloneDatabase } from "../../../../test/harness/database-server.ts";
import { createWakeups } from "../../jobs/wakeups.ts";
import { connectDatabase } from "../database.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void;

test("the rows of an answer are freed by a small collection of garbage, and grow no old ones", async () => {
  const clone = await cloneDatabase();
  const database = connectDatabase({
    livemode: false,
    url: clone.directUrl,
    poolSize: 1,
    applicationName: "maple-test",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
  const statement = `SELECT n, now() AS at, jsonb_build_object('name', 'dish ' || n, 'price', n, 'tags', jsonb_build_array(n, n + 1)) AS dish
    FROM generate_series(1, 1000) AS n`;
  const countRows = async (): Promise<number> => (await database.read.rows(statement)).length;
  const readSome = async (): Promise<void> => {
    for (let count = 0; count < 40; count++) {
      assert.equal(await countRows(), 1_000);
      if (count % 2 === 0) collect({ type: "minor" });
    }
  };
  try {
    await readSome();
    collect();
    const before = oldBytes();
    await readSome();
    // Where the answers of `pg` are promises, 7 MiB of forty.
    const grown = (oldBytes() - before) / 2 ** 20;
    assert.ok(grown < 2, `${grown.toFixed(1)} MiB became old`);
  } finally {
    await database.close();
    await clone.drop();
  }
});

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === "old_space")?.space_used_size ?? NaN;
}
