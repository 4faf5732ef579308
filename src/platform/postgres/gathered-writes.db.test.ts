import assert from "node:assert/strict";
import { Socket } from "node:net";
import { test } from "node:test";
import { cloneDatabase } from "../../../test/harness/database-server.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { connectDatabase } from "./database.ts";

test("statements that are sent in one turn go to the server in one write; two in one text fail alone", async (t) => {
  const clone = await cloneDatabase();
  const database = connectDatabase({
    livemode: false,
    url: clone.directUrl,
    poolSize: 1,
    applicationName: "maple-test",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
  try {
    await database.read.rows("SELECT 1");
    const writes = [
      t.mock.method(Socket.prototype, "_write"),
      t.mock.method(Socket.prototype as Required<Socket>, "_writev"),
    ];
    const counted = (): number => writes.reduce((sum, { mock }) => sum + mock.callCount(), 0);
    const row = await database.transaction(async (tx) => {
      for (let n = 0; n < 11; n++) tx.send("SELECT $1::int", [n]);
      const [answer] = await tx.rows<{ readonly n: number }>("SELECT 12 AS n");
      assert.equal(counted(), 1);
      return answer;
    });
    assert.deepEqual(row, { n: 12 });
    assert.equal(counted(), 2, "the COMMIT is the second");
    await assert.rejects(
      database.read.rows("SELECT 1; SELECT 2"),
      /two statements in one text/,
      "two answers are no rows, and end no process",
    );
    assert.deepEqual(await database.read.rows("SELECT 3 AS n"), [{ n: 3 }]);
  } finally {
    await database.close();
    await clone.drop();
  }
});
