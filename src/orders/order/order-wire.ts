/** An order as partners read it (rules/ordering 2). */
import { toIso, toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { phoneLastFour } from "../../kernel/phone.ts";
import type { PricedModifier } from "../../pricing/priced-basket.ts";
import type { ItemChange } from "./item-change.ts";
import type { Order } from "./order.ts";

export interface WireContext {
  readonly livemode: boolean;
  /** What diners reach us by, without a slash at the end. */
  readonly baseUrl: string;
}

/** Writes an order for the wire: Unix seconds for times, the phone's last four digits only. */
export function orderToWire(order: Order, context: WireContext) {
  return {
    object: "order" as const,
    id: order.id,
    livemode: context.livemode,
    created: toUnixSeconds(order.created_at),
    updated_at: toIso(order.updated_at),
    updated: toUnixSeconds(writtenAt(order)),
    status: order.status,
    payment_status: order.payment_status,
    location_id: order.location_id,
    fulfillment_type: order.fulfillment_type,
    display_number: order.display_number,
    confirmation_code: order.confirmation_code,
    customer: { name: order.customer.name, phone_last_four: phoneLastFour(order.customer.phone) },
    language: order.language,
    line_items: order.line_items.map((line) => ({
      id: line.id,
      name: line.name,
      menu_entity_id: line.menu_entity_id,
      item_menu_entity_id: line.item_menu_entity_id,
      quantity: line.quantity,
      base_price: line.base_price,
      total: line.total,
      discount: line.discount,
      tax: line.tax,
      tax_included: line.tax_included,
      notes: line.notes,
      modifiers: line.modifiers.map(modifierToWire),
    })),
    totals: order.totals,
    delivery_address: order.delivery_address,
    scheduled_for: seconds(order.scheduled_for),
    notes: order.notes,
    external_id: order.external_id,
    estimated_ready_at: seconds(order.estimated_ready_at),
    handed_over_at: order.handed_over_at === null ? null : toIso(order.handed_over_at),
    decision_deadline: seconds(order.decision_deadline),
    denial: order.denial,
    cancellation: order.cancellation,
    payment: {
      provider: order.payment_provider,
      status: order.payment_status,
      payment_link_url: isPayable(order) ? `${context.baseUrl}/pay/${order.payment_link_token}` : null,
      refunded: order.refunded,
    },
    receiver: order.receiver,
    updated_by: order.updated_by,
    changes: order.item_changes.map((change) => itemChangeToWire(change, order)),
    sequence: order.sequence,
  };
}

/** What `order.validation_requested` carries: the question, and the whole order. */
export function validationToWire(order: Order, validationId: Id<"val">, deadline: Instant, context: WireContext) {
  return {
    validation_id: validationId,
    order_id: order.id,
    deadline: toUnixSeconds(deadline),
    order: orderToWire(order, context),
  };
}

/** A report of unavailable items, with what came of it. */
export function itemChangeToWire(change: ItemChange, order: Pick<Order, "id" | "totals">) {
  return {
    object: "order_change" as const,
    id: change.id,
    order_id: order.id,
    status: change.status,
    line_items: change.lines.map(({ id, name, quantity }) => ({ id, name, quantity })),
    reason: change.reason,
    offered_at: toUnixSeconds(change.offered_at),
    answer_by: toUnixSeconds(change.answer_by),
    answered_at: seconds(change.answered_at),
    answered_by: change.answered_by,
    currency: order.totals.currency,
    total: change.total,
    refund: change.refund,
  };
}

export interface ModifierWire {
  readonly name: string;
  readonly menu_entity_id: string;
  readonly quantity: number;
  readonly price: number;
  readonly free_quantity: number;
  readonly modifiers: readonly ModifierWire[];
}

function modifierToWire(modifier: PricedModifier): ModifierWire {
  const { name, menu_entity_id, quantity, price, free_quantity, modifiers } = modifier;
  return { name, menu_entity_id, quantity, price, free_quantity, modifiers: modifiers.map(modifierToWire) };
}

/** The link takes money once the order is past its validation, until it is paid or over. */
export function isPayable(order: Order): boolean {
  return (
    order.payment_link_token !== null &&
    order.status === "PENDING" &&
    order.validation?.status !== "pending" &&
    (order.payment_status === "unpaid" || order.payment_status === "failed")
  );
}

/** Whether an order still waits for its diner to pay it, or to be allowed to. */
export function isUnpaid(order: Order): boolean {
  const { payment_link_token: link, status, payment_status: payment } = order;
  return link !== null && status === "PENDING" && (payment === "unpaid" || payment === "failed");
}

/** When an order was written last, in real time; without the time, by the clock of its location. */
export function writtenAt({ written_at, updated_at }: Pick<Order, "written_at" | "updated_at">): Instant {
  return written_at ?? updated_at;
}

function seconds(instant: Instant | null): number | null {
  return instant === null ? null : toUnixSeconds(instant);
}
