import { randomBytes } from "node:crypto";
import { newId, type Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { sendMovement } from "../payment/ledger.sql.ts";
import { subjectOf, type PaidSubject } from "../payment/paid-for.ts";
import type { ProcessorName } from "../payment/processor-name.ts";
import { sendPayment, type Payment } from "../payment/payments.sql.ts";
import { sendSimulatedCharge } from "../test-processor/simulate-charge.command.ts";

export interface NewPayment {
  /** The order or the booking that it is for. */
  readonly of: PaidSubject;
  readonly locationId: Id<"str">;
  readonly processor: ProcessorName;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The money is there already: nothing is owed, or a simulated diner paid, at the test processor. */
  readonly paid: boolean;
}

export interface CreatedPayment extends Payment {
  /** Writes it, after its order or booking; with its charge when it is paid. Sends only, so that placing waits for nothing. */
  send(tx: Tx): void;
}

/** Makes the payment of a new order or booking, with an unguessable token (192 bits) for its link. */
export function createPayment(payment: NewPayment): CreatedPayment {
  const charged = payment.paid && payment.amount > 0;
  const created: Payment = {
    id: newId("pay"),
    order_id: payment.of.kind === "order" ? payment.of.id : null,
    booking_id: payment.of.kind === "booking" ? payment.of.id : null,
    location_id: payment.locationId,
    processor: payment.processor,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.paid ? "paid" : "unpaid",
    captured: payment.paid ? payment.amount : 0,
    refund_requested: 0,
    refunded: 0,
    charge_ref: charged ? newId("pay") : null,
    link_token: randomBytes(24).toString("base64url"),
  };
  return { ...created, send: (tx) => sendCreated(tx, created) };
}

function sendCreated(tx: Tx, payment: Payment): void {
  sendPayment(tx, payment);
  const { charge_ref: reference, amount, currency } = payment;
  if (reference === null) return;
  sendMovement(tx, {
    kind: "charge",
    paymentId: payment.id,
    of: subjectOf(payment).kind,
    refundId: null,
    amount,
    currency,
    reference,
    reason: null,
  });
  sendSimulatedCharge(tx, payment.id, reference);
}
