import { defineRoute } from "../../../src/platform/http/route.ts";

export const route = defineRoute({
  method: "GET",
  path: "/v1/orders",
  operationId: "listOrders",
  tag: "Orders",
  summary: "Lists orders",
  // must not compile: TS2322 orders:admin
  access: { kind: "app", scope: "orders:admin" },
  success: {},
  refusals: [],
});
