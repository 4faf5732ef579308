import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type, { type TSchema } from "typebox";
import { atLeastOneOf, exactlyOneOf, idField, nullable, oneOf, textField } from "../reading/fields.ts";
import { openApiDocument, type OpenApiOptions } from "./openapi.ts";
import { dereference, type JsonSchema, type Parameter, type Response } from "./openapi-document.ts";
import { exampleOf } from "./openapi-examples.ts";
import { createSchemaCollector } from "./openapi-schemas.ts";
import { defineRoute } from "../route.ts";
import type { RouteValue } from "../route-value.ts";

const order = Type.Object({ object: Type.Literal("order"), id: idField("ord"), note: nullable(Type.String()) });

const listOrders = defineRoute({
  method: "GET",
  path: "/v1/orders",
  operationId: "listOrders",
  tag: "Orders",
  summary: "List orders",
  access: { kind: "app", scope: "orders:read" },
  query: {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    state: oneOf(["open", "over"], "Which ones."),
  },
  success: { 200: Type.Object({ object: Type.Literal("list"), data: Type.Array(order) }) },
  refusals: [],
  example: { response: { object: "list", data: [] } },
});

const denyOrder = defineRoute({
  method: "POST",
  path: "/v1/orders/{orderId}/deny",
  operationId: "denyOrder",
  tag: "Orders",
  summary: "Deny an order",
  access: { kind: "app", scope: "orders:write" },
  params: { orderId: idField("ord") },
  body: Type.Object({ reason: textField(500) }, { title: "Denial" }),
  bodyOptional: true,
  success: { 200: order, 304: Type.Null() },
  refusals: ["illegal_transition", "order_terminal"],
});

const options: OpenApiOptions = {
  title: "Test",
  summary: "Test",
  description: "Test",
  version: "0.0.1",
  serverUrl: "http://127.0.0.1:8080",
  serverDescription: "The key selects the environment: test or live.",
  tags: [
    { name: "Unused", description: "Unused" },
    { name: "Orders", description: "Orders" },
  ],
  webhooks: [],
};

const write = (routes: readonly RouteValue[]) => openApiDocument(routes, options);

