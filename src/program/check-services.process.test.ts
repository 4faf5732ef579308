/** The program with a database of the other environment: it ends, says which variable is wrong, and leaves no row. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client } from "pg";
import { cloneDatabase } from "../../test/harness/database-server.ts";
import { killStarted, startProgram } from "../../test/harness/program-process.ts";

after(killStarted);

test("serve, work and migrate end when DATABASE_URL names the database of live (rules/operating 9.7)", async (t) => {
  const clone = await cloneDatabase();
  const client = new Client({ connectionString: clone.directUrl });
  await client.connect();
  t.after(async () => {
    await client.end();
    await clone.drop();
  });
  await client.query("INSERT INTO service_mark (name) VALUES ('live')");
  const env = {
    DATABASE_URL: clone.directUrl,
    OPERATOR_TOKEN: "operator-token-of-the-process-test",
    SECRET_KEY: "ab".repeat(32),
    PORT: "0",
  };
  for (const command of ["migrate", "serve", "work"]) {
    const started = startProgram(command, env);
    assert.equal(await started.ended, 1, started.output());
    assert.match(
      started.output(),
      /^maple: the database that is named for test is that of the other one: look whether .* are exchanged/m,
    );
  }
  const { rows } = await client.query("SELECT FROM processes");
  assert.equal(rows.length, 0, "no process wrote a row");
});
