/**
 * `/pay/{token}`, the payment link of every order and of bookings that are paid ahead: the form of the test processor, or the way to
 * Stripe. Reading it changes nothing; the link at Stripe is made when the diner follows `/pay/{token}/checkout`. The token
 * is the right to pay; it is never logged.
 */
import { isRefusal } from "../../kernel/refusal.ts";
import {
  getPage,
  keptBy,
  messagePage,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Log } from "../../platform/log.ts";
import type { Database, Db, Tx } from "../../platform/postgres/database.ts";
import { chargeTestCard, type OnPaymentNews } from "../money/charge-test-card.command.ts";
import { findLinkPayment } from "../payment/find-payment.query.ts";
import { isPayable } from "../payment/payment-state.ts";
import { findLinkAlive } from "../payment/links.sql.ts";
import { ensureLink, tellNews } from "../money/ensure-link.command.ts";
import type { Processors } from "../stripe/create-processors.client.ts";
import { speak } from "../../words/speak.ts";
import { describeAtProcessor, payBookingPage, type PaidBookingView } from "./pay-booking-page.ts";
import { payPage, type PaidOrder, type PayProblem } from "./pay-page.ts";
import { namesOf, paidForOf, type PaidFor } from "../payment/paid-for.ts";
import type { Payment } from "../payment/payments.sql.ts";
import { findTestCard } from "../test-processor/test-cards.ts";

export interface PayPagesOptions {
  readonly database: Database;
  readonly processors: Processors;
  readonly onNews: OnPaymentNews;
  /** Ends an order or a booking that can no longer be paid, before somebody is sent to the processor. */
  readonly onPaying: (tx: Tx, of: PaidFor) => Promise<void>;
  readonly describe: (db: Db, of: PaidFor) => Promise<PaidThing>;
  readonly baseUrl: () => string;
  readonly log: Log;
}

/** What is paid for, as its page shows it. */
export type PaidThing =
  | { readonly kind: "order"; readonly order: PaidOrder }
  | { readonly kind: "booking"; readonly booking: PaidBookingView };

interface Found {
  readonly database: Database;
  readonly payment: Payment;
}

/** Who asks for a page, and in which language they read it. */
type Asking = Pick<PageCall, "reader" | "cookie">;

/** The reader of a booking's payment: what they chose, else the language of the booking (rules/languages 1.1). */
function readerOf(call: Asking, { language, place_language, country }: PaidBookingView): Reader {
  return call.reader({ place: { language: place_language, country }, stored: language });
}

/** To the diner's own order: the checkout left the token in a cookie that this page alone is sent; the link does not open it. */
function wayBack({ cookie }: Pick<PageCall, "cookie">): string | undefined {
  const token = cookie("order");
  return token !== undefined && /^[\w-]{32}$/.test(token) ? `/order/${token}` : undefined;
}

/** The pages, for the kit to serve. */
export function payPages(options: PayPagesOptions): PageRoute[] {
  const show = async ({ database, payment }: Found, call: Asking, problem?: PayProblem): Promise<PageAnswer> => {
    const paid = await options.describe(database.read, paidForOf(payment));
    if (paid.kind === "order") return payPage(payment, { ...paid.order, back: wayBack(call) ?? null }, problem);
    return payBookingPage(payment, paid.booking, readerOf(call, paid.booking), problem);
  };
  const keeps = async ({ params }: { readonly params: { readonly token: string } }) =>
    (await find(options.database, params.token)) !== undefined;
  return keptBy(keeps, [
    getPage("/pay/{token}", async (call) => {
      const found = await find(options.database, call.params.token);
      if (found === undefined) return unknownLink;
      const back = wayBack(call);
      return back !== undefined && !isPayable(found.payment) ? redirectTo(back) : show(found, call);
    }),
    postPage("/pay/{token}", async (call) => {
      const { params, form } = call;
      const found = await find(options.database, params.token);
      if (found === undefined) return unknownLink;
      if (found.payment.processor !== "test") return redirectTo(`/pay/${params.token}`);
      const number = form.get("card_number") ?? "";
      const problem = await payByCard(options, found, number);
      return problem === undefined ? redirectTo(`/pay/${params.token}`) : show(await again(found), call, problem);
    }),
    getPage("/pay/{token}/checkout", async (call) => {
      const { params } = call;
      const found = await find(options.database, params.token);
      if (found === undefined) return unknownLink;
      const url = await checkOut(options, found, call);
      if (typeof url === "string") return redirectTo(url);
      return url === undefined ? redirectTo(`/pay/${params.token}`) : show(found, call, url);
    }),
    // Where the processor sends the diner back to: its news may be under way still, so it is asked.
    getPage("/pay/{token}/back", async ({ params }) => {
      const found = await find(options.database, params.token);
      if (found === undefined) return unknownLink;
      await hear(options, found);
      return redirectTo(`/pay/${params.token}`);
    }),
  ]);
}

