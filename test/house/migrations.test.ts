/** Migrations run beside calls: an index of a table that may be large is made while the table is written. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { indexesOf } from "../../src/platform/postgres/apply-migration.ts";

const directory = new URL("../../db/migrations/", import.meta.url);
/** Applied ones are not changed: the rule holds for those that came after it. */
const lastBefore = 86;

/** The indexes that would keep the calls of a table waiting. */
function blockingIndexes(sql: string): readonly string[] {
  if (sql.includes("INDEX CONCURRENTLY")) return indexesOf(sql).flatMap(() => []);
  const made = new Set([...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, table]) => table));
  return [...sql.matchAll(/^CREATE (?:UNIQUE )?INDEX (\w+)\s+ON (\w+)/gm)].flatMap(([, index = "", table]) =>
    made.has(table) ? [] : [index],
  );
}

test("a new migration makes no index while calls have to wait for it", () => {
  for (const name of readdirSync(directory).filter(
    (each) => each.endsWith(".sql") && Number(each.slice(0, 4)) > lastBefore,
  ))
    assert.deepEqual(
      blockingIndexes(readFileSync(new URL(name, directory), "utf8")),
      [],
      `${name}: write CREATE INDEX CONCURRENTLY in a migration of its own`,
    );
});

for (const [sql, found] of [
  ["CREATE INDEX a ON orders (id);", ["a"]],
  ["CREATE UNIQUE INDEX a\n  ON orders (id);", ["a"]],
  ["CREATE TABLE things (id int);\nCREATE INDEX a ON things (id);", []],
  ["CREATE INDEX CONCURRENTLY a ON orders (id);", []],
] as const)
  test(`found in ${sql}: ${found.join(", ") || "nothing"}`, () => assert.deepEqual(blockingIndexes(sql), found));
