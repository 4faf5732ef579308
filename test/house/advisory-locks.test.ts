/** Every advisory lock has a name of its own, and all SQL takes it from the one list of them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { lockClasses, lockNumbers, lockTexts } from "../../src/platform/postgres/advisory-locks.ts";
import { readSourceFiles } from "./source-files.ts";

const lists = { lockClasses, lockNumbers, lockTexts } as const;
const names = Object.entries(lists).flatMap(([list, entries]) =>
  Object.entries(entries).map(([name, value]) => ({ name: `${list}.${name}`, value })),
);
/** The scope of an idempotency key begins with who calls: no text of the list does. */
const ownText = "hashtextextended(p_scope || ' ' || p_key, 0)";

interface Findings {
  /** The names that the text uses. */
  readonly used: readonly string[];
  /** What takes or reads a lock without a name. */
  readonly nameless: readonly string[];
}

/** What a text of SQL, or of a program with SQL in it, says of advisory locks. */
function findLocks(text: string): Findings {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(--|\/\/|COMMENT ON).*$/gm, "");
  const used: string[] = [];
  const nameless: string[] = [];
  for (const { 0: found, index } of code.matchAll(/pg_(try_)?advisory_\w+\(|\bclassid\s*=/g)) {
    const after = code
      .slice(index + found.length, index + found.length + 120)
      .replaceAll(/\s+/g, " ")
      .trim();
    const name = nameIn(after);
    if (name !== undefined) used.push(name);
    else if (!after.startsWith(ownText)) nameless.push(`${found}${after.slice(0, 60)}`);
  }
  return { used, nameless };
}

/** The name that a key begins with, written as a slot in a template or, in SQL alone, as its value. */
function nameIn(key: string): string | undefined {
  const given = /^(?:key\) FROM \( SELECT DISTINCT )?(?:hashtextextended\(')?\$\{(\w+\.\w+)\}/.exec(key)?.[1];
  if (given !== undefined) return names.find(({ name }) => name === given)?.name;
  const text = /^hashtextextended\('([^']*?) ?'/.exec(key)?.[1];
  const number = /^(\d+)(,?)/.exec(key);
  const isClass = number?.[2] === "," || /^\d+ AND/.test(key);
  return names.find(({ name, value }) => {
    if (typeof value === "string") return value === text;
    return String(value) === number?.[1] && name.startsWith(isClass ? "lockClasses." : "lockNumbers.");
  })?.name;
}

test("no two advisory locks have the same name", () => {
  for (const entries of Object.values(lists)) {
    const values: unknown[] = Object.values(entries);
    assert.deepEqual(values, [...new Set(values)]);
  }
});

test("every lock is taken by a name of the list, and each name is used in one file or in the database's own functions", () => {
  const schema = { path: "db/schema.sql", text: readFileSync(new URL("../../db/schema.sql", import.meta.url), "utf8") };
  const files = readSourceFiles().filter(({ path }) => /^src\/.*(?<!\.test)\.ts$/.test(path));
  const usedIn = new Map<string, Set<string>>(names.map(({ name }) => [name, new Set()]));
  const wrong: string[] = [];
  for (const { path, text } of [...files, schema]) {
    const { used, nameless } = findLocks(text);
    wrong.push(...nameless.map((what) => `${path}: ${what}`));
    for (const name of used) usedIn.get(name)?.add(path);
    // A program never repeats a value.
    if (path.endsWith(".ts") && /pg_(try_)?advisory_\w+\(\s*(\d|hashtextextended\('[^$])/.test(text))
      wrong.push(`${path}: names a lock by its value`);
  }
  assert.deepEqual(wrong, []);
  for (const [name, paths] of usedIn) assert.equal(paths.size, 1, `${name} is used in ${[...paths].join(", ")}`);
});

for (const [text, used, nameless] of [
  ["SELECT pg_advisory_xact_lock(${lockClasses.orderCapacity}, hashtext($1))", ["lockClasses.orderCapacity"], 0],
  ["SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.holds} ' || $1, 0))", ["lockTexts.holds"], 0],
  ["WHERE classid = 19797 AND objsubid = 2", ["lockClasses.bookingDrain"], 0],
  ["PERFORM pg_advisory_xact_lock_shared( 19796, 1)", ["lockClasses.orderDrain"], 0],
  ["SELECT pg_advisory_lock(7205417331)", ["lockNumbers.migrations"], 0],
  ["SELECT pg_advisory_xact_lock(19700, hashtext($1))", [], 1],
  ["SELECT pg_advisory_xact_lock(19797)", [], 1],
  ["SELECT pg_try_advisory_lock(hashtextextended('mine ' || $1, 0))", [], 1],
  ["SELECT pg_advisory_xact_lock($1)", [], 1],
  ["SELECT pg_advisory_xact_lock(${lockClasses.unheard}, 1)", [], 1],
] as const) {
  test(`found in "${text}": ${used.join(", ") || "a lock without a name"}`, () => {
    const found = findLocks(text);
    assert.deepEqual([found.used, found.nameless.length], [used, nameless]);
  });
}
