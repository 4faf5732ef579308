/** Writes a step of a payment: its row, the movements of the ledger and the refund that is owed, in one transaction. */
import { newId } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { kindOfRequest } from "./ledger.ts";
import { sendMovement } from "./ledger.sql.ts";
import { subjectOf } from "./paid-for.ts";
import type { PaymentStep } from "./payment-state.ts";
import { sendPaymentState, type Payment } from "./payments.sql.ts";
import { sendRefund } from "./refunds.sql.ts";
import { sendClosing } from "./links.sql.ts";

/** Sends the step; answers the payment as it is then, or undefined when nothing changed. */
export function savePayment(tx: Tx, before: Payment, step: PaymentStep): Payment | undefined {
  if (step.kind === "ignored") return undefined;
  const { payment, charge, refund } = step;
  const of = subjectOf(payment).kind;
  sendPaymentState(tx, payment);
  if (charge !== null) {
    sendMovement(tx, { ...charge, kind: "charge", paymentId: payment.id, of, refundId: null, reason: step.surplus });
  }
  if (refund !== null) {
    const refundId = newId("rfd");
    sendRefund(tx, refundId, payment, refund);
    const kind = kindOfRequest(refund.purpose);
    const { amount, currency, purpose } = refund;
    const asked = { amount, currency, reference: refundId, reason: purpose };
    sendMovement(tx, { kind, paymentId: payment.id, of, refundId, ...asked });
    tx.wake("jobs");
  }
  // A link at a processor is closed there too, by a job.
  if (payment.status === "void" && before.status !== "void" && payment.processor !== "test") {
    sendClosing(tx, payment.id);
    tx.wake("jobs");
  }
  return payment;
}
