import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readPageFiles } from "../../src/pages/page-files.cache.ts";
import { copyRest } from "./compile-sources.ts";

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
