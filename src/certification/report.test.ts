import assert from "node:assert/strict";
import { test } from "node:test";
import { reportPage } from "./report-page.ts";
import {
  lackOf,
  passes,
  scenarioLines,
  scenariosOf,
  summaryLines,
  type Report,
  type ScenarioResult,
} from "./report.ts";
import { readScenarios } from "./scenario-files.ts";

const result = (outcome: ScenarioResult["outcome"], fields: Partial<ScenarioResult> = {}): ScenarioResult => ({
  id: "ord-accept",
  title: "An order is accepted",
  page: "/docs/certify#ord-accept",
  outcome,
  reason: null,
  made: { order: ["ord_1"] },
  started_at: "2026-11-22T18:00:00.000Z",
  ended_at: "2026-11-22T18:00:05.000Z",
  expectations: [],
  ...fields,
});

const report = (scenarios: readonly ScenarioResult[], fields: Partial<Report> = {}): Report => ({
  object: "certification_report",
  schema: 1,
  profile: "ordering",
  whole_profile: true,
  service_version: "1.0.0",
  location_id: "str_1",
  subscription_id: "dws_1",
  started_at: "2026-11-22T18:00:00.000Z",
  ended_at: "2026-11-22T18:01:00.000Z",
  passed: passes(scenarios),
  scenarios,
  ...fields,
});

test("a run passes when something passed and nothing failed (rules/certification 1.3)", () => {
  assert.equal(passes([result("passed"), result("not_applicable")]), true);
  assert.equal(passes([result("passed"), result("failed")]), false);
  assert.equal(passes([result("not_applicable")]), false);
  assert.equal(passes([]), false);
});

test("a profile has its scenarios, and all has every one (rules/certification 1.2)", () => {
  const all = readScenarios();
  assert.equal(scenariosOf("all", all).length, all.length);
  const menus = scenariosOf("menus", all);
  assert.ok(menus.length > 0 && menus.every(({ id }) => id.startsWith("menu-") || id === "all-keys"));
});

test("what an app lacks is named", () => {
  const [scenario] = scenariosOf("ordering", readScenarios());
  assert.ok(scenario !== undefined);
  assert.match(
    lackOf(scenario, { eventTypes: [], scopes: ["orders:read"] }) ?? "",
    /not subscribed to order\.notification, and the app has no scope orders:write/,
  );
  assert.equal(
    lackOf(scenario, { eventTypes: ["order.notification"], scopes: ["orders:read", "orders:write"] }),
    undefined,
  );
});

const unmet = { expected: "order.updated by the partner", seen: "no event", met: false, ids: ["ord_1"] };

test("a failure says what was expected, what was seen, the ids and the page", () => {
  assert.deepEqual(scenarioLines(result("failed", { expectations: [unmet] }), "https://maple.example"), [
    "ord-accept         FAILED",
    "  expected  order.updated by the partner",
    "  seen      no event",
    "  ids       ord_1",
    "  read      https://maple.example/docs/certify#ord-accept",
  ]);
  assert.deepEqual(scenarioLines(result("passed"), ""), ["ord-accept         passed"]);
});

test("single scenarios that pass certify nothing", () => {
  assert.match(summaryLines(report([result("passed")]))[1] ?? "", /^The profile ordering is passed\.$/);
  assert.match(summaryLines(report([result("passed")], { whole_profile: false }))[1] ?? "", /all its scenarios/);
  assert.match(summaryLines(report([result("failed")]))[1] ?? "", /not passed/);
});

test("the HTML report is one file without scripts, and escapes what it shows", () => {
  const page = reportPage(
    report([result("failed", { expectations: [{ ...unmet, seen: "<b>1</b>" }] })]),
    "https://maple.example",
  );
  assert.match(page, /<title>Certification: ordering, not passed<\/title>/);
  assert.match(page, /Seen instead: &lt;b&gt;1&lt;\/b&gt;/);
  assert.doesNotMatch(page, /<script|<link|src=/);
});
