/**
 * recheck judges every regular expression of the product: its time may not explode on any text. One that reads foreign
 * text is rewritten or replaced by a parser. Only those that never read any may be listed here, with the reason.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "recheck";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { regexLiteralsOf } from "./regex-literals.ts";
import { readSourceFiles } from "./source-files.ts";

/** Files whose literals read only texts of our own. */
const ownTexts: Readonly<Record<string, string>> = {
  "src/pages/page-files.cache.ts": "reads the files of our own pages when the program starts",
};

/** Files that make regular expressions of texts, with the parts that they make them of. */
const madeOfConstants: Readonly<Record<string, string>> = {
  "src/kernel/id.ts": "idPattern, which is judged as the pattern of a schema",
  "src/sandbox/triggers/play-calls.cache.ts":
    "the paths of our own routes, each field of which is anything but a slash",
  "src/time-zones/tzif.ts": "a constant that reads the time-zone files of the system",
};

const files = readSourceFiles().filter(
  ({ path }) => path.startsWith("src/") && !/\.(test|fixture)\.ts$/.test(path) && !(path in ownTexts),
);

async function isSafe(source: string, flags: string): Promise<boolean> {
  // The judge ends the whole, and each of its two steps, by the clock: a slow machine needs more, and a test has its own end.
  const { status } = await check(source, flags, { timeout: null, attackTimeout: null, incubationTimeout: null });
  return status === "safe";
}

test("every literal is safe", async () => {
  const literals = new Map(
    files.flatMap(({ path, text }) =>
      regexLiteralsOf(text).map((literal) => [`/${literal.source}/${literal.flags}`, { path, ...literal }] as const),
    ),
  );
  assert.ok(literals.size > 80, `${literals.size} literals`);
  const unsafe: string[] = [];
  for (const [written, { path, source, flags }] of literals) {
    if (!(await isSafe(source, flags))) unsafe.push(`${path} ${written}`);
  }
  assert.deepEqual(unsafe, []);
});

test("every pattern of a request is safe, and every format is judged by a parser of our own", async () => {
  const patterns = new Set<string>();
  const formats = new Set<string>();
  const look = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    for (const [name, value] of Object.entries(schema)) {
      if (name === "pattern" && typeof value === "string") patterns.add(value);
      else if (name === "format" && typeof value === "string") formats.add(value);
      else look(value);
    }
  };
  for (const { params, query, headers, body } of servedRoutes()) [params, query, headers, body].forEach(look);
  assert.ok(patterns.size >= 5, `${patterns.size} patterns`);
  const unsafe: string[] = [];
  for (const pattern of patterns) if (!(await isSafe(pattern, ""))) unsafe.push(pattern);
  assert.deepEqual(unsafe, []);
  assert.deepEqual(
    [...formats].filter((format) => !["date-time", "date", "email", "unix-seconds"].includes(format)),
    [],
  );
});

test("regular expressions are made of texts only where they are listed", () => {
  const makers = files.filter(({ text }) => /\bRegExp\(/.test(text)).map(({ path }) => path);
  assert.deepEqual(makers, Object.keys(madeOfConstants));
});

test("the judge and the reader of literals find what is wrong", async () => {
  assert.equal(await isSafe("^(a+)+$", ""), false);
  assert.equal(await isSafe("^a+$", ""), true);
  const text = [
    "const ratio = (a + b) / c / d; // no /expression/ here",
    'const path = "/v1/"; const made = `x/${at.replace(/[/"]+/g, "/")}/y`;',
    "if (!/^a\\/b$/i.test(path)) return /c/.test(path);",
  ].join("\n");
  assert.deepEqual(
    regexLiteralsOf(text).map(({ source, flags }) => `${source} ${flags}`.trim()),
    ['[/"]+ g', "^a\\/b$ i", "c"],
  );
});
