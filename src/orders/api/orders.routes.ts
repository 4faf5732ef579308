/** The routes of orders. */
import Type from "typebox";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { idField, isoInstant, textField, unixSeconds } from "../../platform/http/reading/fields.ts";
import type { SealedCursors } from "../../kernel/sealed-cursors.ts";
import { declaredBy } from "../../platform/http/refusals/declared-refusal.ts";
import { reply, replyText } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { amendOrder } from "../change/amend-order.command.ts";
import { answerValidation } from "../decide/answer-validation.command.ts";
import { decideOrderOfApp } from "../decide/decide-order.command.ts";
import type { Decision } from "../decide/decide-order.ts";
import { getOrder } from "../order/get-order.query.ts";
import { listOrders } from "../order/list-orders.query.ts";
import { orderToWire, type WireContext } from "../order/order-wire.ts";
import { createOrderTexts } from "./order-texts.cache.ts";
import { readListQuery } from "./read-list-query.ts";
import * as schemas from "./orders.schemas.ts";
import { resendOrder } from "../decide/resend-order.command.ts";

const orders = { tag: "Orders", params: { orderId: idField("ord") } } as const;
const read = { kind: "app", scope: "orders:read" } as const;
const write = { kind: "app", scope: "orders:write" } as const;
const decisionRefusals = ["not_found", "illegal_transition"] as const;

const listRoute = defineRoute({
  method: "GET",
  path: "/v1/orders",
  operationId: "listOrders",
  tag: "Orders",
  summary: "List orders",
  description:
    "Orders of all locations to which the app holds the connection, newest first. With `since` (an exclusive checkpoint) by placing, oldest first; with `updated_since` by their last change, oldest change first. Both miss nothing, also while orders are written: repeat with `starting_after` set to `next_cursor` while `has_more` is true; when you move the checkpoint ahead, overlap by a few seconds and deduplicate by id and sequence.",
  access: read,
  query: {
    since: Type.Optional(unixSeconds("Only orders created after this.")),
    updated_since: Type.Optional(
      isoInstant("Only orders changed at this instant or later, in real time; not together with `since`."),
    ),
    status: Type.Optional(
      textField(200, { description: "Only orders of these statuses, with commas between: PENDING,ACCEPTED." }),
    ),
    actionable: Type.Optional(
      Type.Boolean({ description: "true: only orders that are handed over and wait for a decision." }),
    ),
    starting_after: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: "The next_cursor of the page before; without `updated_since` that is the id of its last order.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 100." })),
  },
  success: { 200: schemas.orderListSchema },
  refusals: ["invalid_request", "invalid_window", "invalid_cursor"],
});

const getRoute = defineRoute({
  ...orders,
  method: "GET",
  path: "/v1/orders/{orderId}",
  operationId: "getOrder",
  callClass: 2,
  summary: "Get an order",
  access: read,
  success: { 200: schemas.orderSchema },
  refusals: ["not_found"],
});

const amendRoute = defineRoute({
  ...orders,
  method: "PATCH",
  path: "/v1/orders/{orderId}",
  operationId: "updateOrder",
  summary: "Change the ticket or the ready time of an accepted order",
  description:
    "While the order is ACCEPTED or AUTO_ACCEPTED; the ticket alone also later, until the order ends without food. The same values again change nothing.",
  access: write,
  body: schemas.amendBody,
  success: { 200: schemas.orderSchema },
  refusals: [...decisionRefusals, "change_required", "invalid_request"],
});

const acceptRoute = defineRoute({
  ...orders,
  method: "POST",
  path: "/v1/orders/{orderId}/accept",
  operationId: "acceptOrder",
  summary: "Accept an order",
  description: "Within six minutes of its order.notification. A repeat is answered the same and changes nothing.",
  access: write,
  body: schemas.acceptBody,
  bodyOptional: true,
  success: { 200: schemas.decisionSchema },
  refusals: [...decisionRefusals, "order_not_ready", "invalid_request"],
});

const denyRoute = defineRoute({
  ...orders,
  method: "POST",
  path: "/v1/orders/{orderId}/deny",
  operationId: "denyOrder",
  summary: "Deny an order",
  description:
    "The payment is reversed. What `out_of_stock` names of this order becomes out_of_stock in the stock status.",
  access: write,
  body: schemas.denyBody,
  success: { 200: schemas.decisionSchema },
  refusals: decisionRefusals,
});

const readyRoute = defineRoute({
  ...orders,
  method: "POST",
  path: "/v1/orders/{orderId}/ready",
  operationId: "markOrderReady",
  summary: "Report an order ready",
  access: write,
  body: schemas.emptyBody,
  bodyOptional: true,
  success: { 200: schemas.decisionSchema },
  refusals: decisionRefusals,
});

const completeRoute = defineRoute({
  ...orders,
  method: "POST",
  path: "/v1/orders/{orderId}/complete",
  operationId: "completeOrder",
  summary: "Complete an order",
  access: write,
  body: schemas.emptyBody,
  bodyOptional: true,
  success: { 200: schemas.decisionSchema },
  refusals: decisionRefusals,
});

const cancelRoute = defineRoute({
  ...orders,
  method: "POST",
  path: "/v1/orders/{orderId}/cancel",
  operationId: "cancelOrder",
  summary: "Cancel an accepted order for the store",
  description: "The payment is refunded. A PENDING order is denied instead.",
  access: write,
  body: schemas.cancelBody,
  success: { 200: schemas.decisionSchema },
  refusals: decisionRefusals,
});