describe("the OpenAPI document", () => {
  const document = write([listOrders, denyOrder]);
  const list = document.paths["/v1/orders"]?.["get"];
  const deny = document.paths["/v1/orders/{orderId}/deny"]?.["post"];

  test("is the same document every time", () => {
    assert.equal(JSON.stringify(write([listOrders, denyOrder])), JSON.stringify(document));
  });

  test("names tags in their order and leaves out those without a route", () => {
    assert.deepEqual(
      document.tags.map((tag) => tag.name),
      ["Orders"],
    );
  });

  test("says which scope a call needs", () => {
    assert.deepEqual(list?.security, [{ apiKey: ["orders:read"] }]);
  });

  test("has query parameters with examples, required unless optional", () => {
    const parameters = (list?.parameters ?? []) as readonly Parameter[];
    assert.deepEqual(
      parameters.map(({ name, required, example }) => ({ name, required, example })),
      [
        { name: "limit", required: undefined, example: 1 },
        { name: "state", required: true, example: "open" },
      ],
    );
    assert.equal(parameters[1]?.description, "Which ones.");
  });

  test("offers the Idempotency-Key on writes only", () => {
    const named = (operation: typeof list) =>
      (operation?.parameters ?? []).map((parameter) => dereference(document, parameter).name);
    assert.ok(named(deny).includes("Idempotency-Key"));
    assert.ok(!named(list).includes("Idempotency-Key"));
  });

  test("narrows ids to the kind that works, and keeps the kind as an extension", () => {
    const [id] = (deny?.parameters ?? []).map((parameter) => dereference(document, parameter));
    assert.equal(id?.schema["$ref"], "#/components/schemas/OrderId");
    const { OrderId } = document.components.schemas;
    assert.equal(OrderId?.["pattern"], "^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$");
    assert.equal(OrderId["x-id-prefix"], "ord");
    assert.match(String(id?.example), /^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  });

  test("makes components of titled schemas, of resources and of every body", () => {
    assert.deepEqual(Object.keys(document.components.schemas), ["Denial", "Order", "OrderId", "OrderList", "Error"]);
    assert.equal(deny?.requestBody?.content["application/json"]?.schema["$ref"], "#/components/schemas/Denial");
    assert.equal(deny?.requestBody?.required, false);
    const listed = list?.responses["200"] as Response;
    assert.deepEqual(listed.content?.["application/json"]?.schema, { $ref: "#/components/schemas/OrderList" });
  });

  test("writes errors once for each status, and names the codes at the operation", () => {
    assert.ok(deny?.["x-error-codes"]?.includes("order_terminal"));
    assert.ok(!list?.["x-error-codes"]?.includes("order_terminal"));
    assert.deepEqual(
      Object.keys(deny?.responses ?? {}),
      "200 304 400 401 403 404 406 409 413 415 429 500 503".split(" "),
    );
    assert.deepEqual(list?.responses["401"], { $ref: "#/components/responses/Unauthorized" });
    const error = document.components.schemas["Error"] as { readonly properties: Record<string, JsonSchema> };
    const known = error.properties["code"]?.["x-extensible-enum"] as readonly string[];
    assert.ok(known.includes("order_terminal") && !known.includes("basket_refused"));
  });

  test("gives 304 no body, and the example to the first success", () => {
    const unchanged = deny?.responses["304"] as Response | undefined;
    assert.ok(unchanged !== undefined && unchanged.content === undefined);
    const listed = list?.responses["200"] as Response | undefined;
    assert.deepEqual(listed?.content?.["application/json"]?.example, { object: "list", data: [] });
  });

  test("refuses repeated operation ids and tags without a description", () => {
    assert.throws(() => write([listOrders, listOrders]), /two routes have the operation id listOrders/);
    assert.throws(() => write([{ ...listOrders, tag: "Elsewhere" }]), /the tag Elsewhere/);
  });
});

describe("unions", () => {
  const written = (schema: TSchema) => createSchemaCollector().toSchema(schema);
  const text = { type: "string", maxLength: 5 };

  test("a value or null has two types; a word or null stays one word", () => {
    assert.deepEqual(written(nullable(Type.String({ maxLength: 5 }))), { ...text, type: ["string", "null"] });
    assert.deepEqual(written(nullable(oneOf(["open", "over"]))), {
      type: ["string", "null"],
      enum: ["open", "over", null],
    });
    assert.deepEqual(written(nullable(Type.Literal("x"))), { type: ["string", "null"], enum: ["x", null] });
  });

  test("a reference or null is the only use of anyOf", () => {
    assert.deepEqual(written(nullable(order)), { anyOf: [{ $ref: "#/components/schemas/Order" }, { type: "null" }] });
  });

  test("words are one enum, and objects with a word each have a discriminator", () => {
    assert.deepEqual(written(Type.Union([Type.Literal(5), Type.Literal(10)])), { type: "number", enum: [5, 10] });
    const circle = Type.Object({ type: Type.Literal("Circle") }, { title: "Circle" });
    const point = Type.Object({ type: Type.Literal("Point") }, { title: "Point" });
    const references = { Circle: "#/components/schemas/Circle", Point: "#/components/schemas/Point" };
    assert.deepEqual(written(Type.Union([circle, point])), {
      oneOf: [{ $ref: references.Circle }, { $ref: references.Point }],
      discriminator: { propertyName: "type", mapping: references },
    });
  });

  test("a rule between fields is oneOf, or anyOf where more than one may be there", () => {
    const fields = { a: Type.Optional(Type.String()), b: Type.Optional(Type.String()) };
    const names = [{ required: ["a"] }, { required: ["b"] }];
    assert.deepEqual(written(Type.Object(fields, exactlyOneOf("a", "b")))["oneOf"], names);
    assert.deepEqual(written(Type.Object(fields, atLeastOneOf("a", "b")))["anyOf"], names);
  });
});

describe("schemas as components", () => {
  test("two different schemas under one title are a mistake", () => {
    const collector = createSchemaCollector();
    collector.toSchema(Type.Object({ a: Type.String() }, { title: "Thing" }));
    collector.toSchema(Type.Object({ a: Type.String() }, { title: "Thing" }));
    assert.throws(() => collector.toSchema(Type.Object({ b: Type.String() }, { title: "Thing" })), /title Thing/);
  });

  test("a second shape of a resource is written in place", () => {
    const collector = createSchemaCollector();
    const other = Type.Object({ object: Type.Literal("order"), total: Type.Integer() });
    assert.deepEqual(collector.toSchema(order), { $ref: "#/components/schemas/Order" });
    assert.equal(collector.toSchema(other)["type"], "object");
    assert.deepEqual(collector.toSchema(order), { $ref: "#/components/schemas/Order" });
  });

  test("recursive schemas refer to themselves", () => {
    const tree = Type.Cyclic({ Tree: Type.Object({ branches: Type.Array(Type.Ref("Tree")) }) }, "Tree");
    const collector = createSchemaCollector();
    assert.deepEqual(collector.toSchema(tree), { $ref: "#/components/schemas/Tree" });
    assert.deepEqual(collector.components()["Tree"]?.["properties"], {
      branches: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    });
  });

  test("an example of a shape within itself has an end", () => {
    const node = { type: "object", required: ["name", "branches"], properties: {} as Record<string, unknown> };
    node.properties = { name: { type: "string" }, branches: { type: "array", items: { $ref: "node" } } };
    const resolve = (schema: JsonSchema): JsonSchema => ("$ref" in schema ? node : schema);
    assert.deepEqual(exampleOf({ $ref: "node" }, resolve), { name: "example", branches: [] });
  });

  test("a property called title, and examples that look like schemas, are left alone", () => {
    const schema = Type.Object({ title: Type.String() }, { examples: [{ title: "Thing", $id: "x" }] });
    const written = createSchemaCollector().toSchema(schema);
    assert.deepEqual(written["examples"], [{ title: "Thing", $id: "x" }]);
    assert.deepEqual(written["properties"], { title: { type: "string" } });
  });
});
