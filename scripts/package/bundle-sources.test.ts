import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readPageFiles } from "../../src/pages/page-files.cache.ts";
import { atNewPlace, copyRest, entriesOf } from "./bundle-sources.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("the package serves the files of pages that a checkout serves, at the same addresses", () => {
  const folder = mkdtempSync(join(tmpdir(), "maple-package-"));
  try {
    copyRest(root, folder);
    const ofPackage = readPageFiles(pathToFileURL(join(folder, "src/")));
    const ofCheckout = readPageFiles();
    assert.deepEqual([...ofPackage.byName.keys()], [...ofCheckout.byName.keys()]);
    assert.deepEqual(ofPackage.module("store"), ofCheckout.module("store"));
    assert.ok(ofPackage.module("store").length > 2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("each thread that the sources start has a file of its own in the folder", () => {
  const names = ["docs-thread.worker", "import-thread.worker", "menu-thread.worker", "publish-thread.worker"];
  assert.deepEqual(Object.keys(entriesOf(root)).toSorted(), ["cli", ...names, "program", "watchdog-thread"].toSorted());
});

test("a module that was moved starts its thread in the folder, and reads what it read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "maple-package-"));
  try {
    const text = `
      export const thread = new URL("./menu-thread.worker.ts", import.meta.url).href;
      export const migrations = new URL("../../../db/migrations/", import.meta.url).href;`;
    const part = join(folder, "src", "part-1.js");
    mkdirSync(join(folder, "src"));
    writeFileSync(part, atNewPlace(text, "src/menus/publish/menu-threads.worker.ts"));
    const moved = (await import(pathToFileURL(part).href)) as { readonly thread: string; readonly migrations: string };
    assert.equal(moved.thread, pathToFileURL(join(folder, "src", "menu-thread.worker.js")).href);
    assert.equal(moved.migrations, pathToFileURL(join(folder, "db", "migrations/")).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
