import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ofNoLocation, withoutLocation } from "../../scripts/scaling/table-owners.ts";

/**
 * What a location owns says so in its own row: `location_id NOT NULL`, so that a location's rows can be found, moved and
 * erased without asking other tables. Tables of nobody's location are listed with whose they are.
 */
/** The tables of a schema, each with whether its rows always name a location. Partitions are part of their table. */
function tablesOf(schema: string): ReadonlyMap<string, boolean> {
  const found = schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+) \(\n([\s\S]*?)^\)/gm);
  return new Map(Array.from(found, ([, name = "", body = ""]) => [name, /^ {2}location_id id NOT NULL/m.test(body)]));
}

/** What breaks the rule: a table that names no location and is not listed, or is listed and need not be. */
function misplaced(tables: ReadonlyMap<string, boolean>): string[] {
  const listed = new Set([...Object.keys(ofNoLocation), ...withoutLocation]);
  const silent = [...tables].filter(([name, names]) => !names && !listed.has(name)).map(([name]) => name);
  const idle = [...listed].filter((name) => tables.get(name) !== false);
  return [
    ...silent.map((name) => `${name}: add location_id id NOT NULL, or say whose its rows are`),
    ...idle.map((name) => `${name} is listed, and names its location or is gone: take it off the list`),
  ];
}

describe("what a location owns names the location", () => {
  const tables = tablesOf(readFileSync(new URL("../../db/schema.sql", import.meta.url), "utf8"));

  test("every table, but for those that are listed", () => {
    assert.ok(tables.size > 50, `${tables.size} tables`);
    assert.deepEqual(misplaced(tables), []);
  });

  test("a new table without a location is found, and so is a list that is too long", () => {
    const table = (column: string): string => `CREATE TABLE things (\n  id id NOT NULL,\n${column}  name text\n);\n`;
    const told = (schema: string): number => misplaced(new Map([...tables, ...tablesOf(schema)])).length;
    assert.equal(told(table("  location_id id NOT NULL,\n")), 0);
    assert.equal(told(table("")), 1);
    assert.equal(told(table("  location_id id,\n")), 1);
    assert.equal(misplaced(new Map([...tables].filter(([name]) => name !== "events"))).length, 1);
  });
});
