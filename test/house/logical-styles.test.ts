/**
 * Pages of guests are read from the left and from the right, so their style sheets never name a left or right side
 * (rules/languages 1.7).
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readStyleSheets } from "./source-files.ts";

/** Properties and values that name a side of the paper; `inset-inline-start`, `inline-size` and such name that of the text. */
const sides: readonly RegExp[] = [
  /(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)(?![\w])/,
  /(?<![\w-])(?:left|right|top|bottom)\s*:/,
  /(?<![\w-])(?:min-|max-)?(?:width|height)\s*:/,
  /(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)/,
  /(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius/,
];

/** The declarations of a sheet that name a side, with their lines; the sizes that a query asks for are no declarations. */
function namedSides(text: string): string[] {
  const lines = text.replaceAll(/@(?:media|container)[^{]*\{/g, (query) => query.replaceAll(/[^\n]/g, " ")).split("\n");
  return lines.flatMap((line, index) =>
    sides.some((side) => side.test(line)) ? [`${index + 1}: ${line.trim()}`] : [],
  );
}

test("no style sheet of a page of guests names a side (rules/languages 1.7)", () => {
  const sheets = readStyleSheets().filter(({ path }) => !path.endsWith(".screen.css"));
  assert.ok(sheets.length > 15);
  assert.deepEqual(
    sheets.flatMap(({ path, text }) => namedSides(text).map((found) => `${path}:${found}`)),
    [],
  );
});

test("each way to name a side is found", () => {
  const wrong = [
    "margin-left: 1px;",
    "left: 0;",
    "max-width: 3rem;",
    "text-align: right;",
    "border-top-left-radius: 1px;",
  ];
  for (const declaration of wrong) assert.equal(namedSides(`.a {\n  ${declaration}\n}`).length, 1, declaration);
  const right = "@media (max-width: 3rem) {\n.a { margin-inline-start: 0; inset-inline: 0; text-align: start; }\n}";
  assert.deepEqual(namedSides(right), []);
});
