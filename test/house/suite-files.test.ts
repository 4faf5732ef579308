import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { longFiles } from "../../scripts/long-files.ts";
import { namedFiles, suiteFiles } from "../../scripts/suite-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const suite = suiteFiles(root, { part: "suite" });

test("the suite needs no browser, and without one the whole has all that needs none", () => {
  assert.ok(suite.every((file) => !file.endsWith(".browser.test.ts")));
  assert.deepEqual(suiteFiles(root, { part: "screens", browser: false }), []);
  assert.deepEqual(
    suiteFiles(root, { part: "whole", browser: false }),
    suiteFiles(root, { part: "whole" }).filter((file) => !file.endsWith(".browser.test.ts")),
  );
});

test("each file that the fast tests leave out for its length is there", () => {
  assert.deepEqual(
    longFiles.filter((name) => suite.filter((file) => file.endsWith(`/${name}.test.ts`)).length !== 1),
    [],
  );
});

test("the fast tests are most of the suite", () => {
  const fast = suiteFiles(root, { part: "fast" });
  assert.ok(fast.length > suite.length / 2, `${fast.length} of ${suite.length} files`);
  assert.ok(fast.every((file) => suite.includes(file)));
});

test("the suite, the screens, the programs and the series share no file, and the whole has all", () => {
  const others = (["screens", "programs", "series"] as const).map((part) => suiteFiles(root, { part }));
  const all = [...suite, ...others.flat()];
  assert.ok(others.every((files) => files.length > 0) && new Set(all).size === all.length);
  assert.deepEqual(suiteFiles(root, { part: "whole" }).toSorted(), all.toSorted());
});

test("a folder that is named is the files in it; files stay as they are named", () => {
  const found = namedFiles(root, ["./src/pages/", "src/stock/stock.api.test.ts"], { part: "suite" });
  assert.ok(found.includes("src/pages/pages.test.ts") && found.includes("src/stock/stock.api.test.ts"), found.join());
  assert.ok(found.includes("src/pages/pages.browser.test.ts"), "a folder has its screens");
  assert.ok(found.length > 2 && found.every((file) => /^src\/(pages|stock)\//.test(file)));
  assert.deepEqual(namedFiles(root, ["src/nowhere"], { part: "suite" }), ["src/nowhere"]);
});
