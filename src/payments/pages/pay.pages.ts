/**
 * `/pay/{token}`, the payment link of every order and of bookings that are paid ahead: the form of the test processor, or
 * the way to Stripe. Reading it changes nothing; the link at Stripe is made when the diner follows
 * `/pay/{token}/checkout`. The token is the right to pay; it is never logged.
 */
import type { Id } from "../../kernel/id.ts";
import { guestLanguageOf, type GuestLanguage } from "../../kernel/language.ts";
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
import { isPayable } from "../payment/payment-state.ts";
import { findLinkPayment } from "../payment/find-payment.query.ts";
import { findLinkAlive } from "../payment/links.sql.ts";
import { ensureLink, tellNews } from "../money/ensure-link.command.ts";
import type { Processors } from "../stripe/create-processors.client.ts";
import { speak } from "../../words/speak.ts";
import { describeAtProcessor, payBookingPage, type PaidBookingView } from "./pay-booking-page.ts";
import { payPage, type PayView } from "./pay-page.ts";
import { linesInText, type PaidOrder } from "./paid-order.ts";
import type { PayProblem } from "./test-form.ts";
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
  /** Sends the diner of an order the link to it; answers the seconds to wait when that was asked for too often. */
  readonly sendOrder: (database: Database, asked: SendOrder) => Promise<number | undefined>;
  /** The e-mail of the diner, for the processor's page; null where nobody gave one. */
  readonly emailOf: (db: Db, orderId: Id<"ord">) => Promise<string | null>;
  readonly baseUrl: () => string;
  readonly log: Log;
}

/** An order whose diner asks for the link to it. */
export interface SendOrder {
  readonly orderId: Id<"ord">;
  /** The visitor's address. */
  readonly address: string;
  readonly language: GuestLanguage;
}

/** What is paid for, as its page shows it. */
export type PaidThing =
  | {
      readonly kind: "order";
      readonly order: PaidOrder;
      /** The lines with the texts of the menu in the language of the reader. */
      readonly linesFor: (reader: Reader) => PaidOrder["line_items"];
    }
  | { readonly kind: "booking"; readonly booking: PaidBookingView };

interface Found {
  readonly database: Database;
  readonly payment: Payment;
}

/** Who asks for a page, and in which language they read it. */
type Asking = Pick<PageCall, "reader" | "cookie">;

/** The reader of a payment: what they chose, else the language of the order or booking (rules/languages 1.1). */
function readerOf(
  call: Asking,
  { language, place_language, country }: Pick<PaidBookingView, "language" | "place_language" | "country">,
): Reader {
  return call.reader({ location: { language: place_language, country }, stored: language });
}

/** To the diner's own order: the page that led here left the token in a cookie that this path alone is sent. */
function wayBack({ cookie }: Asking): string | null {
  const token = cookie("order");
  return token !== undefined && /^[\w-]{32}$/.test(token) ? `/order/${token}` : null;
}

/** The pages, for the kit to serve. */
export function payPages(options: PayPagesOptions): PageRoute[] {
  /** The payment and what it is for, as of one moment. */
  const show = async (
    { database, payment: found }: Found,
    call: Asking,
    { problem, isSent }: Pick<PayView, "problem" | "isSent"> = {},
  ): Promise<PageAnswer> => {
    const { payment, paid } = await database.snapshot(async (db) => {
      const now = (await findLinkPayment(db, found.link_token)) ?? found;
      return { payment: now, paid: await options.describe(db, paidForOf(now)) };
    });
    if (paid.kind === "order") {
      const reader = readerOf(call, paid.order);
      const more = { ...(problem === undefined ? {} : { problem }), ...(isSent === undefined ? {} : { isSent }) };
      const order = { ...paid.order, line_items: paid.linesFor(reader) };
      return payPage({ payment, order, reader, back: wayBack(call), ...more });
    }
    return payBookingPage(payment, paid.booking, readerOf(call, paid.booking), problem);
  };
  const keeps = async ({ params }: { readonly params: { readonly token: string } }) =>
    (await find(options.database, params.token)) !== undefined;
  return keptBy(keeps, [
    getPage("/pay/{token}", async (call) => {
      const found = await find(options.database, call.params.token);
      if (found === undefined) return unknownLink(call);
      const back = wayBack(call);
      if (back !== null && !isPayable(found.payment)) return redirectTo(back);
      return show(found, call, call.query.get("sent") === "1" ? { isSent: true } : {});
    }),
    postPage("/pay/{token}/send", async (call) => {
      const found = await find(options.database, call.params.token);
      return found === undefined ? unknownLink(call) : sendOrder(options, found, call, show);
    }),
    postPage("/pay/{token}", async (call) => {
      const { params, form } = call;
      const found = await find(options.database, params.token);
      if (found === undefined) return unknownLink(call);
      if (found.payment.processor !== "test") return redirectTo(`/pay/${params.token}`);
      const number = form.get("card_number") ?? "";
      const problem = await payByCard(options, found, number);
      return problem === undefined ? redirectTo(`/pay/${params.token}`) : show(found, call, { problem });
    }),
    getPage("/pay/{token}/checkout", async (call) => {
      const { params } = call;
      const found = await find(options.database, params.token);
      if (found === undefined) return unknownLink(call);
      const url = await checkOut(options, found, call);
      if (typeof url === "string") return redirectTo(url);
      return url === undefined ? redirectTo(`/pay/${params.token}`) : show(found, call, { problem: url });
    }),
    // Where the processor sends the diner back to: its news may be under way still, so it is asked.
    getPage("/pay/{token}/back", async (call) => {
      const { params } = call;
      const found = await find(options.database, params.token);
      if (found === undefined) return unknownLink(call);
      await hear(options, found);
      return redirectTo(`/pay/${params.token}`);
    }),
  ]);
}

