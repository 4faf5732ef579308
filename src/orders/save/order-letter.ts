/** The words of an e-mail about an order, in the diner's language. Pure. */
import type { Letter, LetterFact } from "../../mail/letter.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import type { OrderableMenu } from "../../menus/read/orderable-menu.ts";
import { formatDayTime, formatMoney, formatTime } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import type { Order } from "../order/order.ts";
import { endedWithoutFood } from "../order/order-status.ts";
import { lineNames } from "./line-names.ts";
import type { OrderNews } from "./order-news.ts";

type Say = ReturnType<typeof speak<"letters">>;

export interface OrderLetterParts {
  readonly order: Order;
  /** What the order was priced with; null where nobody reads the names. */
  readonly menu: OrderableMenu | null;
  /** The page of the order. */
  readonly link: string | null;
  /** Minor units that went back with this news. */
  readonly wentBack: number;
}

/** The letter about news of an order. */
export function orderLetter(news: OrderNews, parts: OrderLetterParts, terms: LetterTerms): Letter {
  const say = speak(terms.language, "letters", terms.locale);
  const { subject, text } = wordsOf(news, parts, terms, say);
  return {
    language: terms.language,
    subject,
    text: text.filter((part) => part !== null),
    facts: factsOf(parts, terms, say),
    action:
      parts.link === null ? null : { label: say(news.about === "offer" ? "do.choose" : "do.order"), href: parts.link },
    venue: terms.venue,
    calendar: null,
    isUnsubscribable: terms.isUnsubscribable,
  };
}

interface LetterWords {
  readonly subject: string;
  readonly text: readonly (string | null)[];
}

function wordsOf(news: OrderNews, parts: OrderLetterParts, terms: LetterTerms, say: Say): LetterWords {
  const { order, wentBack } = parts;
  const number = order.display_number;
  const money = (amount: number): string => formatMoney(amount, order.totals.currency, terms.locale);
  const time = (at: number): string => formatTime(at, terms.timeZone, terms.locale);
  const isPickup = order.fulfillment_type === "pickup";
  const ready = order.estimated_ready_at;
  switch (news.kind) {
    case "order_received":
      return {
        subject: say("order_received.subject", { number }),
        text: [
          order.payment_status === "paid" ? say("order_received.paid", { amount: money(order.totals.total) }) : null,
          // A text alone is not followed by one about the acceptance.
          say(order.customer.email === null ? "order_received.page" : "order_received.text"),
        ],
      };
    case "order_accepted":
      return { subject: say("order_accepted.subject", { number }), text: [acceptedText(ready, isPickup, time, say)] };
    case "order_delayed":
      return {
        subject: say("order_delayed.subject", { number }),
        text: [
          ready === null
            ? null
            : say(isPickup ? "order_delayed.pickup" : "order_delayed.delivery", { time: time(ready) }),
        ],
      };
    case "order_changed":
      return changedWords(news, order, saidLines(parts, terms), time, money, say);
    case "order_ready":
      return { subject: say("order_ready.subject", { number }), text: [say("order_ready.text")] };
    case "order_out_for_delivery":
      return { subject: say("order_out_for_delivery.subject", { number }), text: [say("order_out_for_delivery.text")] };
    case "order_unpaid":
      return { subject: say("order_unpaid.subject", { number }), text: [say("order_unpaid.text")] };
    case "order_refunded":
      return {
        subject: say("order_refunded.subject", { amount: money(wentBack) }),
        text: [say("order_refunded.text", { number })],
      };
    case "order_cancelled":
      return {
        subject: say("order_cancelled.subject", { number }),
        text: [
          news.isOwn ? say("order_cancelled.by_diner") : why(order.cancellation?.reason, say),
          moneyText(order, money, say),
        ],
      };
    default:
      return {
        subject: say("order_denied.subject", { number }),
        text: [why(order.denial?.reason, say), moneyText(order, money, say)],
      };
  }
}

function acceptedText(ready: number | null, isPickup: boolean, time: (at: number) => string, say: Say): string {
  if (ready === null) return say("order_accepted.now");
  return say(isPickup ? "order_accepted.pickup" : "order_accepted.delivery", { time: time(ready) });
}

