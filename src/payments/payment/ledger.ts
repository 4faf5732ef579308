/**
 * The movements of money and the accounts they are booked on: double entry, so that all accounts together are always
 * zero. Pure. `orders` is what orders have been paid, `processor` the money there, `refunds` what diners are owed.
 */
import type { Id } from "../../kernel/id.ts";

export const ledgerKinds = ["charge", "refund_requested", "adjustment", "refund_settled", "refund_failed"] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
export const ledgerAccounts = ["orders", "processor", "refunds"] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** Why money goes back: the order ended, items were removed from it, or a charge came that nothing asked for. */
export type RefundPurpose = "order_over" | "items_removed" | "surplus";

/** One movement, in minor units of its currency. */
export interface Movement {
  readonly kind: LedgerKind;
  readonly paymentId: Id<"pay">;
  /** Null for charges. */
  readonly refundId: Id<"rfd"> | null;
  readonly amount: number;
  readonly currency: string;
  /** What makes it count once: the charge or refund at the processor, or our refund when it is asked for. */
  readonly reference: string;
  readonly reason: string | null;
}

const accountsOf: Readonly<Record<LedgerKind, { readonly debit: LedgerAccount; readonly credit: LedgerAccount }>> = {
  charge: { debit: "processor", credit: "orders" },
  refund_requested: { debit: "orders", credit: "refunds" },
  adjustment: { debit: "orders", credit: "refunds" },
  refund_settled: { debit: "refunds", credit: "processor" },
  refund_failed: { debit: "processor", credit: "refunds" },
};

/** The accounts that a movement of this kind is booked on. */
export function accountsFor(kind: LedgerKind): { readonly debit: LedgerAccount; readonly credit: LedgerAccount } {
  return accountsOf[kind];
}

/** How a refund that is asked for is booked: of removed items it adjusts an order that goes on. */
export function kindOfRequest(purpose: RefundPurpose): LedgerKind {
  return purpose === "items_removed" ? "adjustment" : "refund_requested";
}
