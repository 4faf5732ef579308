import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Client } from "pg";
import { dumpSchema } from "../../scripts/schema-dump.ts";
import { cloneDatabase } from "../harness/database-server.ts";
import { takeDownLocationGuard } from "../harness/location-guard.ts";
import { takeDownStateGuard } from "../harness/state-guard.ts";

test("db/schema.sql is what the migrations make", async () => {
  const database = await cloneDatabase();
  await takeDownStateGuard(database.url);
  await takeDownLocationGuard(database.url);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const made = (await dumpSchema(client)).split("\n");
  await client.end();
  await database.drop();
  const committed = readFileSync(new URL("../../db/schema.sql", import.meta.url), "utf8").split("\n");
  const line = made.findIndex((text, index) => text !== committed[index]);
  const at = line === -1 ? made.length : line;
  assert.ok(
    line === -1 && committed.length === made.length,
    `db/schema.sql differs from line ${at + 1} on: it has ${JSON.stringify(committed[at])}, the migrations make ` +
      `${JSON.stringify(made[at])}; node scripts/dump-schema.ts writes it anew`,
  );
});
