/**
 * The effect of a decision on an order (rules/ordering 3.2, 4.4 and 4.5). Pure, so the whole table can be tested without
 * a database. A decision holds already, moves the order, or is refused; it is never half applied.
 */
import type { Instant } from "../../kernel/clock.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Order } from "../order/order.ts";
import { hasReached, isTerminal, mayMove, type Actor, type OrderStatus } from "../order/order-status.ts";

/** The statuses that the status call takes. */
export const settableStatuses = [
  "ACCEPTED",
  "READY",
  "IN_DELIVERY",
  "FULFILLED",
  "REJECTED",
  "STORE_CANCELLED",
] as const;
export type SettableStatus = (typeof settableStatuses)[number];

export type Decision =
  | { readonly kind: "accept"; readonly posTicketId: string | null; readonly estimatedReadyAt: Instant | null }
  | { readonly kind: "deny"; readonly reason: string; readonly outOfStock: readonly string[] }
  | { readonly kind: "ready" }
  | { readonly kind: "complete" }
  | { readonly kind: "cancel"; readonly reason: string }
  | { readonly kind: "status"; readonly status: SettableStatus };

/** What changes when a decision takes effect. */
export interface Move {
  readonly to: OrderStatus;
  readonly external_id?: string | null;
  readonly estimated_ready_at?: Instant | null;
  readonly denial?: Order["denial"];
  readonly cancellation?: Order["cancellation"];
}

export type Judgement =
  | { readonly kind: "holds" }
  | { readonly kind: "moves"; readonly move: Move }
  | Refusal<"illegal_transition" | "order_not_ready" | "invalid_request">;

/** Judges a decision of the partner (or the restaurant's staff) at a time of the location's clock. */
export function decideOrder(order: Order, decision: Decision, actor: Actor, now: Instant): Judgement {
  const to = targetOf(decision);
  if (order.status === to || (isProgress(to) && hasReached(order.passed, to) && !isAborted(order.status)))
    return { kind: "holds" };
  if (!mayMove(order.status, to, actor, order.fulfillment_type)) return illegal(order, decision, to, actor);
  if (to === "ACCEPTED" && order.handed_over_at === null) {
    return refuse(
      "order_not_ready",
      "the order has not been handed over yet: wait for its order.notification event (it is being validated, paid or is scheduled for later)",
      { from_status: order.status },
    );
  }
  if (decision.kind === "accept" && decision.estimatedReadyAt !== null && decision.estimatedReadyAt <= now) {
    const message = "must be in the future, in whole Unix seconds";
    return refuse("invalid_request", `body.estimated_ready_at ${message}`, {
      issues: [{ path: "body.estimated_ready_at", message }],
    });
  }
  return { kind: "moves", move: moveOf(decision, to) };
}

/** The status a decision asks for. */
export function targetOf(decision: Decision): OrderStatus {
  switch (decision.kind) {
    case "accept":
      return "ACCEPTED";
    case "deny":
      return "REJECTED";
    case "ready":
      return "READY";
    case "complete":
      return "FULFILLED";
    case "cancel":
      return "STORE_CANCELLED";
    case "status":
      return decision.status;
  }
}

function moveOf(decision: Decision, to: OrderStatus): Move {
  switch (decision.kind) {
    case "accept":
      return { to, external_id: decision.posTicketId, estimated_ready_at: decision.estimatedReadyAt };
    case "deny":
      return { to, denial: { reason: decision.reason, out_of_stock: decision.outOfStock } };
    case "cancel":
      return { to, cancellation: { actor: "store", reason: decision.reason } };
    case "status":
      if (to === "REJECTED") return { to, denial: { reason: "OTHER", out_of_stock: [] } };
      if (to === "STORE_CANCELLED") return { to, cancellation: { actor: "store", reason: "OTHER" } };
      return { to };
    case "ready":
    case "complete":
      return { to };
  }
}

/** A status on the way from acceptance to fulfilment: once reached it stays a fact, unlike an ending. */
function isProgress(status: OrderStatus): boolean {
  return status !== "REJECTED" && status !== "STORE_CANCELLED" && status !== "CUSTOMER_CANCELLED";
}

/** Accept, ready and so on of an order that was since cancelled or rejected are conflicts, not repeats. */
function isAborted(status: OrderStatus): boolean {
  return !isProgress(status);
}

function illegal(order: Order, decision: Decision, to: OrderStatus, actor: Actor): Refusal<"illegal_transition"> {
  const said = `an order that is ${order.status} cannot become ${to} by ${decision.kind}`;
  return refuse("illegal_transition", `${said}; ${nextSteps(order, actor)}`, {
    from_status: order.status,
    decision: decision.kind,
    to_status: to,
  });
}

/** What the actor may do with the order now, for people who read a refusal. */
function nextSteps(order: Order, actor: Actor): string {
  if (isTerminal(order.status)) return "it is over";
  const steps = settableStatuses.filter(
    (to) =>
      mayMove(order.status, to, actor, order.fulfillment_type) && (to !== "ACCEPTED" || order.handed_over_at !== null),
  );
  if (steps.length === 0) return "nothing is possible now";
  return `possible now: ${steps.map((to) => acts[to]).join(", ")}`;
}

/** The decision that moves an order to a status. */
const acts: Readonly<Record<SettableStatus, string>> = {
  ACCEPTED: "accept",
  READY: "ready",
  IN_DELIVERY: "status IN_DELIVERY",
  FULFILLED: "complete",
  REJECTED: "deny",
  STORE_CANCELLED: "cancel",
};
