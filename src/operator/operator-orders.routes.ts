/** Orders for the operator, and the decisions on those that no app decides (rules/ordering 1.9). */
import Type from "typebox";
import type { Id } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import {
  acceptBody,
  cancelBody,
  decisionSchema,
  denyBody,
  emptyBody,
  orderSchema,
} from "../orders/api/orders.schemas.ts";
import { decideOrderByHand } from "../orders/decide/decide-by-hand.command.ts";
import type { Decision } from "../orders/decide/decide-order.ts";
import { getOperatedOrder, listOperatedOrders } from "../orders/order/operated-orders.query.ts";
import { orderToWire } from "../orders/order/order-wire.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy } from "../platform/http/reading/paging.ts";
import { declaredBy } from "../platform/http/refusals/declared-refusal.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import type { RouteValue } from "../platform/http/route-value.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { operatorAccess, operatorOf, operatorParams, operatorPath, type OperatorCall } from "./operator-call.ts";

const orderPages = pagesBy("ord", 100);
const operated = { tag: "Operator", access: operatorAccess } as const;
const ofOrder = { ...operated, params: { ...operatorParams, orderId: idField("ord") } } as const;
const closed = { additionalProperties: false } as const;
const nothing = Type.Object(emptyBody.properties, closed);
const decides = {
  ...ofOrder,
  method: "POST",
  success: { 200: decisionSchema },
  description:
    "For the store, while no app is connected to the location: with an app it is 409 `app_decides`. The same rules as the partner's call; events and history name the store. A repeat is answered the same and changes nothing.",
} as const;
const refusals = ["not_found", "illegal_transition", "app_decides"] as const;

const list = defineRoute({
  ...operated,
  method: "GET",
  path: operatorPath("/locations/{locationId}/orders"),
  operationId: "operatorListOrders",
  mayBeOld: true,
  summary: "List the orders of a location, newest first",
  params: { ...operatorParams, locationId: idField("str") },
  query: orderPages.query,
  success: { 200: pageOf(orderSchema) },
  refusals: ["not_found", "invalid_request"],
});

const get = defineRoute({
  ...ofOrder,
  method: "GET",
  path: operatorPath("/orders/{orderId}"),
  operationId: "operatorGetOrder",
  summary: "Read an order",
  success: { 200: orderSchema },
  refusals: ["not_found"],
});

const accept = defineRoute({
  ...decides,
  path: operatorPath("/orders/{orderId}/accept"),
  operationId: "operatorAcceptOrder",
  summary: "Accept an order for the store",
  body: Type.Object(acceptBody.properties, closed),
  bodyOptional: true,
  refusals: [...refusals, "order_not_ready", "invalid_request"],
});

const deny = defineRoute({
  ...decides,
  path: operatorPath("/orders/{orderId}/deny"),
  operationId: "operatorDenyOrder",
  summary: "Deny an order for the store",
  body: Type.Object(denyBody.properties, closed),
  refusals,
});

const ready = defineRoute({
  ...decides,
  path: operatorPath("/orders/{orderId}/ready"),
  operationId: "operatorReadyOrder",
  summary: "Report that an order is ready",
  body: nothing,
  bodyOptional: true,
  refusals,
});

const outForDelivery = defineRoute({
  ...decides,
  path: operatorPath("/orders/{orderId}/out_for_delivery"),
  operationId: "operatorSendOrderOut",
  summary: "Report that an order is on its way",
  body: nothing,
  bodyOptional: true,
  refusals: [...refusals, "order_not_ready"],
});

const complete = defineRoute({
  ...decides,
  path: operatorPath("/orders/{orderId}/complete"),
  operationId: "operatorCompleteOrder",
  summary: "Report that an order is fulfilled",
  body: nothing,
  bodyOptional: true,
  refusals,
});

const cancel = defineRoute({
  ...decides,
  path: operatorPath("/orders/{orderId}/cancel"),
  operationId: "operatorCancelOrder",
  summary: "Cancel an order for the store",
  body: Type.Object(cancelBody.properties, closed),
  refusals,
});

export interface OperatorOrderDeps {
  /** What diners reach the service by. */
  readonly baseUrl: () => string;
}

/** The operator's routes about orders. */
export function operatorOrderRoutes({ baseUrl }: OperatorOrderDeps): BoundRoute[] {
  return [
    bindRead(list, async ({ params, query, livemode }, db) => {
      const page = orderPages.read(query);
      if (isRefusal(page)) return page;
      const orders = await listOperatedOrders(db, params.locationId, page);
      if (isRefusal(orders)) return orders;
      const data = orders.map((order) => orderToWire(order, { livemode, baseUrl: baseUrl() }));
      return reply(200, pageAnswer(page, orders, data));
    }),
    bindRead(get, async ({ params, livemode }, db) => {
      const order = await getOperatedOrder(db, params.orderId);
      return isRefusal(order) ? order : reply(200, orderToWire(order, { livemode, baseUrl: baseUrl() }));
    }),
    bindWrite(accept, (call, tx) => {
      const at = call.body?.estimated_ready_at;
      return decide(accept, tx, call, {
        kind: "accept",
        posTicketId: call.body?.pos_ticket_id ?? null,
        estimatedReadyAt: at === undefined ? null : at * 1000,
      });
    }),
    bindWrite(deny, (call, tx) => {
      const { reason, out_of_stock: outOfStock = [] } = call.body;
      return decide(deny, tx, call, { kind: "deny", reason, outOfStock });
    }),
    bindWrite(ready, (call, tx) => decide(ready, tx, call, { kind: "ready" })),
    bindWrite(outForDelivery, (call, tx) =>
      decide(outForDelivery, tx, call, { kind: "status", status: "IN_DELIVERY" }),
    ),
    bindWrite(complete, (call, tx) => decide(complete, tx, call, { kind: "complete" })),
    bindWrite(cancel, (call, tx) => decide(cancel, tx, call, { kind: "cancel", reason: call.body.reason })),
  ];
}

interface DecisionCall extends OperatorCall {
  readonly params: { readonly orderId: Id<"ord"> };
}

async function decide<R extends RouteValue>(route: R, tx: Tx, call: DecisionCall, decision: Decision) {
  const { orderId } = call.params;
  const decided = await decideOrderByHand(tx, orderId, decision, operatorOf(call));
  if (isRefusal(decided)) return declaredBy(route, decided);
  const body = { object: "order_decision", order_id: orderId, decision: decision.kind, status: "received" } as const;
  return reply(200, body);
}
