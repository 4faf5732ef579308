/** Translates objects of Stripe into our payment types. Pure. The input types are those of the SDK. */
import type Stripe from "stripe";
import type { RefundResult } from "../payment/payment-processor.ts";
import type { LinkNews } from "../payment/payment-state.ts";
import { fromStripeAmount } from "./stripe-amount.ts";

export type CheckoutSession = Stripe.Checkout.Session;
export type StripeRefund = Stripe.Refund;

/** The names under which our ids travel with Stripe's objects and come back with its events. */
export const metadataNames = {
  link: "maple_link",
  order: "maple_order",
  booking: "maple_booking",
  refund: "maple_refund",
} as const;

/** How a Checkout Session stands. */
export function newsOfSession(session: CheckoutSession): LinkNews {
  if (session.payment_status === "paid") return { kind: "succeeded", charge: chargeOf(session) };
  if (session.status === "expired") return { kind: "expired" };
  if (session.status === "open") return { kind: "open" };
  // Complete and not paid: a payment that takes days, unless it has come to nothing.
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const failed = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return failed ? { kind: "declined" } : { kind: "settling" };
}

/** The charge of a paid session: named by its payment intent, which is what is refunded. */
export function chargeOf(session: CheckoutSession): { reference: string; amount: number; currency: string } {
  const { payment_intent: intent } = session;
  const reference = typeof intent === "string" ? intent : (intent?.id ?? session.id);
  return { reference, ...fromStripeAmount(session.amount_total ?? 0, session.currency ?? "") };
}

/** How a refund stands. */
export function newsOfRefund(refund: StripeRefund): Exclude<RefundResult, { kind: "unknown" }> {
  const reference = refund.id;
  if (refund.status === "succeeded") return { kind: "settled", reference };
  if (refund.status === "failed" || refund.status === "canceled") {
    return {
      kind: "failed",
      reference,
      message: `the refund ${refund.status}: ${refund.failure_reason ?? "no reason given"}`,
    };
  }
  return { kind: "waiting", reference };
}
