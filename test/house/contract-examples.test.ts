/** The published descriptions show an example of every body, which fits its schema (rules/http 6.16). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { audiences } from "../../src/docs-pages/audience.ts";
import type { JsonSchema, MediaType, OpenApiDocument } from "../../src/platform/http/openapi/openapi-document.ts";
import { dereference } from "../../src/platform/http/openapi/openapi-document.ts";
import { compileCheck } from "../../src/platform/http/reading/validate.ts";

interface Body {
  readonly name: string;
  readonly media: MediaType;
}

/** The first body that each call answers, and the body of each event. */
function bodiesOf(document: OpenApiDocument): readonly Body[] {
  const answers = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) => {
      const first = Object.values(responses)[0];
      const media = first && dereference(document, first).content?.["application/json"];
      return media === undefined ? [] : [{ name: operationId, media }];
    }),
  );
  const events = Object.entries(document.webhooks).flatMap(([name, { post }]) => {
    const media = post.requestBody?.content["application/json"];
    return media === undefined ? [] : [{ name, media }];
  });
  return [...answers, ...events];
}

/** Whether a reader finds an example: of the body itself, at its component, or at the data of an event. */
function isShown(document: OpenApiDocument, { schema, example }: MediaType): boolean {
  if (example !== undefined) return true;
  const component = dereference<JsonSchema>(document, schema);
  const data = (component["properties"] as Readonly<Record<string, JsonSchema>> | undefined)?.["data"];
  return (
    "examples" in component || (data?.["$ref"] !== undefined && "examples" in dereference<JsonSchema>(document, data))
  );
}

// The pages of the console show no recorded answers.
for (const audience of audiences.filter((each) => each !== "console")) {
  describe(audience, () => {
    const file = new URL(`../../openapi/${audience}.json`, import.meta.url);
    const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
    const { schemas } = document.components;

    test("every body shows an example", () => {
      const bodies = bodiesOf(document);
      assert.ok(bodies.length > 4, `${bodies.length} bodies`);
      assert.deepEqual(
        bodies.filter(({ media }) => !isShown(document, media)).map(({ name }) => name),
        [],
      );
    });

    test("the example of a component fits it", () => {
      for (const [name, schema] of Object.entries(schemas)) {
        const [example, ...others] = (schema["examples"] ?? []) as readonly unknown[];
        if (example === undefined || schema["type"] !== "object") continue;
        assert.deepEqual(others, [], name);
        const check = compileCheck("example", { ...schema, components: { schemas } });
        assert.deepEqual(check(example), [], name);
      }
    });
  });
}