function unknownLink(call: Asking): PageAnswer {
  const reader = call.reader();
  const say = speak(reader.language, "paying", reader.locale);
  return messagePage(404, say("unknown.title"), say("unknown.text"), { reader });
}

type Show = (found: Found, call: Asking, more: Pick<PayView, "problem" | "isSent">) => Promise<PageAnswer>;

/** The page says the same whether or not the diner could be reached. */
async function sendOrder(
  { describe, sendOrder: send }: PayPagesOptions,
  found: Found,
  call: PageCall<"token">,
  show: Show,
): Promise<PageAnswer> {
  const { database, payment } = found;
  const paid = await describe(database.read, paidForOf(payment));
  if (paid.kind !== "order" || payment.order_id === null) return redirectTo(`/pay/${payment.link_token}`);
  const reader = readerOf(call, paid.order);
  const language = paid.order.language ?? guestLanguageOf(reader.language, paid.order.country);
  const seconds = await send(database, { orderId: payment.order_id, address: call.address, language });
  if (seconds === undefined) return redirectTo(`/pay/${payment.link_token}?sent=1`);
  const say = speak(reader.language, "paying", reader.locale);
  const text = say("wait", { minutes: Math.max(1, Math.ceil(seconds / 60)) });
  return show(found, call, { problem: { text, status: 429 } });
}

async function find(database: Database, token: string): Promise<Found | undefined> {
  if (!/^[\w-]{20,64}$/.test(token)) return undefined;
  const payment = await findLinkPayment(database.read, token);
  return payment === undefined ? undefined : { database, payment };
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
  { processors, onNews, onPaying, describe, emailOf, baseUrl, log }: PayPagesOptions,
  { database, payment }: Found,
  call: Asking,
): Promise<string | PayProblem | undefined> {
  const links = processors.of(payment.processor)?.links;
  if (payment.processor === "test") return undefined;
  await database.transaction((tx) => onPaying(tx, paidForOf(payment)));
  const words = checkoutWords(await describe(database.read, paidForOf(payment)), call);
  const email = payment.order_id === null ? null : await emailOf(database.read, payment.order_id);
  const page = `${baseUrl()}/pay/${payment.link_token}`;
  const entered =
    links === undefined || links === null
      ? { kind: "refused" as const, message: `the processor ${payment.processor} is not configured` }
      : await ensureLink(
          {
            database,
            links,
            onNews,
            description: words.description,
            ...words.shown,
            ...(email === null ? {} : { email }),
            returnUrl: `${page}/back`,
            cancelUrl: page,
          },
          payment,
        );
  if (isRefusal(entered)) return undefined;
  if (entered.kind === "open") return entered.url;
  log.error({ paymentId: payment.id, ...namesOf(payment), err: entered.message }, "no payment link");
  return { text: entered.kind === "refused" ? words.refused : words.silent, status: 502 };
}

/** What is said at the processor and about it. */
function checkoutWords(paid: PaidThing, call: Asking) {
  if (paid.kind === "booking") {
    const reader = readerOf(call, paid.booking);
    const say = speak(reader.language, "deposits", reader.locale);
    const description = describeAtProcessor(paid.booking, reader);
    const shown = { locale: guestLanguageOf(reader.language, paid.booking.country) };
    return { description, shown, refused: say("pay.refused"), silent: say("pay.silent") };
  }
  const { order } = paid;
  const reader = readerOf(call, order);
  const say = speak(reader.language, "paying", reader.locale);
  const number = order.display_number;
  return {
    description: order.venue === null ? say("order", { number }) : say("description", { number, venue: order.venue }),
    shown: { locale: guestLanguageOf(reader.language, order.country), lines: linesInText(paid.linesFor(reader)) },
    refused: say("refused"),
    silent: say("silent"),
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
