/** What is sent to browsers runs in the oldest that are promised: no script and no style needs more than they have. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { before, describe, test } from "node:test";
import { pageStyle } from "../../src/docs-pages/page-style.ts";
import { siteStyle } from "../../src/docs-site/frame/site-style.ts";
import { readPageFiles } from "../../src/pages/page-files.cache.ts";
import { bundleScreens } from "../../src/screens/bundle-screens.ts";
import { oldestBrowsers } from "../../src/screens/browsers/oldest-browsers.ts";
import { tooNewInScripts, tooNewInStyles, tooNew } from "./oldest-browsers.ts";

describe("the files that browsers are sent", () => {
  const files = new Map<string, string>();
  before(async () => {
    for (const [name, { text }] of readPageFiles().byName) files.set(name, text);
    files.set("docs.css", siteStyle);
    files.set("call.css", pageStyle);
    const screens = await bundleScreens(fileURLToPath(new URL("../../", import.meta.url)));
    for (const [name, text] of screens.files) files.set(name, text);
  });

  test("need nothing that is newer than the oldest browsers", () => {
    assert.ok(files.size > 40);
    const found = [...files].flatMap(([name, text]) => tooNew(name, text));
    assert.deepEqual(found, []);
  });

  test("have the missing parts in each screen that uses one", () => {
    for (const [name, text] of files)
      if (/\.(toReversed|toSorted|toSpliced|findLast|requestSubmit)\(|AbortSignal\.timeout|Map\.groupBy/.test(text))
        assert.match(text, /\(Array\.prototype,\{findLast/, `${name} does not import older-browsers.screen.ts`);
  });
});

test("every pattern finds its own example, and an example that is old enough passes", () => {
  for (const each of tooNewInScripts) assert.match(each.example, each.pattern, each.what);
  for (const each of tooNewInStyles) assert.match(each.example, each.pattern, each.what);
  assert.deepEqual(tooNew("a.js", 'const a = [1].map((b) => b ?? 2); a.at(-1); "x".replace(/(?=y)z/u, "");'), []);
  assert.deepEqual(
    tooNew("a.css", "@media (min-width: 2rem) { a:is(b, c) { inset: 0; color: rgb(0 0 0 / 40%) } }"),
    [],
  );
});

test("the menu of the documentation lies over the page only where a browser can close it", () => {
  assert.equal(siteStyle.match(/#pages \{ position: fixed/g)?.length, 1);
  assert.match(siteStyle, /@supports selector\(:popover-open\) \{\s*#pages \{ position: fixed/);
});

test("the floor is the one for which the patterns were chosen", () => {
  assert.deepEqual(oldestBrowsers, ["safari15.4", "chrome105", "firefox121"]);
});
