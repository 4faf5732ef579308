/** One thing of each kind in a given state, for tests that ask a decider about every state. */
import type { Hold, HoldStatus } from "../../src/bookings/book/hold.ts";
import type { Id } from "../../src/kernel/id.ts";
import type { ItemChange, ItemChangeStatus } from "../../src/orders/order/item-change.ts";
import type { PaymentState } from "../../src/payments/payment/payment-machine.ts";
import type { Payment } from "../../src/payments/payment/payments.sql.ts";

/** A hold that ends at the instant 1000. */
export function holdIn(status: HoldStatus): Hold {
  return {
    id: "bkh_x" as Id<"bkh">,
    location_id: "str_x" as Id<"str">,
    time_zone: "UTC",
    kept_by: "native",
    app_id: null,
    created_at: 0,
    status,
    expires_at: 1_000,
    starts_at: 10_000,
    ends_at: 20_000,
    party_size: 2,
    area_id: "room",
    area_name: "Room",
    wanted_area_id: null,
    unit_ids: ["t1"],
    experience: null,
    payment: null,
    booking_id: null,
  };
}

/** A payment of 100, with what was taken and given back in its state. */
export function paymentIn(status: PaymentState): Payment {
  const isTaken = status === "paid" || status === "refund_pending" || status === "refunded";
  const isOwed = status === "refund_pending" || status === "refunded";
  return {
    id: "pay_x" as Id<"pay">,
    order_id: "ord_x" as Id<"ord">,
    booking_id: null,
    location_id: "str_x" as Id<"str">,
    processor: "test",
    amount: 100,
    currency: "EUR",
    status,
    captured: isTaken ? 100 : 0,
    refund_requested: isOwed ? 100 : 0,
    refunded: status === "refunded" ? 100 : 0,
    charge_ref: isTaken ? "first" : null,
    link_token: "token",
  };
}

/** An offer to the diner, open or ended. */
export function itemChangeIn(status: ItemChangeStatus): ItemChange {
  return {
    id: "och_x" as Id<"och">,
    status,
    lines: [],
    reason: null,
    offered_at: 0,
    answer_by: 1_000,
    answered_at: null,
    answered_by: null,
    total: 0,
    refund: 0,
  };
}
