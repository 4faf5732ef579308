/** Draws the next act on an order, and writes it as the request of a partner, a diner or the sandbox. */
import type { Call, Card, ModelOrder, Settable } from "./order-model.ts";

export type Random = () => number;

export interface OrderRequestDraft {
  readonly path: string;
  readonly body?: unknown;
}

const cards: Readonly<Record<Card, string>> = {
  good: "4242424242424242",
  declined: "4000000000000002",
  delayed: "4000000000003220",
  refund_fails: "4000000000005126",
};
const settable: readonly Settable[] = ["ACCEPTED", "READY", "IN_DELIVERY", "FULFILLED", "REJECTED", "STORE_CANCELLED"];

export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new Error("nothing to pick from");
  return chosen;
}

const accept: Call = { kind: "accept", readyInPast: false };
const status = (to: Settable): Call => ({ kind: "status", status: to });
const payBy = (card: Card): Call => ({ kind: "pay", card });
const answer = (valid: boolean, known = true): Call => ({ kind: "validation", valid, known });

const everything: readonly Call[] = [
  accept,
  { kind: "accept", readyInPast: true },
  ...(["deny", "ready", "complete", "cancel", "resend", "customer_cancel", "store_cancel"] as const).map((kind) => ({
    kind,
  })),
  ...settable.map(status),
  ...(Object.keys(cards) as Card[]).map(payBy),
  answer(true),
  answer(false),
  answer(true, false),
];

/** A call for an order: mostly one that leads on, else any. */
export function drawCall(random: Random, order: ModelOrder): Call {
  return random() < 0.6 ? pick(random, leadingOn(order)) : pick(random, everything);
}

function leadingOn(order: ModelOrder): readonly Call[] {
  switch (order.status) {
    case "PENDING":
      if (order.handedOver) return [accept, accept, accept, { kind: "deny" }, status("ACCEPTED"), { kind: "resend" }];
      if (order.validation === "pending") return [answer(true), answer(true), answer(false)];
      if (order.open) return [payBy("good"), payBy("declined"), payBy("delayed"), payBy("refund_fails")];
      return [{ kind: "customer_cancel" }, { kind: "deny" }];
    case "ACCEPTED":
    case "AUTO_ACCEPTED":
      return [{ kind: "ready" }, { kind: "ready" }, status("READY"), { kind: "cancel" }];
    case "READY":
      return [{ kind: "complete" }, status("IN_DELIVERY"), status("IN_DELIVERY"), { kind: "store_cancel" }];
    case "IN_DELIVERY":
      return [{ kind: "complete" }, status("FULFILLED"), status("STORE_CANCELLED")];
    default:
      return everything;
  }
}

/** The request of a call. */
export function requestOf(orderId: string, call: Call, validationId: string | null): OrderRequestDraft {
  const partner = `/v1/orders/${orderId}`;
  const sandbox = `/v1/sandbox/orders/${orderId}`;
  switch (call.kind) {
    case "accept":
      return {
        path: `${partner}/accept`,
        body: { pos_ticket_id: "T-1", estimated_ready_at: call.readyInPast ? 1 : 4_000_000_000 },
      };
    case "deny":
      return { path: `${partner}/deny`, body: { reason: "CAPACITY" } };
    case "cancel":
      return { path: `${partner}/cancel`, body: { reason: "OTHER" } };
    case "status":
      return { path: `${partner}/status`, body: { status: call.status } };
    case "ready":
    case "complete":
    case "resend":
      return { path: `${partner}/${call.kind}` };
    case "validation":
      return {
        path: `${partner}/validation_result`,
        body: { validation_id: call.known ? (validationId ?? "val_none") : "val_other", valid: call.valid },
      };
    case "pay":
      return { path: `${sandbox}/pay`, body: { card_number: cards[call.card] } };
    case "customer_cancel":
    case "store_cancel":
      return { path: `${sandbox}/${call.kind}` };
  }
}
