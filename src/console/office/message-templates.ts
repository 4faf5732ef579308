/** The messages to guests, with example values. Pure. */
import type { GuestLanguage } from "../../kernel/language.ts";
import type { MessageKind } from "../../messaging/message/message-kinds.ts";
import type { MessageValues } from "../../messaging/text/message-values.ts";
import { composeMessage } from "../../messaging/text/templates.ts";
import { formatDate, formatDay, formatMoney, formatTime } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";

const link = "https://example.com/…";

const booked = { date: "2026-12-06", time: "19:30", partySize: 4, code: "K7M2Q", link } as const;

const texts: readonly MessageValues[] = [
  { kind: "booking_confirmed", ...booked },
  { kind: "booking_reminder", ...booked },
  { kind: "booking_changed", ...booked },
  { kind: "booking_cancelled", date: "2026-12-06", time: "19:30", reason: null, link },
  { kind: "waitlist_joined", position: 3, wait: { min: 20, max: 30 }, link },
  { kind: "table_ready", minutes: 10, link, note: null },
  { kind: "staff_alert", orders: 2, number: "A-17" },
  { kind: "invitation", link },
];

export interface MessageTemplate {
  readonly kind: MessageKind;
  readonly text: string;
}

/** Each kind of message in a language, as a location of that name writes it. */
export function templatesIn(language: GuestLanguage, venueName: string | null): MessageTemplate[] {
  return [
    ...texts.map((values) => ({ kind: values.kind, text: composeMessage(venueName, language, values).body })),
    ...[...orderLetters(language), ...otherLetters(language)].map(([kind, subject, text]) => ({
      kind,
      text: `${subject}. ${text}`,
    })),
  ];
}

/** A kind with the subject and the first sentences of its letter. */
type Example = readonly [kind: MessageKind, subject: string, text: string];

/** The evening of 6 December 2026. */
const at = Date.UTC(2026, 11, 6, 18, 30);
const timeZone = "UTC";

function orderLetters(language: GuestLanguage): readonly Example[] {
  const say = speak(language, "letters");
  const [number, time, amount] = ["17", formatTime(at, timeZone, language), formatMoney(2450, "EUR", language)];
  return [
    ["order_received", say("order_received.subject", { number }), say("order_received.text")],
    ["order_accepted", say("order_accepted.subject", { number }), say("order_accepted.pickup", { time })],
    ["order_delayed", say("order_delayed.subject", { number }), say("order_delayed.pickup", { time })],
    ["order_changed", say("order_changed.offer.subject", { number }), say("order_changed.offer.text", { time })],
    ["order_ready", say("order_ready.subject", { number }), say("order_ready.text")],
    ["order_out_for_delivery", say("order_out_for_delivery.subject", { number }), say("order_out_for_delivery.text")],
    [
      "order_denied",
      say("order_denied.subject", { number }),
      `${say("why.CAPACITY")} ${say("money.back", { amount })}`,
    ],
    ["order_cancelled", say("order_cancelled.subject", { number }), say("money.back", { amount })],
    ["order_unpaid", say("order_unpaid.subject", { number }), say("order_unpaid.text")],
    ["order_refunded", say("order_refunded.subject", { amount }), say("order_refunded.text", { number })],
  ];
}

function otherLetters(language: GuestLanguage): readonly Example[] {
  const [say, paid, found] = [speak(language, "letters"), speak(language, "deposits"), speak(language, "finding")];
  const [date, time] = [formatDay(at, timeZone, language), formatTime(at, timeZone, language)];
  const short = formatDate("2026-12-06", language, "short");
  const [amount, when] = [formatMoney(4000, "EUR", language), `${date}, ${time}`];
  const [groups, alerts] = [speak(language, "groups"), speak(language, "alerts")];
  return [
    ["booking_requested", say("booking_requested.subject"), say("booking_requested.text", { date, time })],
    ["booking_declined", say("booking_declined.subject"), say("booking_declined.text", { date, time })],
    ["booking_payment", paid("mail.paid.subject", { amount }), paid("mail.paid.text", { amount, when })],
    ["booking_refunded", paid("mail.back.subject", { amount }), paid("mail.back.text", { amount, when })],
    ["waitlist_expired", say("waitlist_expired.subject"), say("waitlist_expired.text")],
    ["table_offer", alerts("letter.subject", { date: short, time }), alerts("letter.text", { until: time })],
    ["group_request", groups("mail.subject", { count: 20, date: short }), groups("mail.text")],
    ["group_answer", groups("letter.answer", { count: 20 }), groups("letter.text")],
    ["find_links", found("letter.order", { number: "17" }), found("letter.text")],
  ];
}
