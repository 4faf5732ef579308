import assert from "node:assert/strict";
import type { EventEmitter } from "node:events";
import { after, before, beforeEach, test } from "node:test";
import { cloneDatabase } from "../../../../test/harness/database-server.ts";
import type { Connection } from "../connection.ts";
import { createConnection } from "../create-connection.ts";
import { requestDeadlines } from "../deadlines.ts";
import { searchPrimary } from "../hosts/primary-search.ts";
import { createRowShapes } from "./row-shapes.cache.ts";

const shapes = createRowShapes();
let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
/** How many descriptions of rows the server sent since the test began. */
let descriptions = 0;

before(async () => {
  clone = await cloneDatabase();
  connection = await createConnection({
    applicationName: "maple-test",
    deadlines: requestDeadlines,
    search: searchPrimary(clone.directUrl),
    shapes: (columns) => {
      const shape = shapes(columns);
      return (texts) => (texts[0] === "unreadable" ? assert.fail("this value cannot be read") : shape(texts));
    },
  });
  const wire = Reflect.get(connection, "connection") as EventEmitter;
  wire.on("rowDescription", () => void (descriptions += 1));
  await connection.ask({ text: "CREATE TABLE kept (n int PRIMARY KEY, label text)" });
});

after(async () => {
  await connection.end();
  await clone.drop();
});

beforeEach(() => {
  descriptions = 0;
});

const plus = { name: "plus", text: "SELECT $1::int + 1 AS n, $2::text AS label" };

test("a statement with a name is described at its first run; later runs give the same rows", async () => {
  const given = [1, 2, 3].map((value) => ({ ...plus, values: [value, value === 2 ? null : "a"] }));
  const answers = [];
  for (const query of given) answers.push((await connection.ask(query)).rows);
  assert.deepEqual(answers, [[{ n: 2, label: "a" }], [{ n: 3, label: null }], [{ n: 4, label: "a" }]]);
  assert.equal(descriptions, 1);
});

test("runs that are sent before the first one is answered are described each; one after them is not", async () => {
  const ask = (value: number) => connection.ask({ name: "twice", text: "SELECT $1::int * 2 AS n", values: [value] });
  const answers = await Promise.all([ask(1), ask(2), ask(3)]);
  assert.deepEqual(
    answers.map(({ rows }) => rows),
    [[{ n: 2 }], [{ n: 4 }], [{ n: 6 }]],
  );
  assert.equal(descriptions, 3);
  assert.deepEqual((await ask(4)).rows, [{ n: 8 }]);
  assert.equal(descriptions, 3);
});

test("statements without a name are described each time", async () => {
  for (const value of [1, 2]) {
    const { rows } = await connection.ask({ text: "SELECT $1::int8 AS n", values: [value] });
    assert.deepEqual(rows, [{ n: value }]);
  }
  assert.equal(descriptions, 2);
});

test("a statement without rows answers its word, with and without a description", async () => {
  const insert = (n: number, label: string) =>
    connection.ask({ name: "keep", text: "INSERT INTO kept VALUES ($1, $2)", values: [n, label] });
  assert.deepEqual(await insert(1, "a"), { rows: [], command: "INSERT" });
  assert.deepEqual(await insert(2, "b"), { rows: [], command: "INSERT" });
  assert.deepEqual(await connection.ask({ text: "BEGIN" }), { rows: [], command: "BEGIN" });
  assert.deepEqual(await connection.ask({ text: "ROLLBACK" }), { rows: [], command: "ROLLBACK" });
});

test("a run that the server refuses tells the failure, before and after the statement was described", async () => {
  const insert = (n: number) =>
    connection.ask({ name: "keep-one", text: "INSERT INTO kept VALUES ($1, 'x') RETURNING n", values: [n] });
  const isTaken = { code: "23505" };
  await assert.rejects(insert(1), isTaken);
  assert.deepEqual((await insert(7)).rows, [{ n: 7 }]);
  await assert.rejects(insert(7), isTaken);
  assert.deepEqual((await insert(8)).rows, [{ n: 8 }]);
  await assert.rejects(connection.ask({ name: "wrong", text: "SELECT nothing_of_this" }), { code: "42703" });
  await assert.rejects(connection.ask({ name: "wrong", text: "SELECT nothing_of_this" }), { code: "42703" });
  assert.deepEqual((await insert(9)).rows, [{ n: 9 }]);
});

test("a value that cannot be sent fails alone, before and after the statement was described", async () => {
  const unwritable = { toPostgres: () => assert.fail("this value cannot be written") };
  const ask = (value: unknown) => connection.ask({ name: "sent", text: "SELECT $1::text AS label", values: [value] });
  await assert.rejects(ask(unwritable), /cannot be written/);
  assert.deepEqual((await ask("a")).rows, [{ label: "a" }]);
  await assert.rejects(ask(unwritable), /cannot be written/);
  assert.deepEqual((await ask("b")).rows, [{ label: "b" }]);
  assert.equal(connection.waitsSince, undefined);
});

test("a value that cannot be read fails its caller alone", async () => {
  const ask = (label: string) =>
    connection.ask({ name: "read", text: "SELECT $1::text AS readable_once", values: [label] });
  assert.deepEqual((await ask("a")).rows, [{ readable_once: "a" }]);
  await assert.rejects(ask("unreadable"), /cannot be read/);
  assert.deepEqual((await ask("b")).rows, [{ readable_once: "b" }]);
});

test("rows whose columns have become others are refused by the server, and never read as the former ones", async () => {
  const ask = () => connection.ask({ name: "all", text: "SELECT * FROM kept WHERE n = 1", values: [] });
  assert.deepEqual((await ask()).rows, [{ n: 1, label: "a" }]);
  await connection.ask({ text: "ALTER TABLE kept ALTER COLUMN n TYPE int8" });
  await assert.rejects(ask(), { code: "0A000" });
});
