/** Every line of the threat model names an existing test or proof. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

interface Line {
  readonly border: string;
  readonly letter: string;
  readonly file: string;
  readonly words: string;
}

function readLines(text: string): { readonly lines: readonly Line[]; readonly odd: readonly string[] } {
  const lines: Line[] = [];
  const odd: string[] = [];
  let border = "";
  for (const each of text.split("\n")) {
    if (each.startsWith("## ")) border = each.slice(3);
    if (!/^\| [^|-]/.test(each) || each.startsWith("| | Threat")) continue;
    const found = /^\| ([STRIDE]) \| [^|]+ \| [^|]+ \| `([\w./-]+)`: ([^|]+) \|$/.exec(each);
    if (found === null) odd.push(each);
    else lines.push({ border, letter: found[1] ?? "", file: found[2] ?? "", words: found[3] ?? "" });
  }
  return { lines, odd };
}

const holds = ({ file, words }: Line): boolean =>
  /\.test\.tsx?$|^proofs\//.test(file) &&
  existsSync(new URL(`../../${file}`, import.meta.url)) &&
  read(file).includes(words);

const { lines, odd } = readLines(read("docs/threat-model.md"));

test("each line has a letter, a threat, what stops it, and a test", () => {
  assert.deepEqual(odd, []);
  assert.ok(lines.length >= 45, `${lines.length} lines`);
});

test("each border looks at what its callers can do", () => {
  const borders = [...new Set(lines.map(({ border }) => border))];
  assert.ok(borders.length >= 8, borders.join(", "));
  for (const border of borders.slice(0, 4)) {
    const letters = new Set(lines.filter((line) => line.border === border).map(({ letter }) => letter));
    assert.deepEqual(
      "STRIDE".split("").filter((letter) => !letters.has(letter)),
      [],
      border,
    );
  }
});

test("each test that is named is there", () => {
  assert.deepEqual(
    lines.filter((line) => !holds(line)).map(({ file, words }) => `${file}: ${words}`),
    [],
  );
});

test("a line with a test that is not there is found", () => {
  const [line] = readLines(
    "## Here\n| S | a | b | `test/house/threat-model.test.ts`: no such title here, surely |",
  ).lines;
  assert.ok(line !== undefined && !holds({ ...line, file: "test/house/nothing.test.ts" }));
});
