/** The shared start of the cases of this folder; this file itself compiles. */
import Type from "typebox";
import { idField, textField } from "../../../src/platform/http/reading/fields.ts";
import { defineRoute } from "../../../src/platform/http/route.ts";

export const readOrder = defineRoute({
  method: "GET",
  path: "/v1/orders/{orderId}",
  operationId: "readOrder",
  tag: "Orders",
  summary: "Reads an order",
  access: { kind: "app", scope: "orders:read" },
  params: { orderId: idField("ord") },
  query: { limit: Type.Optional(Type.Integer()) },
  success: { 200: Type.Object({ object: Type.Literal("order"), count: Type.Integer() }) },
  refusals: ["not_found"],
});

export const denyOrder = defineRoute({
  method: "POST",
  path: "/v1/orders/{orderId}/deny",
  operationId: "denyOrder",
  tag: "Orders",
  summary: "Denies an order",
  access: { kind: "app", scope: "orders:write" },
  params: { orderId: idField("ord") },
  body: Type.Object({ reason: textField(500), note: Type.Optional(Type.String()) }),
  success: { 200: Type.Object({ object: Type.Literal("order"), count: Type.Integer() }) },
  refusals: ["not_found", "illegal_transition"],
});

export const openToAll = defineRoute({
  method: "GET",
  path: "/v1/open",
  operationId: "openToAll",
  tag: "Apps",
  summary: "Open to all",
  access: { kind: "public" },
  success: { 200: Type.Object({ ok: Type.Boolean() }) },
  refusals: [],
});
