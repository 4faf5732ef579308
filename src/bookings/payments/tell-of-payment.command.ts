/**
 * E-mails about the payment of a booking (rules/messages-and-privacy 1.14): the receipt of a payment, and the money paid
 * back. Queued in the transaction of the change, once for each, to guests who left an address.
 */
import { makeGuestLink } from "../../guest-links/make-guest-link.command.ts";
import type { Letter } from "../../mail/letter.ts";
import { tellGuest, type LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { formatDayTime, formatMoney } from "../../pages/page-formats.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";
import type { Booking, BookingPayment } from "../book/booking.ts";
import { giveGuestKey } from "../book/give-guest-key.command.ts";

const toldWithinSeconds = 7 * 24 * 3_600;

/** Tells the guest what has changed of their payment; `before` is the payment as it was. */
export async function tellOfPayment(tx: Tx, booking: Booking, before: BookingPayment): Promise<void> {
  const { payment } = booking;
  if (payment === null) return;
  if (payment.state === "paid" && before.state !== "paid") {
    return tell(tx, booking, { what: "paid", amount: payment.amount, occasion: payment.id });
  }
  const back = payment.refunded - before.refunded;
  if (back > 0) await tell(tx, booking, { what: "back", amount: back, occasion: `${payment.id}:${payment.refunded}` });
}

interface Told {
  readonly what: "paid" | "back";
  /** Minor units. */
  readonly amount: number;
  readonly occasion: string;
}

async function tell(tx: Tx, booking: Booking, told: Told): Promise<void> {
  await tellGuest(tx, {
    locationId: booking.location_id,
    kind: told.what === "paid" ? "booking_payment" : "booking_refunded",
    subjectId: booking.id,
    occasion: told.occasion,
    contact: { phone: booking.guest_phone, email: booking.guest_email },
    language: booking.language,
    letter: (terms) => letterOf(tx, booking, told, terms),
    sendWithinSeconds: toldWithinSeconds,
  });
}

async function letterOf(tx: Tx, booking: Booking, { what, amount: minor }: Told, terms: LetterTerms): Promise<Letter> {
  const { language, locale, venue, isUnsubscribable } = terms;
  const say = speak(language, "deposits", locale);
  const amount = formatMoney(minor, booking.payment?.terms.currency ?? "EUR", locale);
  const when = formatDayTime(booking.starts_at, booking.time_zone, locale);
  const { id: bookingId, location_id: locationId } = booking;
  const href = (await giveGuestKey(tx, bookingId)) ? makeGuestLink(tx, { locationId, bookingId }) : null;
  return {
    language,
    subject: say(`mail.${what}.subject`, { amount }),
    text: [say(`mail.${what}.text`, { amount, when })],
    facts: [{ label: say("mail.code"), value: booking.confirmation_code }],
    action: href === null ? null : { label: say("mail.see"), href },
    venue,
    calendar: null,
    isUnsubscribable,
  };
}
