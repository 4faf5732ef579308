/** The decisions of staff at the board (rules/ordering 16, rules/board 2). The partner's commands, codes and answers. */
import { toUnixSeconds } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { decisionSchema } from "../../orders/api/orders.schemas.ts";
import { itemChangeSchema } from "../../orders/api/item-changes.schemas.ts";
import { changeReadyTime } from "../../orders/staff/change-ready-time.command.ts";
import { reportUnavailable } from "../../orders/change/report-unavailable.command.ts";
import { decideOrderByStaff, type StaffDecision } from "../../orders/staff/decide-by-staff.command.ts";
import { itemChangeToWire } from "../../orders/order/order-wire.ts";
import type { ReadyTime } from "../../orders/staff/ready-time.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { declaredBy } from "../../platform/http/refusals/declared-refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { boardRoles } from "./board-access.ts";
import * as schemas from "./board-calls.schemas.ts";
import { findOrderFor } from "./read-board.query.ts";

const onOrder = {
  method: "POST",
  tag: "Board",
  callClass: 1,
  params: { orderId: idField("ord") },
  access: { kind: "console", needs: "actor", roles: boardRoles },
} as const;
const found = ["not_found", "role_required"] as const;
const moving = { ...onOrder, success: { 200: decisionSchema }, refusals: [...found, "illegal_transition"] } as const;
const deciding = { ...moving, refusals: [...moving.refusals, "order_not_ready", "app_decides_first"] } as const;

const acceptRoute = defineRoute({
  ...deciding,
  path: "/console/v1/orders/{orderId}/accept",
  operationId: "consoleAcceptOrder",
  summary: "Accept an order",
  description:
    "Says when the order will be ready: in so many minutes, or at a time. The order of an app can be accepted from second 240 after its hand-over. A repeat is answered the same and changes nothing.",
  body: schemas.acceptBody,
  refusals: [...deciding.refusals, "invalid_request"],
});

const denyRoute = defineRoute({
  ...deciding,
  path: "/console/v1/orders/{orderId}/deny",
  operationId: "consoleDenyOrder",
  summary: "Deny an order",
  description: "The payment goes back. What `out_of_stock` names of this order becomes out_of_stock.",
  body: schemas.staffDenyBody,
});

const readyRoute = defineRoute({
  ...moving,
  path: "/console/v1/orders/{orderId}/ready",
  operationId: "consoleReadyOrder",
  summary: "Say that an order is ready",
  bodyEmpty: true,
});

const outRoute = defineRoute({
  ...moving,
  path: "/console/v1/orders/{orderId}/out_for_delivery",
  operationId: "consoleSendOrderOut",
  summary: "Say that an order is on its way",
  bodyEmpty: true,
});

const completeRoute = defineRoute({
  ...moving,
  path: "/console/v1/orders/{orderId}/complete",
  operationId: "consoleCompleteOrder",
  summary: "Say that an order was handed out",
  bodyEmpty: true,
});

const cancelRoute = defineRoute({
  ...deciding,
  path: "/console/v1/orders/{orderId}/cancel",
  operationId: "consoleCancelOrder",
  summary: "Cancel an order",
  description:
    "The payment goes back. Staff cancel what they may decide, and what was accepted; a manager any order that is not over.",
  body: schemas.staffCancelBody,
});

const readyTimeRoute = defineRoute({
  ...onOrder,
  path: "/console/v1/orders/{orderId}/ready_time",
  operationId: "consoleChangeReadyTime",
  summary: "Say anew when an accepted order will be ready",
  body: schemas.readyTimeBody,
  success: { 200: schemas.readyTimeAnswer },
  refusals: [...found, "illegal_transition", "invalid_request"],
});

