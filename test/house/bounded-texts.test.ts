/** Every text that a request may hold has a limit, which is checked before any pattern or format. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { Format } from "typebox/format";
import type { TSchema } from "typebox";
import { servedRoutes } from "../../scripts/served-routes.ts";

type Schema = Readonly<Record<string, unknown>>;

const inLists = ["anyOf", "oneOf", "allOf"] as const;

/** Where in the schema a text may stand that is as long as it likes. */
function* unbounded(schema: unknown, path: string): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  const own = schema as Schema;
  const isText = own["type"] === "string" || (Array.isArray(own["type"]) && own["type"].includes("string"));
  const isWord = own["enum"] !== undefined || own["const"] !== undefined;
  if (isText && !isWord && typeof own["maxLength"] !== "number") yield path;
  for (const [name, inner] of Object.entries((own["properties"] ?? {}) as Schema))
    yield* unbounded(inner, `${path}.${name}`);
  if (own["items"] !== undefined) yield* unbounded(own["items"], `${path}[]`);
  for (const keyword of inLists) {
    for (const inner of (own[keyword] ?? []) as readonly unknown[]) yield* unbounded(inner, path);
  }
}

test("every text of every path, query, header and body has a maxLength (rules/http 4.10)", () => {
  const found = servedRoutes().flatMap((route) => {
    const places: readonly (readonly [string, unknown])[] = [
      ...Object.entries(route.params ?? {}).map(([name, schema]) => [`path.${name}`, schema] as const),
      ...Object.entries(route.query ?? {}).map(([name, schema]) => [`query.${name}`, schema] as const),
      ...Object.entries(route.headers ?? {}).map(([name, schema]) => [`header.${name}`, schema] as const),
      ["body", route.body] as const,
    ];
    return places.flatMap(([path, schema]) => [...unbounded(schema, `${route.operationId} ${path}`)]);
  });
  assert.deepEqual(found, []);
});

test("a text without a limit would be found, wherever it stands", () => {
  const schema: TSchema = Type.Object({ a: Type.Array(Type.Union([Type.String(), Type.Null()])) });
  assert.deepEqual([...unbounded(schema, "body")], ["body.a[]"]);
  assert.deepEqual([...unbounded(Type.String({ maxLength: 3 }), "body")], []);
});

test("a text that is too long is refused before its form is looked at", () => {
  let looked = 0;
  Format.Set("house-test", () => ++looked > 0);
  const check = Compile(Type.String({ format: "house-test", maxLength: 3 }));
  assert.equal(check.Check("long text"), false);
  assert.equal(looked, 0);
  assert.equal(check.Check("ok"), true);
  assert.equal(looked, 1);
});
