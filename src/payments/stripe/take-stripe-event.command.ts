/**
 * Applies an event of Stripe. Guarantees: each event is applied once, in the transaction of its effect. Events may come
 * in any order, because each is judged against the known state (`link-state.ts`, `payment-state.ts`). An event that comes
 * before the answer to our own call finds its link by the id that we gave it.
 */
import type Stripe from "stripe";
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { OnPaymentNews } from "../money/charge-test-card.command.ts";
import { findLink, findLinkByReference } from "../payment/links.sql.ts";
import type { LinkNews, SurplusReason } from "../payment/payment-state.ts";
import { takeProcessorEvent } from "../payment/payments.sql.ts";
import { namesOf } from "../payment/paid-for.ts";
import { findPaidForOfRefund } from "../payment/refunds.sql.ts";
import type { OnRefundNews } from "../money/run-refunds.job.ts";
import { metadataNames, newsOfRefund, newsOfSession, type CheckoutSession } from "./stripe-objects.ts";

export interface StripeEventTaken {
  /** Repeated: taken before. Foreign: about nothing of ours. */
  readonly outcome: "taken" | "repeated" | "foreign";
  readonly orderId: Id<"ord"> | null;
  readonly bookingId: Id<"bkg"> | null;
  readonly surplus: SurplusReason | null;
}

export interface StripeEventPorts {
  readonly onNews: OnPaymentNews;
  readonly onRefundNews: OnRefundNews;
}

/** Takes one event whose signature was verified. */
export async function takeStripeEvent(tx: Tx, event: Stripe.Event, ports: StripeEventPorts): Promise<StripeEventTaken> {
  if (!(await takeProcessorEvent(tx, "stripe", event.id))) return { ...foreign, outcome: "repeated" };
  switch (event.type) {
    case "checkout.session.completed":
      return takeSession(tx, event.data.object, newsOfSession(event.data.object), ports);
    case "checkout.session.async_payment_succeeded":
      return takeSession(tx, event.data.object, newsOfSession(event.data.object), ports);
    case "checkout.session.async_payment_failed":
      return takeSession(tx, event.data.object, { kind: "declined" }, ports);
    case "checkout.session.expired":
      return takeSession(tx, event.data.object, { kind: "expired" }, ports);
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return takeRefund(tx, event.data.object, ports);
    default:
      return foreign;
  }
}

const foreign: StripeEventTaken = { outcome: "foreign", orderId: null, bookingId: null, surplus: null };

async function takeSession(
  tx: Tx,
  session: CheckoutSession,
  news: LinkNews,
  { onNews }: StripeEventPorts,
): Promise<StripeEventTaken> {
  const ours = session.metadata?.[metadataNames.link];
  const link =
    (ours === undefined ? undefined : await findLink(tx, ours)) ?? (await findLinkByReference(tx, session.id));
  if (link === undefined) return foreign;
  const { surplus } = await onNews(tx, link, news, { link: { id: link.id, reference: session.id } });
  return { outcome: "taken", ...namesOf(link), surplus };
}

async function takeRefund(
  tx: Tx,
  refund: Stripe.Refund,
  { onRefundNews }: StripeEventPorts,
): Promise<StripeEventTaken> {
  const ours = refund.metadata?.[metadataNames.refund];
  const of = ours === undefined ? undefined : await findPaidForOfRefund(tx, ours);
  if (ours === undefined || of === undefined) return foreign;
  await onRefundNews(tx, of, ours as Id<"rfd">, newsOfRefund(refund));
  return { outcome: "taken", ...namesOf(of), surplus: null };
}
