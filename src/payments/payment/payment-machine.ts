/** The states of a payment and of a refund, and their moves (rules/ordering 10 and 11). Pure. */
import type { StateMachine } from "../../kernel/state-machine.ts";

export const paymentStates = ["unpaid", "pending", "paid", "failed", "void", "refund_pending", "refunded"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What moves a payment: the processor's news of a charge, the end of its order, or its refunds. */
export type PaymentMover = "processor" | "order" | "refund";

/**
 * What becomes of a payment. No state is terminal: a charge that comes after the order has ended counts and is given
 * back, and a refund that fails later is owed again.
 */
export const paymentMachine: StateMachine<PaymentState, PaymentMover> = {
  states: paymentStates,
  initial: ["unpaid", "paid"],
  terminal: [],
  transitions: [
    { from: "unpaid", to: "pending", by: ["processor"] },
    { from: "unpaid", to: "paid", by: ["processor"] },
    { from: "unpaid", to: "failed", by: ["processor"] },
    { from: "unpaid", to: "void", by: ["order", "processor"] },
    { from: "unpaid", to: "refund_pending", by: ["processor"], how: "paid after the end" },
    { from: "pending", to: "paid", by: ["processor"] },
    { from: "pending", to: "failed", by: ["processor"] },
    { from: "pending", to: "void", by: ["processor"], how: "failed after the end" },
    { from: "pending", to: "refund_pending", by: ["processor"], how: "paid after the end" },
    { from: "failed", to: "pending", by: ["processor"] },
    { from: "failed", to: "paid", by: ["processor"] },
    { from: "failed", to: "void", by: ["order"] },
    { from: "failed", to: "refund_pending", by: ["processor"], how: "paid after the end" },
    { from: "paid", to: "refund_pending", by: ["order"] },
    { from: "paid", to: "refunded", by: ["order"], how: "nothing is left to give back" },
    { from: "void", to: "refund_pending", by: ["processor"], how: "paid after the end" },
    { from: "refund_pending", to: "refunded", by: ["refund"] },
    { from: "refunded", to: "refund_pending", by: ["refund"], how: "a refund failed later" },
  ],
};

export const refundStates = ["pending", "succeeded"] as const;
export type RefundState = (typeof refundStates)[number];

/** What becomes of a refund. No state is terminal: a processor may take back that it has paid (rules/ordering 11.4). */
export const refundMachine: StateMachine<RefundState, "processor"> = {
  states: refundStates,
  initial: ["pending"],
  terminal: [],
  transitions: [
    { from: "pending", to: "succeeded", by: ["processor"] },
    { from: "succeeded", to: "pending", by: ["processor"], how: "it failed later" },
  ],
};
