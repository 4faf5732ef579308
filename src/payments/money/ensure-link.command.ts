/**
 * Makes the link of a payment at its processor, when the diner asks for it. Guarantees: a payment has at most one link
 * that can be paid. The row is written before the call, a unique index admits one live row per payment, and the row has
 * the whole request. The next click of the diner, or the job after a crash, finds an unfinished row, makes the same call
 * under the same key and gets the same link. No transaction is open while the processor is called.
 */
import { newId } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import type { OnPaymentNews } from "./charge-test-card.command.ts";
import type { LinkOfNews } from "./apply-news.command.ts";
import type { PaidFor } from "../payment/paid-for.ts";
import { findLinkAlive, sendLink, sendLinkMade, sendLinkRefused, type PaymentLink } from "../payment/links.sql.ts";
import type { HostedLinks, LinkRequest } from "../payment/payment-processor.ts";
import { isPayable, type LinkNews } from "../payment/payment-state.ts";
import { lockPayment, type Payment } from "../payment/payments.sql.ts";

/** The shortest and usual life of a link: what Stripe takes as the shortest, with a margin for a slow call. */
export const linkLifeSeconds = 60 * 60;
/** How long a link may be pending before the processor is asked how it stands (rules/ordering 10.5). */
export const pendingSeconds = 600;
const crashedAfterSeconds = 30;

export interface EnsureLinkDeps extends Pick<LinkRequest, "locale" | "lines" | "email"> {
  readonly database: Database;
  readonly links: HostedLinks;
  readonly onNews: OnPaymentNews;
  /** What the diner reads at the processor. */
  readonly description: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

export type EnsuredLink =
  | { readonly kind: "open"; readonly url: string }
  /** The processor takes no payment for this; `message` is for the log. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "unreachable"; readonly message: string };

/** The processor's page for an open payment, made when there is none. */
export async function ensureLink(
  deps: EnsureLinkDeps,
  payment: Payment,
): Promise<EnsuredLink | Refusal<"payment_not_open">> {
  // A link found expired is read and then replaced: twice is enough, whatever happens in between.
  for (let round = 0; round < 3; round++) {
    const link = await deps.database.transaction((tx) => findOrBegin(tx, deps, payment));
    if (isRefusal(link)) return link;
    if (link.state === "open" && link.url !== null && link.expires_at > deps.database.clock.now() + 5_000) {
      return { kind: "open", url: link.url };
    }
    const asked = link.reference === null ? await makeLink(deps, link) : await readLink(deps, link, link.reference);
    if (asked !== undefined) return asked;
  }
  return { kind: "unreachable", message: "the link changed while it was made" };
}

/** Makes the link at the processor, also one whose answer was lost, and writes down what it answered. */
export async function makeLink(
  { database, links, onNews }: Pick<EnsureLinkDeps, "database" | "links" | "onNews">,
  link: PaymentLink,
): Promise<EnsuredLink | undefined> {
  const { id, request } = link;
  const made = await links.make(request);
  if (made.kind === "unknown") return { kind: "unreachable", message: made.message };
  if (made.kind === "refused" || made.kind === "given_up") {
    await database.transaction(async (tx) => sendLinkRefused(tx, id, made.message));
    return made.kind === "refused" ? { kind: "refused", message: made.message } : undefined;
  }
  const { reference, url } = made;
  await database.transaction(async (tx) => sendLinkMade(tx, { id, reference, url, lookInSeconds: pendingSeconds }));
  if (made.news.kind !== "open") await tellNews(database, onNews, { ...link, reference }, made.news);
  return undefined;
}

async function readLink(
  { database, links, onNews }: EnsureLinkDeps,
  link: PaymentLink,
  reference: string,
): Promise<EnsuredLink | undefined> {
  const read = await links.read(reference);
  if (read.kind === "unknown") return { kind: "unreachable", message: read.message };
  // Past its end by our clock, and not by the processor's: nobody should begin to pay it.
  if (read.news.kind === "open") return { kind: "unreachable", message: "the link is about to expire" };
  await tellNews(database, onNews, { ...link, reference }, read.news);
  return undefined;
}

/** Tells the order or booking what became of a link, in a transaction of its own. */
export function tellNews(
  database: Database,
  onNews: OnPaymentNews,
  link: PaidFor & LinkOfNews,
  news: LinkNews,
): ReturnType<OnPaymentNews> {
  const { id, reference } = link;
  return database.transaction((tx) => onNews(tx, link, news, { link: { id, reference } }));
}

async function findOrBegin(
  tx: Tx,
  deps: EnsureLinkDeps,
  { id }: Payment,
): Promise<PaymentLink | Refusal<"payment_not_open">> {
  // The lock makes two clicks at once find one link.
  const payment = await lockPayment(tx, { paymentId: id });
  if (payment === undefined || !isPayable(payment)) {
    return refuse("payment_not_open", "this payment is already made, is settling or is no longer needed", {
      payment_status: payment?.status ?? "void",
    });
  }
  const alive = await findLinkAlive(tx, payment.id);
  if (alive !== undefined) return alive;
  const request: LinkRequest = {
    linkId: newId("pln"),
    paymentId: payment.id,
    orderId: payment.order_id,
    bookingId: payment.booking_id,
    amount: payment.amount,
    currency: payment.currency,
    description: deps.description,
    ...(deps.locale === undefined ? {} : { locale: deps.locale }),
    ...(deps.lines === undefined || deps.lines === "" ? {} : { lines: deps.lines }),
    ...(deps.email === undefined ? {} : { email: deps.email }),
    returnUrl: deps.returnUrl,
    cancelUrl: deps.cancelUrl,
    expiresAt: Math.floor(deps.database.clock.now() / 1000) + linkLifeSeconds,
  };
  sendLink(tx, request, crashedAfterSeconds);
  return {
    id: request.linkId,
    payment_id: payment.id,
    order_id: payment.order_id,
    booking_id: payment.booking_id,
    processor: payment.processor,
    state: "creating",
    request,
    reference: null,
    url: null,
    expires_at: request.expiresAt * 1000,
    looks: 0,
  };
}
