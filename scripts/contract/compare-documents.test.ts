import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { compareDocuments } from "./compare-documents.ts";
import type { Json } from "./shape.ts";

const path = "/v1/things/{thingId}";
const ok: Json = { description: "Done." };
const plain: Json = { operationId: "changeThing", responses: { 200: ok } };

/** A document of one call. */
const called = (operation: Json, components: Json = {}): Json => ({
  paths: { [path]: { post: operation } },
  components,
});
const bearer = { type: "http", scheme: "bearer" };
const event = (schema: Json): Json => ({
  post: { requestBody: { content: { "application/json": { schema } } }, responses: { 200: ok } },
});
const parameter = (more: Json): Json => ({ name: "limit", in: "query", schema: { type: "integer" }, ...more });
const taken = (body: Json): Json => ({ ...plain, requestBody: body });
const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });

/** What is compared, before, after, and the differences as `! what` for one that breaks and `what` for one that does not. */
type Case = readonly [string, Json, Json, readonly string[]];

const cases: readonly Case[] = [
  ["the same", called(plain), called(plain), []],
  ["words", called({ ...plain, summary: "A" }), called({ ...plain, summary: "B", tags: ["Things"] }), []],
  ["a call more", { paths: {} }, called(plain), ["the call is added"]],
  ["a call less", called(plain), { paths: {} }, ["! the call is removed"]],
  [
    "another method",
    called(plain),
    { paths: { [path]: { put: plain } } },
    ["! the call is removed", "the call is added"],
  ],
  ["another id", called(plain), called({ ...plain, operationId: "setThing" }), ["! the operation id is another"]],
  ["a deprecated call", called(plain), called({ ...plain, deprecated: true }), ["deprecated"]],
  [
    "a day of the end",
    called(plain),
    called({ ...plain, "x-sunset": "2027-01-01" }),
    ["the day of the end is another"],
  ],
  ["a parameter more", called(plain), called({ ...plain, parameters: [parameter({})] }), ["the parameter is added"]],
  [
    "a needed parameter more",
    called(plain),
    called({ ...plain, parameters: [parameter({ required: true })] }),
    ["! a required parameter is added"],
  ],
  [
    "a parameter less",
    called({ ...plain, parameters: [parameter({})] }),
    called(plain),
    ["! the parameter is removed"],
  ],
  [
    "a parameter that is needed now",
    called({ ...plain, parameters: [parameter({})] }),
    called({ ...plain, parameters: [parameter({ required: true })] }),
    ["! the parameter is required now"],
  ],
  [
    "a parameter that is not needed now",
    called({ ...plain, parameters: [parameter({ required: true })] }),
    called({ ...plain, parameters: [parameter({})] }),
    ["the parameter is optional now"],
  ],
  [
    "a parameter in another place",
    called({ ...plain, parameters: [parameter({})] }),
    called({ ...plain, parameters: [parameter({ in: "header" })] }),
    ["! the parameter is removed", "the parameter is added"],
  ],
  [
    "a header in capitals",
    called({ ...plain, parameters: [parameter({ in: "header", name: "Prefer" })] }),
    called({ ...plain, parameters: [parameter({ in: "header", name: "prefer" })] }),
    [],
  ],
  [
    "a parameter that got a name",
    called({ ...plain, parameters: [parameter({})] }),
    called(
      { ...plain, parameters: [{ $ref: "#/components/parameters/Limit" }] },
      { parameters: { Limit: parameter({ schema: { type: "integer", maximum: 9 } }) } },
    ),
    ["! maximum is added"],
  ],
  ["a body", called(plain), called(taken(json({ type: "object" }))), ["a body is taken"]],
  ["a needed body", called(plain), called(taken({ ...json({}), required: true })), ["! a body is taken"]],
  ["no body any more", called(taken(json({}))), called(plain), ["! the body is removed"]],
  [
    "a body that is needed now",
    called(taken(json({}))),
    called(taken({ ...json({}), required: true })),
    ["! the body is required now"],
  ],
  [
    "a body that is not needed now",
    called(taken({ ...json({}), required: true })),
    called(taken(json({}))),
    ["the body is optional now"],
  ],
  [
    "another media type",
    called(taken(json({}))),
    called(taken({ content: { "text/csv": { schema: {} } } })),
    ["! the media type is removed", "the media type is added"],
  ],
  ["an error more", called(plain), called({ ...plain, responses: { 200: ok, 409: ok } }), ["the status is added"]],
  ["an error less", called({ ...plain, responses: { 200: ok, 409: ok } }), called(plain), ["the status is removed"]],
  ["a success more", called(plain), called({ ...plain, responses: { 200: ok, 202: ok } }), ["! the status is added"]],
  ["a success less", called({ ...plain, responses: { 200: ok, 202: ok } }), called(plain), ["! the status is removed"]],
  [
    "a header more",
    called(plain),
    called({ ...plain, responses: { 200: { ...ok, headers: { Sunset: {} } } } }),
    ["the header is sent with more answers"],
  ],
  [
    "a header less",
    called({ ...plain, responses: { 200: { ...ok, headers: { Sunset: {} } } } }),
    called(plain),
    ["! the header is removed"],
  ],
  [
    "a code of an error more and one less",
    called({ ...plain, "x-error-codes": ["a", "b"] }),
    called({ ...plain, "x-error-codes": ["b", "c"] }),
    ["the error code is added", "the error code is removed"],
  ],
  [
    "a scope more",
    called({ ...plain, security: [{ apiKey: ["a"] }] }),
    called({ ...plain, security: [{ apiKey: ["a", "b"] }] }),
    ["! who may call is another"],
  ],
  [
    "a scope less",
    called({ ...plain, security: [{ apiKey: ["a", "b"] }] }),
    called({ ...plain, security: [{ apiKey: ["b"] }] }),
    ["who may call is another"],
  ],
  [
    "a key is needed",
    called({ ...plain, security: [] }),
    called({ ...plain, security: [{ apiKey: [] }] }),
    ["! who may call is another"],
  ],
  [
    "no key is needed",
    called({ ...plain, security: [{ apiKey: [] }] }),
    called({ ...plain, security: [] }),
    ["who may call is another"],
  ],
  [
    "another way in beside",
    called({ ...plain, security: [{ apiKey: ["a"] }] }),
    called({ ...plain, security: [{ token: [] }, { apiKey: ["a"] }] }),
    ["who may call is another"],
  ],
  [
    "another way in instead",
    called({ ...plain, security: [{ apiKey: ["a"] }] }),
    called({ ...plain, security: [{ token: [] }] }),
    ["! who may call is another"],
  ],
  [
    "another kind of key",
    called(plain, { securitySchemes: { apiKey: bearer } }),
    called(plain, { securitySchemes: { apiKey: { ...bearer, scheme: "basic" } } }),
    ["! the scheme is another"],
  ],
  ["an event more", { webhooks: {} }, { webhooks: { "a.b": event({}) } }, ["the event is added"]],
  ["an event less", { webhooks: { "a.b": event({}) } }, { webhooks: {} }, ["! the event is removed"]],
  [
    "a field less in an event",
    { webhooks: { "a.b": event({ type: "object", properties: { id: {} } }) } },
    { webhooks: { "a.b": event({ type: "object", properties: {} }) } },
    ["! the field is removed"],
  ],
];