/** A line of the order, or of a change of it. */
interface OrderLine {
  readonly id: string;
  readonly quantity: number;
  readonly name: string;
}

/** Says how many of what, in the language of the letter. */
function saidLines({ order, menu }: OrderLetterParts, { locale, language }: LetterTerms): (line: OrderLine) => string {
  const nameOf = lineNames(menu, [locale, language]);
  return ({ id, quantity, name }) => {
    const ordered = order.line_items.find((line) => line.id === id);
    return `${quantity} × ${ordered === undefined ? name : nameOf(ordered)}`;
  };
}

/** What is sold out, and what the diner can do, or what was done. */
function changedWords(
  { about }: OrderNews,
  { display_number: number, item_changes: changes }: Order,
  said: (line: OrderLine) => string,
  time: (at: number) => string,
  money: (amount: number) => string,
  say: Say,
): LetterWords {
  const change = changes.at(-1);
  const items = (change?.lines ?? []).map(said).join(", ");
  const gone = say("order_changed.gone", { items });
  const back = change === undefined || change.refund === 0 ? null : say("money.back", { amount: money(change.refund) });
  if (about === "offer" && change !== undefined) {
    const subject = say("order_changed.offer.subject", { number });
    return { subject, text: [gone, say("order_changed.offer.text", { time: time(change.answer_by) })] };
  }
  return { subject: say("order_changed.off.subject", { number }), text: [gone, say("order_changed.rest"), back] };
}

const knownReasons = [
  "ITEM_AVAILABILITY",
  "STORE_CLOSED",
  "CAPACITY",
  "PRICE_MISMATCH",
  "ADDRESS_UNDELIVERABLE",
  "POS_UNAVAILABLE",
  "DUPLICATE",
  "VALIDATION_FAILED",
] as const;

/** Why the venue ended it: a sentence for its codes, its own words as they are; null where it says nothing. */
function why(reason: string | undefined, say: Say): string | null {
  if (reason === undefined || reason === "OTHER") return null;
  if (reason === "DECISION_TIMEOUT" || reason === "VALIDATION_TIMEOUT") return say("why.TIMEOUT");
  const known = knownReasons.find((one) => one === reason);
  if (known !== undefined) return say(`why.${known}`);
  return /^[A-Z_]+$/.test(reason) ? null : reason;
}

/** What becomes of the money of an order that has ended. Its total is without what was taken off, and went back, before. */
function moneyText({ payment_status: payment, totals }: Order, money: (amount: number) => string, say: Say): string {
  const isPaid = payment === "paid" || payment === "refund_pending" || payment === "refunded";
  return isPaid && totals.total > 0 ? say("money.back", { amount: money(totals.total) }) : say("money.none");
}

/** Nobody pays for an order that ended without food. */
function isOwedThere({ payment_status: payment, status }: Order): boolean {
  return payment === "pay_in_store" && !endedWithoutFood.has(status);
}

function factsOf(parts: OrderLetterParts, terms: LetterTerms, say: Say): readonly LetterFact[] {
  const { order } = parts;
  const { locale, timeZone } = terms;
  const { totals, line_items: lines, scheduled_for: planned, delivery_address: address } = order;
  const total = formatMoney(totals.total, totals.currency, locale);
  const town = [address?.postal_code, address?.city].filter(Boolean).join(" ");
  const addressLine = address === null ? null : [address.street, address.unit, town].filter(Boolean).join(", ");
  const facts: readonly (LetterFact | null)[] = [
    { label: say("fact.items"), value: lines.map(saidLines(parts, terms)).join(", ") },
    planned === null ? null : { label: say("fact.planned"), value: formatDayTime(planned, timeZone, locale) },
    addressLine === null ? null : { label: say("fact.deliver_to"), value: addressLine },
    { label: say(isOwedThere(order) ? "fact.pay_there" : "fact.total"), value: total },
    { label: say("fact.code"), value: order.confirmation_code },
  ];
  return facts.filter((fact) => fact !== null);
}
