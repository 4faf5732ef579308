import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import { defineStatement, definedStatements } from "../../src/platform/postgres/statement.ts";
import { cloneDatabase, type ClonedDatabase } from "../harness/database-server.ts";
import { describeStatement } from "../harness/describe-statement.ts";
import { house } from "./architecture-house.ts";

const source = new URL("../../src/", import.meta.url);
const isSql = (name: string): boolean => name.endsWith(".sql.ts") || `src/${name}` in house.sqlElsewhere;

describe("the statements of the service", () => {
  let clone: ClonedDatabase;
  let client: Client;
  before(async () => {
    const names = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(isSql);
    for (const name of names) await import(new URL(name, source).href);
    clone = await cloneDatabase();
    client = new Client({ connectionString: clone.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await clone.drop();
  });

  test("the server can prepare each of them", async () => {
    const statements = definedStatements();
    assert.ok(statements.length > 400, `${statements.length} statements`);
    const refused: string[] = [];
    for (const { name, text } of statements) {
      await describeStatement(client, text).catch((error: unknown) => refused.push(`${name}: ${String(error)}`));
    }
    assert.deepEqual(refused, []);
  });

  test("a statement that does not fit the schema is refused", async () => {
    await assert.rejects(describeStatement(client, "SELECT no_column FROM orders"), /no_column/);
    assert.deepEqual((await describeStatement(client, "SELECT $1::int + 1 AS sum")).gives.length, 1);
  });

  test("two statements cannot have one name", () => {
    const [first] = definedStatements();
    assert.ok(first !== undefined);
    assert.throws(() => defineStatement({ name: first.name, text: "SELECT 1" }), /two statements are named/);
    assert.throws(() => defineStatement({ name: "Not Kebab", text: "SELECT 1" }), /kebab-case/);
  });
});
