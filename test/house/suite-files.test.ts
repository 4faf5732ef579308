import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { longFiles } from "../../scripts/long-files.ts";
import { namedFiles, suiteFiles } from "../../scripts/suite-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const whole = suiteFiles(root, { part: "suite" });

test("without a browser all other files are left", () => {
  const plain = suiteFiles(root, { part: "suite", browser: false });
  assert.deepEqual(
    plain,
    whole.filter((file) => !file.endsWith(".browser.test.ts")),
  );
  assert.ok(plain.length < whole.length);
});

test("each file that the fast tests leave out for its length is there", () => {
  assert.deepEqual(
    longFiles.filter((name) => whole.filter((file) => file.endsWith(`/${name}.test.ts`)).length !== 1),
    [],
  );
});

test("the fast tests are most of the suite, and need no browser", () => {
  const fast = suiteFiles(root, { part: "fast" });
  assert.ok(fast.length > whole.length / 2, `${fast.length} of ${whole.length} files`);
  assert.ok(fast.every((file) => whole.includes(file) && !file.includes(".browser.") && !file.includes(".process.")));
});

test("the suite and the series share no file, and the whole has both", () => {
  const series = suiteFiles(root, { part: "series" });
  assert.ok(series.length > 0 && series.every((file) => !whole.includes(file)));
  assert.deepEqual(suiteFiles(root, { part: "whole" }).toSorted(), [...whole, ...series].toSorted());
});

test("a folder that is named is the files in it; files stay as they are named", () => {
  const found = namedFiles(root, ["./src/pages/", "src/stock/stock.api.test.ts"], { part: "suite" });
  assert.ok(found.includes("src/pages/pages.test.ts") && found.includes("src/stock/stock.api.test.ts"), found.join());
  assert.ok(found.length > 2 && found.every((file) => /^src\/(pages|stock)\//.test(file)));
  assert.deepEqual(namedFiles(root, ["src/nowhere"], { part: "suite" }), ["src/nowhere"]);
});
