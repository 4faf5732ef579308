/**
 * A transaction that loses against another runs again, a bounded number of times. A COMMIT with a warning has an unknown
 * outcome.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "./database.ts";
import { OutcomeUnknown, sqlStateOf } from "./faults.ts";

let clone: ClonedDatabase;
let database: TextDatabase;
before(async () => {
  clone = await cloneDatabase();
  const { url } = clone;
  const wakeups = createWakeups();
  database = connectDatabase({
    livemode: false,
    url,
    poolSize: 1,
    applicationName: "maple-test",
    wakeups,
    onIdleError: () => {},
  });
});
after(async () => {
  await database.close();
  await clone.drop();
});

describe("a transaction that loses against another", () => {
  for (const [state, name] of [
    ["40001", "serialization failure"],
    ["40P01", "deadlock"],
  ] as const) {
    test(`is repeated three times after a ${name} (rules/operating 5.3)`, async () => {
      let runs = 0;
      const losing = (upTo: number) =>
        database.transaction(async (tx) => {
          runs += 1;
          if (runs > upTo) return tx.one<{ runs: number }>("SELECT $1::int AS runs", [runs]);
          return tx.one<{ runs: number }>(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${state}'; END $$`);
        });
      assert.deepEqual(await losing(3), { runs: 4 });
      runs = 0;
      await assert.rejects(losing(Infinity), (error: unknown) => sqlStateOf(error) === state);
      assert.equal(runs, 4);
    });
  }

  test("is not repeated after another error", async () => {
    let runs = 0;
    const failing = database.transaction(async (tx) => {
      runs += 1;
      await tx.rows("SELECT 1 / 0");
    });
    await assert.rejects(failing, (error: unknown) => sqlStateOf(error) === "22012");
    assert.equal(runs, 1);
  });
});

test("a COMMIT with a warning is unknown in whatever language the server warns; a notice is none (rules/operating 1.5)", async () => {
  const commit = (level: string): Promise<unknown> =>
    database.transaction(async (tx) => {
      tx.send(`CREATE TABLE at_${level} (id integer)`);
      tx.send(`CREATE FUNCTION say_${level}() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE ${level} 'annulation de l''attente'; RETURN NULL; END $$`);
      tx.send(`CREATE CONSTRAINT TRIGGER says AFTER INSERT ON at_${level} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION say_${level}()`);
      await tx.rows(`INSERT INTO at_${level} VALUES (1)`);
    });
  await assert.rejects(commit("warning"), OutcomeUnknown);
  await commit("notice");
});
