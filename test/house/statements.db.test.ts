import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import type { ColumnType, ValueType } from "../../src/platform/postgres/sql-types.ts";
import { defineStatement, definedStatements } from "../../src/platform/postgres/statement.ts";
import { cloneDatabase, type ClonedDatabase } from "../harness/database-server.ts";
import { describeStatement, differences, readTypeNames } from "../harness/describe-statement.ts";
import { house } from "./architecture-house.ts";

/** Statements that answer rows of which nobody reads a column: they lock, or set how others are planned. */
const unread: readonly string[] = [
  "delivery-lease-lock",
  "keep-plan",
  "lock-alerts-of-contact",
  "lock-audit-chain",
  "lock-booking-days",
  "lock-channel-token",
  "lock-coupon-uses",
  "lock-coupon-uses-of-order",
  "lock-holds-of-app",
  "lock-listeners-of-app",
  "lock-order-capacity",
  "lock-provider-references",
  "lock-seed",
  "lock-simulated-book",
  "lock-subscriptions-of-app",
];

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

  test("the server can prepare each of them, and takes and gives what the statement says", async () => {
    const statements = definedStatements();
    assert.ok(statements.length > 400, `${statements.length} statements`);
    const typeNames = await readTypeNames(client);
    const wrong: string[] = [];
    for (const statement of statements) {
      const described = await describeStatement(client, statement.text).catch(String);
      wrong.push(
        ...(typeof described === "string" ? [described] : differences(statement, described, typeNames)).map(
          (difference) => `${statement.name}: ${difference}`,
        ),
      );
    }
    assert.deepEqual(wrong, []);
  });

  test("each of them says what it takes, and what it gives where rows are read", async () => {
    const statements = definedStatements();
    assert.deepEqual(
      statements.filter(({ takes }) => takes === undefined).map(({ name }) => name),
      [],
    );
    const silent: string[] = [];
    for (const { name, text, gives } of statements) {
      if (gives === undefined && (await describeStatement(client, text)).gives.length > 0) silent.push(name);
    }
    assert.deepEqual(silent.toSorted(), unread.toSorted());
  });

  test("a wrong list is found", async () => {
    const typeNames = await readTypeNames(client);
    const described = await describeStatement(client, "SELECT id, $1::int4 AS number FROM orders");
    const told = (takes: readonly ValueType[], types: Record<string, ColumnType>): number =>
      differences({ takes, gives: { types } }, described, typeNames).length;
    assert.equal(told(["int4"], { id: "text", number: "int4" }), 0);
    assert.equal(told(["int4"], { number: "int4", id: "text" }), 0);
    assert.equal(told(["text"], { id: "text", number: "int4" }), 1);
    assert.equal(told([], { id: "text", number: "int4" }), 1);
    assert.equal(told(["int4"], { id: "text" }), 1);
    assert.equal(told(["int4"], { id: "text", number: "int8" }), 1);
    assert.equal(told(["int4"], { id: "text", number: "int4", more: "text" }), 1);
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
