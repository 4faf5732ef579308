/** Every call over the network has an end: a connection that stands still neither answers nor fails, and its caller would wait for ever. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSourceFiles, type SourceFile } from "./source-files.ts";

/** Why a file may call without a limit of its own. */
const exempt: Readonly<Record<string, string>> = {
  "src/screens/keep-files.screen.ts": "the service worker passes on what the page itself loads; the browser ends that",
};

/** The texts of the calls of `fetch` in a file that name no `signal`, without what comments say. */
function callsWithoutEnd({ text }: Pick<SourceFile, "text">): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "");
  return [...code.matchAll(/(?<![\w#])fetch\(/g)]
    .map(({ index, 0: { length } }) => code.slice(index, endOf(code, index + length)))
    .filter((call) => !/\bsignal\b/.test(call));
}

/** Where the bracket ends that is open at `from`. */
function endOf(code: string, from: number): number {
  let depth = 1;
  let at = from;
  while (depth > 0 && at < code.length) {
    if (code[at] === "(") depth += 1;
    else if (code[at] === ")") depth -= 1;
    at += 1;
  }
  return at;
}

test("every call of fetch in the product can be ended by a signal", () => {
  const files = readSourceFiles().filter(
    ({ path }) => path.startsWith("src/") && !/\.(?:test|fixture)\.tsx?$/.test(path),
  );
  assert.ok(files.length > 500, `${files.length} files`);
  const found = files.filter((file) => callsWithoutEnd(file).length > 0).map(({ path }) => path);
  assert.deepEqual(found, Object.keys(exempt));
});

test("a call without an end is found, one with an end is not", () => {
  for (const text of [
    "await fetch(address)",
    "fetch(`${a}(`, { method: f(1) })",
    "globalThis.fetch(a, { headers: { b } })",
    "fetch(a); // signal",
  ])
    assert.equal(callsWithoutEnd({ text }).length, 1, text);
  for (const text of ["fetch(a, { signal: AbortSignal.timeout(5) })", "fetch(f(a), { ...b, signal })", "prefetch(a)"])
    assert.deepEqual(callsWithoutEnd({ text }), [], text);
});
