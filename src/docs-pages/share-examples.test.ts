import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OpenApiDocument, Operation } from "../platform/http/openapi/openapi-document.ts";
import { shareExamples } from "./share-examples.ts";

const order = (status: string) => ({ object: "order", status });
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const operation = (operationId: string, responses: Operation["responses"]): Operation => ({
  operationId,
  tags: [],
  summary: operationId,
  security: [],
  responses,
});
const answering = (name: string, example: unknown): Operation =>
  operation(`answer${name}`, {
    200: { description: "Done.", content: { "application/json": { schema: refer(name), example } } },
    404: { $ref: "#/components/responses/NotFound" },
  });
const event = (name: string, data: unknown): { readonly post: Operation } => ({
  post: {
    ...operation(name, {}),
    requestBody: {
      required: true,
      content: { "application/json": { schema: refer(name), example: { event_type: name, data } } },
    },
  },
});
const eventSchema = (data: object) => ({ type: "object", properties: { data } });

const document: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "", version: "", summary: "", description: "", license: { name: "", identifier: "" } },
  servers: [],
  tags: [],
  paths: {
    "/orders/{id}/cancel": { post: answering("Order", order("CANCELLED")) },
    "/orders/{id}": { get: answering("Order", order("PENDING")) },
    "/clock": { get: answering("Clock", { now: 1 }) },
  },
  webhooks: {
    "order.paid": event("PaidEvent", { order_id: "1" }),
    "order.ready": event("ReadyEvent", { order_id: "2" }),
    "order.cancelled": event("CancelledEvent", { order_id: "3", reason: "late" }),
    "webhook.test": event("TestEvent", null),
  },
  components: {
    securitySchemes: {},
    parameters: {},
    headers: {},
    responses: {},
    schemas: {
      Order: { type: "object" },
      Clock: { type: "object" },
      OrderNews: { type: "object" },
      CancelledNews: { type: "object" },
      PaidEvent: eventSchema(refer("OrderNews")),
      ReadyEvent: eventSchema(refer("OrderNews")),
      CancelledEvent: eventSchema(refer("CancelledNews")),
      TestEvent: eventSchema({ type: "null" }),
    },
  },
};

describe("the published description says each example once (rules/http 6.16)", () => {
  const shared = shareExamples(document);
  const exampleAt = (path: string, method: string): unknown => {
    const response = shared.paths[path]?.[method]?.responses["200"];
    return response !== undefined && "content" in response
      ? response.content?.["application/json"]?.example
      : "no response";
  };
  const examplesOf = (name: string): unknown => shared.components.schemas[name]?.["examples"];

  test("what several calls answer has it at the component, as the call that reads answers", () => {
    assert.deepEqual(examplesOf("Order"), [order("PENDING")]);
    assert.equal(exampleAt("/orders/{id}/cancel", "post"), undefined);
    assert.equal(exampleAt("/orders/{id}", "get"), undefined);
  });
  test("what one call answers has it at the call", () => {
    assert.equal(examplesOf("Clock"), undefined);
    assert.deepEqual(exampleAt("/clock", "get"), { now: 1 });
  });
  test("what several events carry has it at the component of their data", () => {
    const of = (name: string) => shared.webhooks[name]?.post.requestBody?.content["application/json"]?.example;
    assert.deepEqual(examplesOf("OrderNews"), [{ order_id: "1" }]);
    assert.deepEqual([of("order.paid"), of("order.ready")], [undefined, undefined]);
    assert.deepEqual(of("order.cancelled"), {
      event_type: "CancelledEvent",
      data: { order_id: "3", reason: "late" },
    });
    assert.deepEqual(of("webhook.test"), { event_type: "TestEvent", data: null });
  });
  test("the document that was given stays as it is, and sharing twice changes nothing more", () => {
    assert.equal(document.components.schemas["Order"]?.["examples"], undefined);
    assert.deepEqual(shareExamples(shared), shared);
  });
});
