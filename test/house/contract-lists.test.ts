/** Every list of every description says whether it is whole, and how to read the next page (rules/http 7.1 and 7.5). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { describeApi, neutralServerUrl } from "../../src/docs-pages/api-description.ts";
import { audiences } from "../../src/docs-pages/audience.ts";
import { dereference } from "../../src/platform/http/openapi/openapi-document.ts";
import { newId } from "../../src/kernel/id.ts";
import { isList } from "../../src/platform/http/class-of-route.ts";
import { compileChecks } from "../../src/platform/http/reading/read-request.ts";

const routes = servedRoutes();

/** What is wrong with a list: its mark, its envelope, and its parameters must agree. */
function mistakesOf(pagination: unknown, fields: readonly string[], parameters: readonly string[]): readonly string[] {
  const pages = parameters.includes("starting_after") && parameters.includes("limit");
  return [
    ...(pagination === "cursor" || pagination === "whole" ? [] : ["does not say how it is read"]),
    ...(["has_more", "next_cursor"].every((name) => fields.includes(name)) ? [] : ["does not say what follows"]),
    ...(pagination === "cursor" && !pages ? ["takes no starting_after and limit"] : []),
    ...(pagination === "whole" && parameters.includes("starting_after") ? ["is whole and takes a cursor"] : []),
  ];
}

for (const audience of audiences) {
  test(`lists of openapi/${audience}.json`, () => {
    const document = describeApi(routes, neutralServerUrl, audience);
    const lists = routes.filter((route) => document.paths[route.path] !== undefined && isList(route));
    const wrong = lists.flatMap((route) => {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      const required =
        route.success[200] !== undefined && "required" in route.success[200] ? route.success[200].required : [];
      const names = (operation?.parameters ?? []).map((one) => dereference(document, one).name);
      const fields = Array.isArray(required) ? required.map(String) : [];
      return mistakesOf(operation?.["x-pagination"], fields, names).map((mistake) => `${route.operationId} ${mistake}`);
    });
    assert.deepEqual(wrong, []);
    assert.ok(audience === "channel" || lists.length > 1, `${lists.length} lists`);
  });
}

describe("a list is refused", () => {
  const envelope = ["object", "data", "has_more", "next_cursor"];
  for (const [how, pagination, fields, parameters] of [
    ["without a mark", undefined, envelope, []],
    ["without next_cursor", "whole", ["object", "data", "has_more"], []],
    ["with pages and no cursor", "cursor", envelope, ["limit"]],
    ["whole, with a cursor", "whole", envelope, ["starting_after"]],
  ] as const)
    test(how, () => assert.equal(mistakesOf(pagination, fields, parameters).length, 1));
});

describe("a list whose cursors are ids refuses the cursor of another list (rules/http 7.5)", () => {
  const withIds = routes.filter(
    ({ query }) => query?.["starting_after"] !== undefined && "x-id-prefix" in query["starting_after"],
  );
  for (const route of withIds)
    test(`${route.method} ${route.path}`, () => {
      const { query } = compileChecks(route);
      const prefix = String(Reflect.get(route.query?.["starting_after"] ?? {}, "x-id-prefix"));
      const pathsOf = (sent: Readonly<Record<string, string>>) => query(sent).issues.map(({ path }) => path);
      for (const name of ["starting_after", "before"].filter((one) => route.query?.[one] !== undefined)) {
        assert.deepEqual(pathsOf({ [name]: newId(prefix === "evt" ? "ord" : "evt") }), [`query.${name}`]);
        assert.ok(!pathsOf({ [name]: newId("evt").replace("evt", prefix) }).includes(`query.${name}`));
      }
    });
  test("and there are such lists", () => assert.ok(withIds.length > 10, `${withIds.length} lists`));
});
