/** Writes db/schema.sql: migrates an empty database and dumps its schema. Run after every new migration. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { startDatabaseServer } from "../test/harness/database-server.ts";
import { makeRunDirectory } from "../proofs/rig/run-directory.ts";
import { dumpSchema } from "./schema-dump.ts";

const file = new URL("../db/schema.sql", import.meta.url);
const directory = makeRunDirectory();
try {
  const server = await startDatabaseServer(join(directory, "postgres"), process.env["TEST_DATABASE_URL"]);
  try {
    const client = new Client({ connectionString: server.templateUrl });
    await client.connect();
    writeFileSync(file, await dumpSchema(client));
    await client.end();
  } finally {
    await server.stop();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
console.log("db/schema.sql is written");
