import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Client } from "pg";
import { cloneDatabase } from "../../../test/harness/database-server.ts";
import { migrate } from "./migrate.ts";

test("a database in another encoding is refused before anything is made in it", async (t) => {
  const { url } = await emptyDatabase(t, "latin1", "ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'");
  await assert.rejects(migrate(url, "test"), /^Error: the database is in LATIN1, .*ENCODING 'UTF8' LOCALE 'C\.UTF-8'$/);
  assert.deepEqual(await ask(url, "SELECT relname FROM pg_class WHERE relname = 'maple_migrations'"), []);
});

test("a database of Turkish letters is refused before anything is made in it", async (t) => {
  const { url } = await emptyDatabase(t, "letters", "LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR' LOCALE 'C'");
  await assert.rejects(
    migrate(url, "test"),
    /^Error: the small letter of I is not i .*ENCODING 'UTF8' LOCALE 'C\.UTF-8'$/,
  );
  assert.deepEqual(await ask(url, "SELECT relname FROM pg_class WHERE relname = 'maple_migrations'"), []);
});

test("a role whose tables would be made in another schema is refused before anything is made", async (t) => {
  const { url } = await emptyDatabase(t, "schema", "");
  const [found] = await ask(url, "SELECT quote_ident(current_user) AS role");
  const role = String(found?.["role"]);
  await ask(url, `CREATE SCHEMA ${role}`);
  await assert.rejects(migrate(url, "test"), {
    message:
      `the tables would be made in the schema ${role}, and Maple needs them in public; nothing was done there. ` +
      `Say: ALTER ROLE ${role} SET search_path = public`,
  });
  assert.deepEqual(await ask(url, "SELECT relname FROM pg_class WHERE relname = 'maple_migrations'"), []);
});

test("a database of another program is refused before anything is made in it", async (t) => {
  const { url } = await emptyDatabase(t, "shop", "");
  await ask(url, "CREATE TABLE orders (id int); CREATE TABLE customers (id int)");
  await assert.rejects(
    migrate(url, "test"),
    /^Error: the database is another program's: it has orders already; nothing was done there\./,
  );
  const tables = "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1";
  assert.deepEqual(await ask(url, tables), [{ name: "customers" }, { name: "orders" }]);
});

/** A database that was never migrated; it goes with the test. */
async function emptyDatabase(t: TestContext, word: string, options: string): Promise<{ readonly url: string }> {
  const clone = await cloneDatabase();
  const name = `migrate_${word}_${process.pid}`;
  await ask(clone.directUrl, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
  t.after(async () => {
    await ask(clone.directUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    await clone.drop();
  });
  return { url: Object.assign(new URL(clone.directUrl), { pathname: `/${name}` }).href };
}

async function ask(address: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
