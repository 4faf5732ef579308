/** The names and bounds in the descriptions (rules/http 6.13). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { audiences } from "../../src/docs-pages/audience.ts";
import { describeApi, neutralServerUrl } from "../../src/docs-pages/api-description.ts";
import { shareExamples } from "../../src/docs-pages/share-examples.ts";
import { servedRoutes } from "../../scripts/served-routes.ts";

type Json = Readonly<Record<string, unknown>>;

const routes = servedRoutes();
const largest = { partner: 450_000, diner: 150_000, operator: 250_000, channel: 50_000, console: 500_000 };

for (const audience of audiences) {
  describe(audience, () => {
    const document = shareExamples(describeApi(routes, neutralServerUrl, audience));
    const schemas = document.components.schemas as Readonly<Record<string, Json>>;

    test("is small enough to read", () => {
      const bytes = Buffer.byteLength(JSON.stringify(document));
      assert.ok(bytes <= largest[audience], `${bytes} bytes`);
    });

    test("every component is used", () => {
      const text = JSON.stringify(document);
      const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
      assert.deepEqual(unused, []);
    });

    test("an object that stands twice has a name (rules/http 6.13)", () => {
      const seen = new Map<string, string>();
      const twice: string[] = [];
      for (const { schema, at } of inlineObjects(document)) {
        const shape = JSON.stringify(withoutWords(schema));
        const before = seen.get(shape);
        if (before !== undefined) twice.push(`${at} is as ${before}`);
        seen.set(shape, at);
      }
      assert.deepEqual(twice, []);
    });

    test("no two names are equal in a generator's spelling, nor equal to one that it makes of a field", () => {
      const spelled = Map.groupBy(Object.keys(schemas), pascal);
      assert.deepEqual(
        [...spelled.values()].filter((names) => names.length > 1),
        [],
      );
      const made = Object.entries(schemas).flatMap(([name, schema]) =>
        Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Json>>)
          .filter(([, field]) => !("$ref" in field))
          .map(([field]) => pascal(`${name}_${field}`)),
      );
      assert.deepEqual(
        made.filter((name) => spelled.has(name)),
        [],
      );
    });

    test("anyOf says only that a reference may be null, and which fields must be there", () => {
      const others = nodesOf(document).filter(({ schema }) => {
        const members = schema["anyOf"];
        if (!Array.isArray(members) || "properties" in schema) return false;
        return !(members.length === 2 && members.some((member) => (member as Json)["type"] === "null"));
      });
      assert.deepEqual(
        others.map(({ at }) => at),
        [],
      );
    });
  });
}

interface Node {
  readonly schema: Json;
  readonly at: string;
}

/** Every object of the document that is not an example or a value. */
function nodesOf(value: unknown, at = ""): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap((inner: unknown, index) => nodesOf(inner, `${at}/${index}`));
  if (typeof value !== "object" || value === null) return [];
  const schema = value as Json;
  const inner = Object.entries(schema).filter(([key]) => !data.has(key));
  return [{ schema, at }, ...inner.flatMap(([key, below]) => nodesOf(below, `${at}/${key}`))];
}

const data = new Set(["example", "examples", "default", "enum", "const"]);

/** Objects with fields that are no components themselves. */
function inlineObjects(document: object): readonly Node[] {
  return nodesOf(document).filter(
    ({ schema, at }) =>
      [schema["type"]].flat().includes("object") &&
      Object.keys((schema["properties"] ?? {}) as Json).length > 0 &&
      !/^\/components\/schemas\/\w+$/.test(at),
  );
}

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !["description", "example", "examples"].includes(key));
  const schema = Object.fromEntries(kept.map(([key, inner]) => [key, withoutWords(inner)]));
  return Array.isArray(schema["type"]) ? { ...schema, type: schema["type"][0] as unknown } : schema;
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
