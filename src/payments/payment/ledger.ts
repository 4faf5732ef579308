/**
 * The movements of money and their accounts: double entry, so that all accounts together are always zero. Pure. `orders`
 * is the money paid for orders, `bookings` the money paid for bookings, `processor` the money at the processor, `refunds`
 * the money owed to diners and guests.
 */
import type { Id } from "../../kernel/id.ts";
import type { PaidSubject } from "./paid-for.ts";

export const ledgerKinds = ["charge", "refund_requested", "adjustment", "refund_settled", "refund_failed"] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
export const ledgerAccounts = ["orders", "bookings", "processor", "refunds"] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/**
 * Why money goes back: the order or booking ended, items were removed from the order, the party of the booking became
 * smaller, or a charge came that nothing asked for.
 */
export const refundPurposes = ["order_over", "items_removed", "booking_over", "party_smaller", "surplus"] as const;
export type RefundPurpose = (typeof refundPurposes)[number];

/** One movement, in minor units of its currency. */
export interface Movement {
  readonly kind: LedgerKind;
  readonly paymentId: Id<"pay">;
  readonly of: PaidSubject["kind"];
  /** Null for charges. */
  readonly refundId: Id<"rfd"> | null;
  readonly amount: number;
  readonly currency: string;
  /** What makes it count once: the charge or refund at the processor, or our refund when it is asked for. */
  readonly reference: string;
  readonly reason: string | null;
}

/** The accounts that a movement of this kind is booked on; `sales` is the account of what the payment is for. */
export function accountsFor(
  kind: LedgerKind,
  sales: "orders" | "bookings",
): { readonly debit: LedgerAccount; readonly credit: LedgerAccount } {
  switch (kind) {
    case "charge":
      return { debit: "processor", credit: sales };
    case "refund_requested":
    case "adjustment":
      return { debit: sales, credit: "refunds" };
    case "refund_settled":
      return { debit: "refunds", credit: "processor" };
    case "refund_failed":
      return { debit: "processor", credit: "refunds" };
  }
}

/** How a refund that is asked for is booked: a part of what goes on, of an order or a booking, is an adjustment. */
export function kindOfRequest(purpose: RefundPurpose): LedgerKind {
  return purpose === "items_removed" || purpose === "party_smaller" ? "adjustment" : "refund_requested";
}
