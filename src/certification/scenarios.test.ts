import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Value } from "typebox/value";
import { scopes } from "../platform/http/scopes.ts";
import { subscribableEventTypes, testEventType } from "../webhooks/subscriptions/event-types.ts";
import { scenarioSchema, type Scenario } from "./scenario.schemas.ts";
import { readScenarios } from "./scenario-files.ts";

const folder = new URL("../../scenarios/", import.meta.url);
const scenarios = readScenarios();

test("the published schema is the one that scenarios are written for (npm run openapi)", () => {
  const published: unknown = JSON.parse(readFileSync(new URL("scenario.schema.json", folder), "utf8"));
  assert.deepEqual(published, JSON.parse(JSON.stringify(scenarioSchema)));
});

test("every file of the folder is a scenario that is played, once", () => {
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.json$/.test(name) && name !== "order.json");
  assert.deepEqual(files.toSorted(), scenarios.map(({ id }) => `${id}.json`).toSorted());
});

const named = (step: Scenario["steps"][number]): readonly string[] => {
  if ("place" in step) return [step.place];
  return "expect" in step && "as" in step.expect && step.expect.as !== undefined ? [step.expect.as] : [];
};

const used = (step: Scenario["steps"][number]): readonly string[] => {
  if ("expect" in step) return step.expect.of === undefined ? [] : [step.expect.of];
  if ("advance" in step) return step.advance.until_handed_over === undefined ? [] : [step.advance.until_handed_over];
  return "of" in step && step.of !== undefined ? [step.of] : [];
};

const contract = JSON.parse(readFileSync(new URL("../../openapi/partner.json", import.meta.url), "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
};
const operations = new Set(
  Object.values(contract.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId)),
);

const guide = readFileSync(new URL("../../docs/certify.md", import.meta.url), "utf8");

for (const scenario of scenarios) {
  describe(scenario.id, () => {
    test("has the form of a scenario", () => {
      const faults = [...Value.Errors(scenarioSchema, scenario)].map(
        (fault) => `${fault.instancePath}: ${fault.message}`,
      );
      assert.deepEqual(faults, []);
    });

    test("uses only what an earlier step made", () => {
      // The subscription whose endpoint is judged is always there.
      const known = new Set<string>(["subscription"]);
      for (const step of scenario.steps) {
        for (const name of used(step)) assert.ok(known.has(name), `${name} is not made before it is used`);
        for (const name of named(step)) known.add(name);
      }
    });

    test("names events and scopes that exist", () => {
      const types: readonly string[] = [...subscribableEventTypes, testEventType];
      const events = scenario.steps.flatMap((step) =>
        "expect" in step && "event" in step.expect ? [step.expect.event] : [],
      );
      for (const type of [...events, ...scenario.needs.events]) assert.ok(types.includes(type), type);
      for (const scope of scenario.needs.scopes) assert.ok((scopes as readonly string[]).includes(scope), scope);
    });

    test("names calls of the contract", () => {
      for (const step of scenario.steps) {
        if ("fault" in step)
          for (const operation of step.fault.operations ?? []) assert.ok(operations.has(operation), operation);
        if (!("expect" in step) || !("operations" in step.expect)) continue;
        const after = "after_call" in step.expect ? (step.expect.after_call ?? []) : [];
        for (const operation of [...step.expect.operations, ...after]) assert.ok(operations.has(operation), operation);
      }
    });

    test("ends in something that must be seen, and is explained in the guide", () => {
      assert.ok(scenario.steps.some((step) => "expect" in step));
      assert.equal(scenario.page, `/docs/certify#${scenario.id}`);
      assert.ok(guide.includes(`\n### ${scenario.id}\n`), `docs/certify.md has no heading ${scenario.id}`);
    });
  });
}
