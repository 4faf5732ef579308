/**
 * The terms of a configured payment: what a start costs ahead, and what goes back (rules/bookings 17.1, 17.5). Pure;
 * minor units.
 */
import type { Instant } from "../../kernel/clock.ts";
import { wallTime } from "../../kernel/wall-time.ts";
import type { BookingConfiguration, ConfiguredPayment } from "./configuration.ts";

/** The terms as a guest is shown them; they stay those of the booking whatever is configured later. */
export interface PaymentTerms {
  /** The configured payment that they are from. */
  readonly payment_id: string;
  readonly kind: "deposit" | "prepaid";
  readonly per: "person" | "party";
  /** For one person, or for the party. */
  readonly unit_amount: number;
  readonly currency: string;
  /** A guest who cancels until so many minutes before the start gets everything back. */
  readonly refund_until_minutes: number;
  /** What a guest gets back who cancels later, in percent. */
  readonly refund_percent_after: number;
}

/** A start that somebody asks for. */
export interface StartToPay {
  readonly partySize: number;
  /** Its service day, "YYYY-MM-DD". */
  readonly serviceDay: string;
  /** The service that takes the party. */
  readonly serviceId: string | null;
  readonly experienceId: string | null;
}

/** The terms of the first configured payment that the start matches; null: none is asked for. */
export function findTerms(
  { payments }: Pick<BookingConfiguration, "payments">,
  start: StartToPay,
): PaymentTerms | null {
  const found = payments.find((payment) => matches(payment, start));
  if (found === undefined) return null;
  return {
    payment_id: found.paymentId,
    kind: found.kind,
    per: found.per,
    unit_amount: found.amount.amount,
    currency: found.amount.currency,
    refund_until_minutes: found.refundUntilMinutes,
    refund_percent_after: found.refundPercentAfter,
  };
}

/** Whether some start of an experience is paid ahead. */
export function isPrepaidSomewhere(
  { payments }: Pick<BookingConfiguration, "payments">,
  experienceId: string,
): boolean {
  return payments.some(
    ({ kind, experienceIds }) => kind === "prepaid" && experienceIds?.includes(experienceId) === true,
  );
}

function matches(payment: ConfiguredPayment, { partySize, serviceDay, serviceId, experienceId }: StartToPay): boolean {
  const { minPartySize, days, services, experienceIds } = payment;
  return (
    (minPartySize === null || partySize >= minPartySize) &&
    (days === null || days.includes(new Date(wallTime(serviceDay)).getUTCDay())) &&
    (services === null || (serviceId !== null && services.includes(serviceId))) &&
    (experienceIds === null || (experienceId !== null && experienceIds.includes(experienceId)))
  );
}

/** What a party of this size pays. */
export function amountFor({ per, unit_amount }: PaymentTerms, partySize: number): number {
  return per === "person" ? unit_amount * partySize : unit_amount;
}

/** Until when a guest who cancels gets everything back. */
export function refundUntil({ refund_until_minutes }: PaymentTerms, startsAt: Instant): Instant {
  return startsAt - refund_until_minutes * 60_000;
}

/** How much of what was taken goes back when a guest gives up their booking or a part of it at `now`, in percent. */
export function refundPercent(terms: PaymentTerms, startsAt: Instant, now: Instant): number {
  return now <= refundUntil(terms, startsAt) ? 100 : terms.refund_percent_after;
}

/** That part of an amount, rounded down to the minor unit. */
export function partOf(amount: number, percent: number): number {
  return Math.floor((amount * percent) / 100);
}
