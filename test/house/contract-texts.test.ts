/** Every text of a description says how long it can be (rules/http 9.6). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { describeApi, neutralServerUrl } from "../../src/docs-pages/api-description.ts";
import { audiences } from "../../src/docs-pages/audience.ts";

const data = new Set(["example", "examples", "enum", "const", "default"]);

/** The places of texts without a longest length. Documents that are no JSON (a calendar, a picture, a table) are not looked at. */
function unboundedIn(value: unknown, at = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((inner: unknown, index) => unboundedIn(inner, `${at}/${index}`));
  if (typeof value !== "object" || value === null) return [];
  const schema = value as Readonly<Record<string, unknown>>;
  const isText = [schema["type"]].flat().includes("string");
  const isBounded = "maxLength" in schema || "enum" in schema || "const" in schema;
  const inner = Object.entries(schema).filter(([key]) => !data.has(key) && !/^(?:image|text)\//.test(key));
  return [
    ...(isText && !isBounded ? [at] : []),
    ...inner.flatMap(([key, below]) => unboundedIn(below, `${at}/${key}`)),
  ];
}

for (const audience of audiences)
  test(`texts of openapi/${audience}.json`, () => {
    assert.deepEqual(unboundedIn(describeApi(servedRoutes(), neutralServerUrl, audience)), []);
  });

describe("a text", () => {
  for (const [how, schema, count] of [
    ["without a length is found", { type: "string" }, 1],
    ["that may be null is found", { type: ["string", "null"], pattern: "a" }, 1],
    ["inside is found", { properties: { a: { items: { type: "string", format: "uri" } } } }, 1],
    ["with a length is good", { type: "string", maxLength: 3 }, 0],
    ["of a closed set is good", { type: "string", enum: ["a"] }, 0],
    ["in an example is no schema", { example: { type: "string" } }, 0],
    ["that is no JSON is not looked at", { content: { "text/csv": { schema: { type: "string" } } } }, 0],
  ] as const)
    test(how, () => assert.equal(unboundedIn(schema).length, count));
});