const unknownLink = messagePage(
  404,
  "Payment link not found",
  "This link is not complete or no longer exists. Open it again from your order.",
);

async function find(database: Database, token: string): Promise<Found | undefined> {
  if (!/^[\w-]{20,64}$/.test(token)) return undefined;
  const payment = await findLinkPayment(database.read, token);
  return payment === undefined ? undefined : { database, payment };
}

async function again({ database, payment }: Found): Promise<Found> {
  return { database, payment: (await findLinkPayment(database.read, payment.link_token)) ?? payment };
}

async function payByCard({ onNews }: PayPagesOptions, found: Found, number: string): Promise<PayProblem | undefined> {
  const card = findTestCard(number);
  const typed = { status: 422, card: number.slice(0, 40) } as const;
  if (card === undefined) return { ...typed, text: "That is not one of the test cards below." };
  const refused = await found.database.transaction((tx) => chargeTestCard(tx, found.payment, card, onNews));
  if (isRefusal(refused) || card.outcome !== "declined") return undefined;
  return { ...typed, text: "The card was declined. Try another one." };
}

/** The processor's page; undefined when there is nothing to pay, else what to tell the diner. */
async function checkOut(
  { processors, onNews, onPaying, describe, baseUrl, log }: PayPagesOptions,
  { database, payment }: Found,
  call: Asking,
): Promise<string | PayProblem | undefined> {
  const links = processors.of(payment.processor)?.links;
  if (payment.processor === "test") return undefined;
  await database.transaction((tx) => onPaying(tx, paidForOf(payment)));
  const words = checkoutWords(await describe(database.read, paidForOf(payment)), call);
  const page = `${baseUrl()}/pay/${payment.link_token}`;
  const opened =
    links === undefined || links === null
      ? { kind: "refused" as const, message: `the processor ${payment.processor} is not configured` }
      : await ensureLink(
          {
            database,
            links,
            onNews,
            description: words.description,
            returnUrl: `${page}/back`,
            cancelUrl: page,
          },
          payment,
        );
  if (isRefusal(opened)) return undefined;
  if (opened.kind === "open") return opened.url;
  log.error({ paymentId: payment.id, ...namesOf(payment), err: opened.message }, "no payment link");
  return { text: opened.kind === "refused" ? words.refused : words.silent, status: 502 };
}

/** What is said at the processor and about it. */
function checkoutWords(paid: PaidThing, call: Asking) {
  if (paid.kind === "booking") {
    const reader = readerOf(call, paid.booking);
    const say = speak(reader.language, "deposits", reader.locale);
    const description = describeAtProcessor(paid.booking, reader);
    return { description, refused: say("pay.refused"), silent: say("pay.silent") };
  }
  const { display_number, venue } = paid.order;
  return {
    description: `Order ${display_number}${venue === null ? "" : ` at ${venue}`}`,
    refused: "This order cannot be paid online. Please ask the restaurant.",
    silent: "The payment processor does not answer at the moment. Nothing was taken; please try again in a minute.",
  };
}

async function hear({ processors, onNews, log }: PayPagesOptions, { database, payment }: Found): Promise<void> {
  const links = processors.of(payment.processor)?.links;
  const link = await findLinkAlive(database.read, payment.id);
  if (links === undefined || links === null || link === undefined || link.reference === null) return;
  const read = await links.read(link.reference);
  if (read.kind === "unknown" || read.news.kind === "open") return;
  const { surplus } = await tellNews(database, onNews, { ...link, reference: link.reference }, read.news);
  if (surplus !== null) log.error({ ...namesOf(link), surplus }, "a charge that was not asked for goes back");
}
