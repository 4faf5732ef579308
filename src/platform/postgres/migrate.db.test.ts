import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { cloneDatabase } from "../../../test/harness/database-server.ts";
import { migrate } from "./migrate.ts";

test("a database in another encoding is refused before anything is made in it", async (t) => {
  const clone = await cloneDatabase();
  const name = `migrate_latin1_${process.pid}`;
  const url = Object.assign(new URL(clone.directUrl), { pathname: `/${name}` }).href;
  const ask = async (address: string, text: string): Promise<readonly unknown[]> => {
    const client = new Client({ connectionString: address });
    await client.connect();
    try {
      return (await client.query<object>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await ask(
    clone.directUrl,
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
  );
  t.after(async () => {
    await ask(clone.directUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    await clone.drop();
  });
  await assert.rejects(migrate(url, "test"), /^Error: the database is in LATIN1, .*ENCODING 'UTF8' LOCALE 'C\.UTF-8'$/);
  assert.deepEqual(await ask(url, "SELECT relname FROM pg_class WHERE relname = 'maple_migrations'"), []);
});
