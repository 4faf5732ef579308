/** What a payment is for: an order, or a booking with a deposit or a prepayment. Pure. */
import type { Id } from "../../kernel/id.ts";

/** Exactly one of the two ids is there; a constraint of the database keeps it so. */
export interface PaidFor {
  readonly payment_id: Id<"pay">;
  readonly order_id: Id<"ord"> | null;
  readonly booking_id: Id<"bkg"> | null;
}

export type PaidSubject =
  | { readonly kind: "order"; readonly id: Id<"ord"> }
  | { readonly kind: "booking"; readonly id: Id<"bkg"> };

/** The order or the booking that a payment is for. */
export function subjectOf(of: Pick<PaidFor, "order_id" | "booking_id">): PaidSubject {
  if (of.order_id !== null) return { kind: "order", id: of.order_id };
  if (of.booking_id !== null) return { kind: "booking", id: of.booking_id };
  throw new Error("a payment is for an order or a booking");
}

/** A payment with its subject, as news of it is told. */
export function paidForOf(payment: Pick<PaidFor, "order_id" | "booking_id"> & { readonly id: Id<"pay"> }): PaidFor {
  return { payment_id: payment.id, order_id: payment.order_id, booking_id: payment.booking_id };
}

/** What logs say a payment is for. */
export function namesOf({ order_id, booking_id }: Pick<PaidFor, "order_id" | "booking_id">): {
  readonly orderId: Id<"ord"> | null;
  readonly bookingId: Id<"bkg"> | null;
} {
  return { orderId: order_id, bookingId: booking_id };
}
