/** The files that operators copy name existing settings and commands. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { keptUnusedMs } from "../../src/platform/http/server.ts";
import { variableNames } from "../../src/program/settings/variable-names.ts";
import { askedFor } from "./asked-for.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const units = ["maple-migrate.service", "maple-serve@.service", "maple-work@.service"];

const serviceFlags = JSON.parse(read("bin/service-flags.json")) as readonly string[];

test(".env.example has every variable that the program reads, once, and no other", () => {
  const named = [...read("deploy/.env.example").matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  assert.deepEqual(named.toSorted(), askedFor());
});

test("the list of the variables, by which misspelt ones are found, has each that the program reads", () => {
  assert.deepEqual([...variableNames].toSorted(), askedFor());
});

test("the units start commands of the program and give it time to stop", () => {
  for (const unit of units) {
    const text = read(`deploy/systemd/${unit}`);
    const flags = unit.includes("@") ? `${serviceFlags.join(" ")} ` : "";
    const [, given, program] =
      /^ExecStart=\/usr\/bin\/node (.*)(\/opt\/maple\/bin\/maple\.js (?:migrate|serve|work))$/m.exec(text) ?? [];
    assert.equal(given, flags, unit);
    assert.notEqual(program, undefined, unit);
    if (unit.includes("@")) assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]) > 25, unit);
  }
});

test("npm start and the image give the service the flags that it has everywhere", () => {
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: { readonly start: string } };
  assert.equal(scripts.start, `exec node ${serviceFlags.join(" ")} bin/maple.js dev`);
  const entry = /^ENTRYPOINT (.*)$/m.exec(read("deploy/Dockerfile"))?.[1] ?? "[]";
  assert.deepEqual(JSON.parse(entry), ["node", ...serviceFlags, "/opt/maple/bin/maple.js"]);
});

test("systemd finds nothing wrong with the units", (t) => {
  if (spawnSync("systemd-analyze", ["--version"]).status !== 0) return t.skip("systemd-analyze is not here");
  const directory = mkdtempSync(join(tmpdir(), "maple-units-"));
  t.after(() => rmSync(directory, { recursive: true }));
  for (const unit of units) {
    // What the unit starts stands on the server only.
    const text = read(`deploy/systemd/${unit}`).replaceAll("/usr/bin/node", process.execPath);
    writeFileSync(join(directory, unit), text);
  }
  const paths = units.map((unit) => join(directory, unit.replace("@.", "@8081.")));
  for (const unit of units.filter((name) => name.includes("@")))
    writeFileSync(join(directory, unit.replace("@.", "@8081.")), readFileSync(join(directory, unit)));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths], { encoding: "utf8" });
  const ours = stderr.split("\n").filter((line) => line.includes("maple"));
  assert.deepEqual([status, ours], [0, []], stderr);
});

test("the sample of the proxy closes what is not for the public and asks /readyz", () => {
  const text = read("deploy/Caddyfile");
  for (const path of ["/operator/v1", "/operator/v1/*", "/metrics", "/outbox"])
    assert.match(text, new RegExp(`@closed path .*${path.replace("*", "\\*")}`));
  assert.match(text, /health_uri \/readyz/);
  for (const path of ["/order/*", "/pay/*", "/booking/*", "/wait/*", "/g/*", "/store/v1/*"])
    assert.ok(/@tokens path (.*)/.exec(text)?.[1]?.split(" ").includes(path), path);
});

test("the sample of the proxy ends connections that are not used before a process does", () => {
  const seconds = Number(/^\s*keepalive (\d+)s$/m.exec(read("deploy/Caddyfile"))?.[1]);
  assert.ok(seconds * 1000 <= keptUnusedMs - 10_000, `${seconds} s`);
});
