/** Each alert is silent at its limit and speaks beyond: Prometheus' own tool says so, where it is present. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

interface Case {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts?: readonly object[] }[];
}

const folder = fileURLToPath(new URL("../../deploy/prometheus/", import.meta.url));
const read = (file: string): string => readFileSync(folder + file, "utf8");

test("each alert is tried twice: it is silent, and it speaks", () => {
  const tried = new Map<string, Set<boolean>>();
  for (const { alert_rule_test: looks } of (parse(read("maple.rules.test.yml")) as { readonly tests: readonly Case[] })
    .tests)
    for (const { alertname: name, exp_alerts: expected = [] } of looks)
      tried.set(name, (tried.get(name) ?? new Set()).add(expected.length > 0));
  const alerts = [...read("maple.rules.yml").matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = ""]) => name);
  assert.deepEqual([...tried.keys()].toSorted(), alerts.toSorted());
  for (const [name, answers] of tried) assert.equal(answers.size, 2, name);
});

for (const [command, file] of [
  ["check", "maple.rules.yml"],
  ["test", "maple.rules.test.yml"],
] as const)
  test(`promtool ${command} rules`, (t) => {
    if (spawnSync("promtool", ["--version"]).status !== 0) return t.skip("promtool is not here");
    const ran = spawnSync("promtool", [command, "rules", file], { cwd: folder, encoding: "utf8" });
    assert.equal(ran.status, 0, ran.stdout + ran.stderr);
  });
