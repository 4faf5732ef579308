import assert from "node:assert/strict";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { after, test } from "node:test";
import { installedBinaries } from "./embedded-binaries.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";
import { addMissingLinks } from "./embedded-links.ts";

const folder = mkdtempSync(join(tmpdir(), "maple-links-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const isListed = process.platform === "linux" || process.platform === "darwin";

test("PostgreSQL runs from a package of which npm did not run the script", { skip: !isListed }, () => {
  const native = join(folder, "installed");
  cpSync(installedBinaries().root, native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  });
  addMissingLinks(native);
  addMissingLinks(native);
  const ran = spawnSync(join(native, "bin/postgres"), ["--version"], { encoding: "utf8" });
  assert.match(ran.stdout, /^postgres \(PostgreSQL\)/, ran.stderr);
});

test("what is there stays, what is missing points to its neighbour", () => {
  const native = join(folder, "written");
  mkdirSync(join(native, "lib"), { recursive: true });
  for (const name of ["liba.so.1.2", "liba.so"]) writeFileSync(join(native, "lib", name), name);
  const links = ["liba.so", "liba.so.1"].map((name) => ({
    source: "native/lib/liba.so.1.2",
    target: `native/lib/${name}`,
  }));
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
  addMissingLinks(native);
  assert.equal(readFileSync(join(native, "lib/liba.so"), "utf8"), "liba.so");
  assert.equal(readlinkSync(join(native, "lib/liba.so.1")), "liba.so.1.2");
});

test("a package without a list, or with links, is left alone; one that cannot be mended says so", () => {
  addMissingLinks(folder);
  const native = join(folder, "broken");
  mkdirSync(native);
  writeFileSync(
    join(native, "pg-symlinks.json"),
    JSON.stringify([{ source: "native/lib/a.so.1", target: "native/lib/a.so" }]),
  );
  assert.throws(() => addMissingLinks(native), EmbeddedPostgresError);
});
