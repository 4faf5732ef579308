/** An order as the program holds it. Times are in the clock of its location. */
import type { Instant } from "../../kernel/clock.ts";
import type { Actor as AnyActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { OrderTotals, PricedLine } from "../../pricing/priced-basket.ts";
import type { ItemChange } from "./item-change.ts";
import type { Actor, OrderStatus } from "./order-status.ts";

export const paymentStatuses = [
  "unpaid",
  "pending",
  "paid",
  "refund_pending",
  "refunded",
  "pay_in_store",
  "failed",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** A priced line with an identity of its own. */
export interface OrderLine extends PricedLine {
  readonly id: Id<"oli">;
}

export interface DeliveryAddress {
  readonly street: string;
  readonly unit: string | null;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly notes: string | null;
}

export interface OrderCustomer {
  readonly name: string;
  /** E.164; orders of before phones were read have any text. */
  readonly phone: string;
  readonly email: string | null;
}

export interface ValidationIssue {
  readonly code: string;
  readonly message?: string;
  readonly menu_entity_id?: string;
}

/** The question to the partner whether it would take the order, before the diner is charged. */
export interface Validation {
  readonly id: Id<"val">;
  readonly status: "pending" | "valid" | "invalid" | "lapsed";
  readonly deadline: Instant;
  readonly issues: readonly ValidationIssue[];
}

/** Who decides an order first (rules/ordering 16). */
export const receivers = ["app", "staff"] as const;
export type Receiver = (typeof receivers)[number];

/** Who made a change by hand, as staff see it. Partners never see it. */
export type ActedBy = AnyActor;

export type TimerKind = "validation" | "payment" | "hand_over" | "decision" | "item_change";

export interface Order {
  readonly id: Id<"ord">;
  readonly location_id: Id<"str">;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  /** Real time of the last change, taken after the drain was entered; null of orders that were written without the time. */
  readonly written_at: Instant | null;
  readonly sequence: number;
  readonly event_sequence: number;
  readonly status: OrderStatus;
  readonly passed: readonly OrderStatus[];
  readonly payment_status: PaymentStatus;
  readonly fulfillment_type: "pickup" | "delivery";
  readonly display_number: string;
  /** Eight signs, by which the diner names the order. */
  readonly confirmation_code: string;
  readonly customer: OrderCustomer;
  /** What the diner reads; null: the language of the location. */
  readonly language: GuestLanguage | null;
  readonly line_items: readonly OrderLine[];
  readonly totals: OrderTotals;
  readonly delivery_address: DeliveryAddress | null;
  readonly scheduled_for: Instant | null;
  /** When it is to be ready, where the location counts its orders; it takes up capacity of that interval. */
  readonly due_at: Instant | null;
  readonly notes: string | null;
  readonly external_id: string | null;
  readonly estimated_ready_at: Instant | null;
  readonly handed_over_at: Instant | null;
  readonly decision_deadline: Instant | null;
  /** Until when it can be paid by link; null until its link can be paid. */
  readonly payment_deadline: Instant | null;
  readonly denial: { readonly reason: string; readonly out_of_stock: readonly string[] } | null;
  readonly cancellation: { readonly actor: "customer" | "store"; readonly reason: string } | null;
  readonly validation: Validation | null;
  readonly simulated_payment: boolean;
  /** Null when the diner pays in the store. */
  readonly payment_provider: "test" | "stripe" | null;
  readonly payment_link_token: string | null;
  readonly timer_kind: TimerKind | null;
  readonly timer_at: Instant | null;
  /** What the venue reported as unavailable, oldest first, with what came of it. */
  readonly item_changes: readonly ItemChange[];
  /** Minor units that have gone back to the diner. */
  readonly refunded: number;
  /** Null until the order is handed over. */
  readonly receiver: Receiver | null;
  /** Who made the last change. */
  readonly updated_by: Actor;
  /** Who that was by id; null for the diner and the service. */
  readonly acted_by: ActedBy | null;
}

/** An order with what only the restaurant's screens know of it. */
export interface BoardOrder extends Order {
  /** Until then no tablet rings for it. */
  readonly seen_until: Instant | null;
  /** How many tickets were printed. */
  readonly printed: number;
}
