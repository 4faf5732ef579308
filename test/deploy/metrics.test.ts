/** The alerts and the dashboard use metrics that the service has, and link to existing parts of the runbook. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { commands } from "../../src/cli/commands.ts";
import { commandName } from "../../src/cli/command.ts";
import { partnerCommands } from "../../src/cli/run-partner-command.ts";
import { createMetrics } from "../../src/platform/metrics/create-metrics.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const rules = read("deploy/prometheus/maple.rules.yml");
const dashboard = read("deploy/grafana/maple.json");
const runbook = read("docs/runbook.md");

/** The names under which Prometheus finds the metrics of a process, and the labels of each. */
async function servedMetrics(): Promise<ReadonlyMap<string, readonly string[]>> {
  const served = new Map<string, readonly string[]>();
  for (const { name, type } of await createMetrics().registry.getMetricsAsJSON()) {
    const suffixes = String(type) === "histogram" ? ["_bucket", "_count", "_sum"] : [""];
    for (const suffix of suffixes) served.set(name + suffix, []);
  }
  return served;
}

for (const [what, text] of [
  ["the alerts", rules],
  ["the dashboard", dashboard],
] as const) {
  test(`${what} ask for metrics that /metrics has`, async () => {
    const served = await servedMetrics();
    const asked = [...new Set(text.match(/\bmaple_[a-z_]+/g))];
    assert.ok(asked.length >= 12, asked.join(" "));
    assert.deepEqual(
      asked.filter((name) => !served.has(name)),
      [],
    );
  });
}

/** What an alert asks, on one line. */
function asked(alert: string): string {
  const [, expr = ""] =
    new RegExp(`alert: ${alert}\\n(?: *#.*\\n)* +expr: (?:>-\\n)?([\\s\\S]*?)\\n +(?:for|labels):`).exec(rules) ?? [];
  return expr.trim().replaceAll(/\s+/g, " ");
}

test("a backup is old when the newest of any kind is: full ones are a week apart", () => {
  assert.equal(asked("BackupOld"), "min by (stanza) (pgbackrest_backup_since_last_completion_seconds) > 26 * 3600");
});

test("a missing standby is told by a figure that is there without one: an exporter has no row of it then", () => {
  assert.equal(
    asked("PostgresNoSynchronousStandby"),
    'max by (environment) (maple_database_standbys{state="connected"}) ' +
      '< max by (environment) (max_over_time(maple_database_standbys{state="wanted"}[1d]))',
  );
});

test("every alert names a part of the runbook that is there, and every part is named", () => {
  const parts = new Set(
    [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title.toLowerCase().replaceAll(" ", "-")),
  );
  const named = [...rules.matchAll(/runbook: docs\/runbook\.md#(\S+)/g)].map(([, part = ""]) => part);
  assert.equal(named.length, [...rules.matchAll(/^ +- alert: /gm)].length);
  assert.deepEqual(
    named.filter((part) => !parts.has(part)),
    [],
  );
  // What no metric tells; the page of the operator tells of boards.
  const unseen = ["primary-lost", "bad-release", "nobody-at-the-board", "restored"];
  assert.deepEqual([...parts].filter((part) => !named.includes(part)).toSorted(), unseen.toSorted());
});

test("the runbook names commands that are there", () => {
  const known = [
    ...commands.map(commandName),
    ...partnerCommands.map(({ word }) => word),
    "verify",
    "migrate",
    "archive",
    "doctor",
  ];
  const named = [...runbook.matchAll(/`(?:npx maple|bin\/maple\.js) ([a-z-]+(?: [a-z-]+)?)/g)].map(([, words = ""]) =>
    words.replace(/ -.*$/, ""),
  );
  assert.ok(named.length >= 6);
  assert.deepEqual(
    named.filter((words) => !known.includes(words)),
    [],
  );
});

test("a job that the runbook, the doctor or the operator's first page names is one", () => {
  const jobs = new Set(
    [...read("src/program/parts/build-workers.ts").matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name),
  );
  const told = [runbook, ...["src/doctor/judge-work.ts", "src/operator/health/judge-health.ts"].map(read)].join("\n");
  const named = [...told.matchAll(/(?:job|run of) `?([a-z]+(?:_[a-z]+)+)/g)].map(([, name = ""]) => name);
  assert.ok(named.length >= 3, named.join(" "));
  assert.deepEqual(
    named.filter((name) => !jobs.has(name)),
    [],
  );
});