describe("two descriptions differ by", () => {
  for (const [name, before, after, expected] of cases)
    test(name, () => {
      const found = compareDocuments(before, after).map(({ breaks, what }) => (breaks ? `! ${what}` : what));
      assert.deepEqual(found, expected);
    });
});

test("a component is compared once in each direction, and stands at its name", () => {
  const thing = (field: Json): Json => ({ Thing: { type: "object", properties: { size: field } } });
  const reference = { $ref: "#/components/schemas/Thing" };
  const whole = (field: Json): Json =>
    called(
      { ...taken(json(reference)), responses: { 200: json(reference), 201: json(reference) } },
      { schemas: thing(field) },
    );
  const found = compareDocuments(whole({ type: "string" }), whole({ type: "integer" }));
  assert.deepEqual(
    found.map(({ place, direction }) => `${place} ${direction ?? ""}`),
    ["Thing.size request", "Thing.size answer"],
  );
});

test("a component that holds itself comes to an end", () => {
  const tree = (more: Json): Json =>
    called(
      { ...plain, responses: { 200: json({ $ref: "#/components/schemas/Tree" }) } },
      {
        schemas: {
          Tree: {
            type: "object",
            properties: { below: { type: "array", items: { $ref: "#/components/schemas/Tree" } }, ...more },
          },
        },
      },
    );
  assert.deepEqual(
    compareDocuments(tree({}), tree({ name: {} })).map(({ place }) => place),
    ["Tree.name"],
  );
});

test("no description differs from itself", () => {
  for (const audience of ["partner", "diner", "console", "operator", "channel", "released/partner"]) {
    const text = readFileSync(new URL(`../../openapi/${audience}.json`, import.meta.url), "utf8");
    assert.deepEqual(compareDocuments(JSON.parse(text) as Json, JSON.parse(text) as Json), [], audience);
  }
});
