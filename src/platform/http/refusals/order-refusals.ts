/** Refusals about orders and their payments. */
import type { RefusalKind } from "./refusal-kind.ts";

export const orderRefusals = {
  illegal_transition: {
    status: 409,
    advice: "Read the order again and act on its present status.",
    details: ["from_status", "decision", "to_status", "reason"],
  },
  order_not_ready: {
    status: 409,
    advice: "Wait for the order.notification event of this order.",
    details: ["from_status"],
  },
  app_decides: {
    status: 409,
    advice:
      "An app is connected and decides the location's orders. Decide the order there, or end the connection first.",
    details: ["app_id"],
  },
  app_decides_first: {
    status: 409,
    advice: "The connected app decides the order first. Wait until `staff_from`, or ask a manager to cancel it.",
    details: ["staff_from"],
  },
  order_terminal: { status: 409, advice: "The order is over; nothing can be sent again.", details: ["status"] },
  validation_expired: {
    status: 409,
    advice: "The validation was answered, has lapsed or is unknown; nothing more is needed.",
  },
  change_closed: {
    status: 409,
    advice: "The change was decided already; read the order and show what came of it.",
    details: ["status"],
  },
  nothing_left: {
    status: 409,
    advice: "Nothing of the order would be left: cancel it instead (POST /v1/orders/{orderId}/cancel).",
  },
  payment_not_open: {
    status: 409,
    advice: "The payment is settled, void or not needed; read the order.",
    details: ["payment_status"],
  },
  basket_refused: {
    status: 422,
    advice: "Show the reasons to the diner and change the basket, or offer the next possible time.",
    details: ["reasons", "next_possible_time", "quote"],
  },
} as const satisfies Record<string, RefusalKind>;
