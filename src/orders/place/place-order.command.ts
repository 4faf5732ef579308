/**
 * Places an order, for every diner, real or simulated (rules/ordering 5.1). Guarantees: an order is stored with its
 * payment, history, events and deliveries in one transaction or not at all. A refused basket stores nothing and names
 * each reason. The prices are those of the menu version that is current in this transaction.
 */
import { randomBytes } from "node:crypto";
import { newConfirmationCode } from "../../kernel/confirmation-code.ts";
import { newId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/clock.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { localDate } from "../../kernel/wall-time.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { OrderableNow } from "../../menus/read/get-orderable-menu.query.ts";
import { createPayment } from "../../payments/money/create-payment.command.ts";
import type { ProcessorName } from "../../payments/payment/payment-processor.ts";
import { wakeForTimer } from "../../platform/jobs/wakeups.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { PricedBasket } from "../../pricing/priced-basket.ts";
import { reserveCoupons, redeemCoupons } from "../../pricing/redeem-coupons.command.ts";
import { isSubscribed } from "../../webhooks/subscriptions/is-subscribed.query.ts";
import { reserveCapacity } from "./reserve-capacity.command.ts";
import type { DeliveryTerms } from "../order/delivery-terms.ts";
import { hashDinerToken } from "../order/diner-token.ts";
import type { DisplayNumbers } from "./display-numbers.cache.ts";
import { validationWindowMs } from "../order/hand-over.ts";
import type { Order } from "../order/order.ts";
import type { OrderRequest } from "../order/order-request.ts";
import { OrderWork } from "../order/order-work.ts";
import { basketRefused, findOrderContext, priceOrder } from "./price-order.query.ts";
import { sendOrderChanges } from "../order/order-changes.sql.ts";
import { enterOrderDrain, sendOrder } from "../order/orders.sql.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { tellReceiver } from "../save/save-order.command.ts";
import { chooseChannel } from "../../messaging/queue/choose-channel.command.ts";
import { tellDiner } from "../save/tell-diner.command.ts";

export interface PlacingDeps {
  /** Who takes diners' money. */
  readonly processor: ProcessorName;
  readonly displayNumbers: DisplayNumbers;
  readonly deliveryTerms: DeliveryTerms;
}

export interface PlacedOrder {
  readonly order: Order;
  /** The diner's key to the order; only its hash is stored. */
  readonly dinerToken: string;
}

export type PlacingRefusal = Refusal<"not_found" | "basket_refused" | "menu_not_published" | "invalid_phone">;

/** Prices, checks and stores an order; the refusal `basket_refused` has `details {reasons}`. */
export async function placeOrder(
  tx: Tx,
  given: OrderRequest,
  deps: PlacingDeps,
): Promise<PlacedOrder | PlacingRefusal> {
  const [placedAt, context] = await Promise.all([enterOrderDrain(tx), findOrderContext(tx, given.locationId)]);
  if (isRefusal(context)) return context;
  const { location, menu } = context;
  const phone = normalizePhone(given.customer.phone, location.address.country, "body.customer.phone");
  if (isRefusal(phone)) return phone;
  const request = { ...given, customer: { ...given.customer, phone } };
  const priced = await priceOrder(tx, request, context, deps.deliveryTerms);
  if (isRefusal(priced)) return basketRefused(tx, location, priced.reasons);
  const reserved = await reserveCoupons(tx, customerOf(request), priced.coupons);
  if (isRefusal(reserved)) return basketRefused(tx, location, reserved.reasons);
  const [number, asksFirst, capacity] = await Promise.all([
    deps.displayNumbers.next(location.id, localDate(location.timezone ?? "UTC", location.now)),
    location.connected_app_id === null
      ? false
      : isSubscribed(tx, location.connected_app_id, "order.validation_requested"),
    reserveCapacity(tx, location, request.scheduledFor),
  ]);
  if (isRefusal(capacity)) return basketRefused(tx, location, capacity.reasons);
  return store(tx, { request, location, menu, priced, placedAt, number, asksFirst, dueAt: capacity.dueAt, deps });
}

function customerOf({ locationId, customer }: OrderRequest) {
  return { locationId, phone: customer.phone };
}

interface Storing {
  readonly request: OrderRequest;
  readonly location: LocationSettings;
  readonly menu: OrderableNow;
  readonly priced: PricedBasket;
  readonly placedAt: Instant;
  readonly number: number;
  readonly asksFirst: boolean;
  readonly dueAt: Instant | null;
  readonly deps: PlacingDeps;
}

async function store(tx: Tx, storing: Storing): Promise<PlacedOrder> {
  const { request, location, menu, priced, deps } = storing;
  const dinerToken = request.dinerToken ?? randomBytes(24).toString("base64url");
  const now = storing.placedAt + location.clock_offset_seconds * 1000;
  const draft = newOrder(storing, now);
  const byLink = request.paymentOption === "link";
  // A processor charges nothing for an order without a price, and asks the diner for nothing.
  const paidAtOnce = byLink && (priced.totals.total === 0 || (request.paysAtOnce && !storing.asksFirst));
  const payment = byLink
    ? createPayment({
        of: { kind: "order", id: draft.id },
        locationId: location.id,
        // A simulated diner has no card that a real processor would take.
        processor: request.paysAtOnce ? "test" : deps.processor,
        amount: priced.totals.total,
        currency: priced.totals.currency,
        paid: paidAtOnce,
      })
    : null;
  const work = new OrderWork(
    { ...draft, payment_provider: payment?.processor ?? null, payment_link_token: payment?.link_token ?? null },
    { now, writtenAt: storing.placedAt },
  );
  work.placed();
  work.tell("order.created", "created");
  if (storing.asksFirst) work.tell("order.validation_requested", "validation_requested");
  if (paidAtOnce) {
    work.change("payment_succeeded", "service", { payment_status: "paid" });
    work.tell("order.paid", "paid");
  }
  work.proceed({
    leadMinutes: location.lead_minutes,
    paymentMinutes: location.payment_window_minutes,
    connectedApp: location.connected_app_id,
  });
  const dinerTokenHash = hashDinerToken(dinerToken);
  sendOrder(tx, work.order, {
    placedAt: storing.placedAt,
    breakdown: priced.breakdown,
    menuVersionId: menu.versionId,
    dinerTokenHash,
  });
  sendOrderChanges(tx, work.order.id, work.changes);
  redeemCoupons(tx, customerOf(request), priced.coupons, { id: work.order.id, at: now });
  if (payment !== null) payment.send(tx);
  await tellReceiver(tx, work.events, location.connected_app_id);
  if (request.toldBy !== undefined)
    chooseChannel(tx, { locationId: location.id, subjectId: work.order.id }, request.toldBy);
  await tellDiner(tx, work);
  recordLiveChange(tx, location.id, "orders", work.order.id);
  if (work.order.timer_at !== null) wakeForTimer(tx, { at: work.order.timer_at, now });
  return { order: work.order, dinerToken };
}

function newOrder({ request, location, priced, number, asksFirst, dueAt, placedAt }: Storing, now: Instant): Order {
  return {
    id: newId("ord"),
    location_id: location.id,
    created_at: now,
    updated_at: now,
    written_at: placedAt,
    sequence: 1,
    event_sequence: 0,
    status: "PENDING",
    passed: ["PENDING"],
    payment_status: request.paymentOption === "link" ? "unpaid" : "pay_in_store",
    fulfillment_type: request.fulfillmentType,
    display_number: String(number),
    confirmation_code: newConfirmationCode(),
    customer: request.customer,
    language: request.language,
    line_items: priced.lines.map((line) => ({ id: newId("oli"), ...line })),
    totals: priced.totals,
    delivery_address: request.fulfillmentType === "delivery" ? request.deliveryAddress : null,
    scheduled_for: request.scheduledFor,
    due_at: dueAt,
    notes: request.notes,
    external_id: null,
    estimated_ready_at: null,
    handed_over_at: null,
    decision_deadline: null,
    payment_deadline: null,
    denial: null,
    cancellation: null,
    validation: asksFirst
      ? { id: newId("val"), status: "pending", deadline: now + validationWindowMs, issues: [] }
      : null,
    simulated_payment: request.paysAtOnce,
    payment_provider: null,
    payment_link_token: null,
    timer_kind: null,
    timer_at: null,
    item_changes: [],
    refunded: 0,
    receiver: null,
    updated_by: "diner",
    acted_by: null,
  };
}