const statusRoute = defineRoute({
  ...orders,
  method: "POST",
  path: "/v1/orders/{orderId}/status",
  operationId: "setOrderStatus",
  callClass: 1,
  summary: "Move an order to a status",
  description:
    "One call for partners that keep statuses. A status the order has already passed is answered without effect.",
  access: write,
  body: schemas.statusBody,
  success: { 200: schemas.decisionSchema },
  refusals: [...decisionRefusals, "order_not_ready"],
});

const validationRoute = defineRoute({
  ...orders,
  method: "POST",
  path: "/v1/orders/{orderId}/validation_result",
  operationId: "answerOrderValidation",
  callClass: 1,
  summary: "Answer a validation request",
  description:
    "Within 30 seconds of order.validation_requested. An invalid order is rejected and the diner sees the issues.",
  access: write,
  body: schemas.validationBody,
  success: { 200: schemas.validationSchema },
  refusals: ["not_found", "validation_expired"],
});

const resendRoute = defineRoute({
  ...orders,
  method: "POST",
  path: "/v1/orders/{orderId}/resend",
  operationId: "resendOrder",
  callClass: 4,
  summary: "Send the notification of a live order again",
  description: "A fresh event with the same idempotency_key; the order does not change.",
  access: { kind: "app", scope: "webhooks:write" },
  body: schemas.emptyBody,
  bodyOptional: true,
  success: { 200: schemas.resendSchema },
  refusals: ["not_found", "order_terminal", "order_not_ready"],
});

export interface OrderRouteDeps {
  /** What diners reach the service by. */
  readonly baseUrl: () => string;
  readonly cursors: SealedCursors;
}

/** The routes of orders, bound. */
export function orderRoutes(deps: OrderRouteDeps): BoundRoute[] {
  const context = ({ livemode }: { readonly livemode: boolean }): WireContext => ({
    livemode,
    baseUrl: deps.baseUrl(),
  });
  return [
    bindRead(listRoute, async (call, db) => {
      const request = readListQuery(call.query);
      if (isRefusal(request)) return request;
      const page = await listOrders(db, deps.cursors, { app: call.app.id, ...request });
      if (isRefusal(page)) return page;
      const [texts, wire] = [db.memories.of(createOrderTexts), context(call)];
      const data = page.orders.map((order) => texts.write(order, wire)).join();
      const end = JSON.stringify({ has_more: page.nextCursor !== null, next_cursor: page.nextCursor });
      return replyText(200, `{"object":"list","data":[${data}],${end.slice(1)}`);
    }),
    bindRead(getRoute, async (call, db) => {
      const order = await getOrder(db, call.params.orderId, call.app.id);
      return isRefusal(order) ? order : reply(200, orderToWire(order, context(call)));
    }),
    bindWrite(amendRoute, async (call, tx) => {
      const { pos_ticket_id: posTicketId, estimated_ready_at: at } = call.body;
      const amendment = { posTicketId, estimatedReadyAt: at === undefined ? undefined : at * 1000 };
      const order = await amendOrder(tx, call.params.orderId, call.app.id, amendment);
      return isRefusal(order) ? order : reply(200, orderToWire(order, context(call)));
    }),
    bindWrite(acceptRoute, (call, tx) => {
      const at = call.body?.estimated_ready_at;
      return decide(acceptRoute, tx, call, {
        kind: "accept",
        posTicketId: call.body?.pos_ticket_id ?? null,
        estimatedReadyAt: at === undefined ? null : at * 1000,
      });
    }),
    bindWrite(denyRoute, (call, tx) => {
      const { reason, out_of_stock: outOfStock = [] } = call.body;
      return decide(denyRoute, tx, call, { kind: "deny", reason, outOfStock });
    }),
    bindWrite(readyRoute, (call, tx) => decide(readyRoute, tx, call, { kind: "ready" })),
    bindWrite(completeRoute, (call, tx) => decide(completeRoute, tx, call, { kind: "complete" })),
    bindWrite(cancelRoute, (call, tx) => decide(cancelRoute, tx, call, { kind: "cancel", reason: call.body.reason })),
    bindWrite(statusRoute, (call, tx) => decide(statusRoute, tx, call, { kind: "status", status: call.body.status })),
    bindWrite(validationRoute, async (call, tx) => {
      const { validation_id, valid, issues = [] } = call.body;
      const answer = await answerValidation(tx, call.params.orderId, call.app.id, {
        validationId: validation_id,
        valid,
        issues,
      });
      if (isRefusal(answer)) return answer;
      return reply(200, {
        object: "order_validation",
        order_id: call.params.orderId,
        validation_id,
        status: answer.status,
      });
    }),
    bindWrite(resendRoute, async (call, tx) => {
      const sent = await resendOrder(tx, call.params.orderId, call.app.id);
      if (isRefusal(sent)) return sent;
      return reply(200, { object: "order_resend", order_id: call.params.orderId, event_id: sent.eventId });
    }),
  ];
}

interface DecisionCall {
  readonly params: { readonly orderId: Id<"ord"> };
  readonly app: { readonly id: Id<"app"> };
}

/** Applies a decision of the caller and answers that it was received. */
async function decide<R extends RouteValue>(route: R, tx: Tx, call: DecisionCall, decision: Decision) {
  const { orderId } = call.params;
  const decided = await decideOrderOfApp(tx, orderId, call.app.id, decision);
  if (isRefusal(decided)) return declaredBy(route, decided);
  return reply(200, {
    object: "order_decision" as const,
    order_id: orderId,
    decision: decision.kind,
    status: "received" as const,
  });
}