const unavailableRoute = defineRoute({
  ...onOrder,
  path: "/console/v1/orders/{orderId}/unavailable_items",
  operationId: "consoleReportUnavailableItems",
  summary: "Report items of an accepted order as unavailable",
  description:
    "The diner is offered the order without them, or its cancellation, and has five minutes; without an answer they are removed.",
  body: schemas.staffUnavailableBody,
  success: { 200: itemChangeSchema },
  refusals: [...found, "illegal_transition", "invalid_request", "nothing_left"],
});

/** The routes of what staff decide. */
export function boardDecisionRoutes(): BoundRoute[] {
  return [
    bindWrite(acceptRoute, async (call, tx) => {
      const ready = readReady(call.body);
      if (isRefusal(ready)) return ready;
      return decide(acceptRoute, tx, call, { kind: "accept", posTicketId: call.body.pos_ticket_id ?? null, ready });
    }),
    bindWrite(denyRoute, (call, tx) => {
      const { reason, out_of_stock: outOfStock = [] } = call.body;
      return decide(denyRoute, tx, call, { kind: "deny", reason, outOfStock });
    }),
    bindWrite(readyRoute, (call, tx) => decide(readyRoute, tx, call, { kind: "ready" })),
    bindWrite(outRoute, (call, tx) => decide(outRoute, tx, call, { kind: "out_for_delivery" })),
    bindWrite(completeRoute, (call, tx) => decide(completeRoute, tx, call, { kind: "complete" })),
    bindWrite(cancelRoute, (call, tx) => decide(cancelRoute, tx, call, { kind: "cancel", reason: call.body.reason })),
    bindWrite(readyTimeRoute, async (call, tx) => {
      const { orderId } = call.params;
      const ready = readReady(call.body);
      if (isRefusal(ready)) return ready;
      const party = await findOrderFor(tx, call.console, orderId);
      if (isRefusal(party)) return party;
      const at = await changeReadyTime(tx, orderId, ready, party.acting.actor);
      if (isRefusal(at)) return at;
      const estimated_ready_at = toUnixSeconds(at);
      return reply(200, { object: "order_ready_time", order_id: orderId, estimated_ready_at } as const);
    }),
    bindWrite(unavailableRoute, async (call, tx) => {
      const { orderId } = call.params;
      const party = await findOrderFor(tx, call.console, orderId);
      if (isRefusal(party)) return party;
      const { line_items: lines, reason = null, out_of_stock: outOfStock = [] } = call.body;
      const reporter = { app: null, actor: "store", by: party.acting.actor } as const;
      const taken = await reportUnavailable(tx, orderId, reporter, { lines, reason, outOfStock });
      return isRefusal(taken) ? taken : reply(200, itemChangeToWire(taken.change, taken.order));
    }),
  ];
}

interface DecisionCall {
  readonly console: ConsoleCaller;
  readonly params: { readonly orderId: Id<"ord"> };
}

/** Applies a decision of the caller and answers that it was received. */
async function decide<R extends RouteValue>(
  route: R,
  tx: Tx,
  { console: caller, params: { orderId } }: DecisionCall,
  decision: StaffDecision,
) {
  const party = await findOrderFor(tx, caller, orderId);
  if (isRefusal(party)) return party;
  const { actor: by, role } = party.acting;
  const decided = await decideOrderByStaff(tx, orderId, decision, { by, mayAlwaysCancel: role === "manager" });
  if (isRefusal(decided)) return declaredBy(route, decided);
  const kind = decision.kind === "out_for_delivery" ? "status" : decision.kind;
  return reply(200, { object: "order_decision", order_id: orderId, decision: kind, status: "received" } as const);
}

function readReady(body: {
  readonly minutes?: number | undefined;
  readonly at?: number | undefined;
}): ReadyTime | Refusal<"invalid_request"> {
  if (body.minutes !== undefined && body.at === undefined) return { minutes: body.minutes };
  if (body.at !== undefined && body.minutes === undefined) return { at: body.at * 1000 };
  return invalidRequest([{ path: "body", message: "must have either minutes or at" }]);
}
