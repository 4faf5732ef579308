/**
 * Places an order: the one way in for every diner, real or simulated (decisions, section 4.4). Guarantees: an order is
 * stored with its payment, history, events and deliveries in one transaction or not at all; a refused basket stores
 * nothing and names each reason. The prices are those of the menu version that is current in this transaction.
 */
import { createHash, randomBytes } from "node:crypto";
import { newId, type Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/clock.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import { localDate } from "../kernel/wall-time.ts";
import type { LocationSettings } from "../locations/location.ts";
import { getLocationSettings } from "../locations/read-locations.query.ts";
import { getOrderableMenu, type OrderableNow } from "../menus/get-orderable-menu.query.ts";
import { openPayment } from "../payments/open-payment.command.ts";
import type { ProcessorName } from "../payments/payment-processor.ts";
import { sendSimulatedCharge } from "../payments/simulate-charge.command.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { BasketItem } from "../pricing/basket.ts";
import { priceBasket } from "../pricing/price-basket.ts";
import type { PricedBasket } from "../pricing/priced-basket.ts";
import { claimCoupons, redeemCoupons } from "../pricing/redeem-coupons.command.ts";
import { isSubscribed } from "../webhooks/is-subscribed.query.ts";
import type { DeliveryTerms } from "./delivery-terms.ts";
import type { DisplayNumbers } from "./display-numbers.command.ts";
import { validationWindowMs } from "./hand-over.ts";
import type { DeliveryAddress, Order, OrderCustomer } from "./order.ts";
import { checkGate, type GateReason } from "./order-gate.ts";
import { OrderWork } from "./order-work.ts";
import { enterOrderDrain, sendOrder, sendOrderChanges } from "./orders.sql.ts";
import { tellReceiver } from "./save-order.command.ts";

export interface OrderRequest {
  readonly locationId: Id<"str">;
  readonly items: readonly BasketItem[];
  readonly fulfillmentType: "pickup" | "delivery";
  readonly customer: OrderCustomer;
  readonly deliveryAddress: DeliveryAddress | null;
  readonly coordinate: { readonly latitude: number; readonly longitude: number } | null;
  /** Minor units; for a delivery it goes to the courier. */
  readonly tip: number;
  readonly couponCodes: readonly string[];
  /** Absent is the menu's. */
  readonly currency?: string;
  readonly scheduledFor: Instant | null;
  readonly notes: string | null;
  readonly paymentOption: "link" | "pay_in_store";
  /** A simulated diner who pays as soon as it is asked to. */
  readonly paysAtOnce: boolean;
}

export interface PlacingDeps {
  readonly processor: ProcessorName;
  readonly displayNumbers: DisplayNumbers;
  readonly deliveryTerms: DeliveryTerms;
}

export interface PlacedOrder {
  readonly order: Order;
  /** The diner's key to the order; only its hash is stored. */
  readonly dinerToken: string;
}

export type PlacingRefusal = Refusal<"not_found" | "basket_refused" | "menu_not_published">;

/** Prices, checks and stores an order; the refusal `basket_refused` has `details {reasons}`. */
export async function placeOrder(
  tx: Tx,
  request: OrderRequest,
  deps: PlacingDeps,
): Promise<PlacedOrder | PlacingRefusal> {
  const [{ placed_at: placedAt }, location, menu] = await Promise.all([
    enterOrderDrain(tx),
    getLocationSettings(tx, request.locationId),
    getOrderableMenu(tx, request.locationId),
  ]);
  if (isRefusal(location)) return location;
  if (menu === undefined)
    return refuse("menu_not_published", "this location has no menu yet, so nothing can be ordered");
  const priced = await price(tx, request, location, menu, deps.deliveryTerms);
  if (priced.kind === "refused") return basketRefused(priced.reasons);
  const spent = await claimCoupons(tx, customerOf(request), priced.coupons);
  if (spent.length > 0) return basketRefused(spent);
  const [number, asksFirst] = await Promise.all([
    deps.displayNumbers.next(location.id, localDate(location.timezone ?? "UTC", location.now)),
    location.connected_app_id === null
      ? false
      : isSubscribed(tx, location.connected_app_id, "order.validation_requested"),
  ]);
  return store(tx, { request, location, menu, priced, placedAt, number, asksFirst, deps });
}

function customerOf({ locationId, customer }: OrderRequest) {
  return { locationId, phone: customer.phone };
}

function basketRefused(reasons: readonly Reason[]): Refusal<"basket_refused"> {
  return refuse("basket_refused", reasons.map((reason) => reason.message).join(" "), { reasons });
}

interface Reason {
  readonly code: string;
  readonly message: string;
  readonly path: string;
  readonly menu_entity_id?: string;
}

async function price(
  tx: Tx,
  request: OrderRequest,
  location: LocationSettings,
  menu: OrderableNow,
  deliveryTerms: DeliveryTerms,
): Promise<PricedBasket | { readonly kind: "refused"; readonly reasons: readonly Reason[] }> {
  const reasons: Reason[] = [...checkGate(location, request)];
  const isDelivery = request.fulfillmentType === "delivery";
  const basket = {
    items: request.items,
    coupon_codes: request.couponCodes,
    ...(request.currency === undefined ? {} : { currency: request.currency }),
    ...(isDelivery ? {} : { tip: request.tip }),
  };
  const moment = {
    menu: menu.menu,
    outOfStock: menu.outOfStock,
    timeZone: location.timezone ?? "UTC",
    at: request.scheduledFor ?? location.now,
    fulfillmentType: request.fulfillmentType,
  };
  const goods = priceBasket({ ...moment, basket });
  if (goods.kind === "refused") return { kind: "refused", reasons: [...reasons, ...goods.reasons] };
  if (!isDelivery) return reasons.length > 0 ? { kind: "refused", reasons } : goods;
  if (goods.totals.currency !== menu.menu.currency) {
    const message = `Delivery is charged in ${menu.menu.currency} only.`;
    reasons.push({ code: "delivery_not_offered", message, path: "/currency" });
  }
  const terms = await deliveryTerms(tx, {
    location,
    coordinate: request.coordinate,
    subtotal: goods.totals.subtotal,
    currency: goods.totals.currency,
    at: moment.at,
  });
  if ("code" in terms) reasons.push(terms satisfies GateReason);
  if (reasons.length > 0 || "code" in terms) return { kind: "refused", reasons };
  return terms.fee === 0 && request.tip === 0
    ? goods
    : (priceBasket({ ...moment, basket, deliveryFee: terms.fee, deliveryTip: request.tip }) satisfies
        | typeof goods
        | { kind: "refused" });
}

interface Storing {
  readonly request: OrderRequest;
  readonly location: LocationSettings;
  readonly menu: OrderableNow;
  readonly priced: PricedBasket;
  readonly placedAt: Instant;
  readonly number: number;
  readonly asksFirst: boolean;
  readonly deps: PlacingDeps;
}

async function store(tx: Tx, storing: Storing): Promise<PlacedOrder> {
  const { request, location, menu, priced, deps } = storing;
  const dinerToken = randomBytes(24).toString("base64url");
  const now = storing.placedAt + location.clock_offset_seconds * 1000;
  const draft = newOrder(storing, now);
  const byLink = request.paymentOption === "link";
  // A processor charges nothing for an order without a price, and asks the diner for nothing.
  const paidAtOnce = byLink && (priced.totals.total === 0 || (request.paysAtOnce && !storing.asksFirst));
  const payment = byLink
    ? openPayment({
        orderId: draft.id,
        locationId: location.id,
        processor: deps.processor,
        amount: priced.totals.total,
        currency: priced.totals.currency,
        paid: paidAtOnce,
      })
    : null;
  const work = new OrderWork(
    { ...draft, payment_provider: payment?.processor ?? null, payment_link_token: payment?.link_token ?? null },
    now,
  );
  work.placed();
  work.tell("order.created", "created");
  if (storing.asksFirst) work.tell("order.validation_requested", "validation_requested");
  if (paidAtOnce) {
    work.change("payment_succeeded", "service", { payment_status: "paid" });
    work.tell("order.paid", "paid");
  }
  work.proceed(location.lead_minutes);
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
  if (paidAtOnce && payment?.processor === "test" && priced.totals.total > 0) sendSimulatedCharge(tx, work.order.id);
  await tellReceiver(tx, work.events, location.connected_app_id);
  if (work.order.timer_at !== null) tx.wake("timers");
  return { order: work.order, dinerToken };
}

function newOrder({ request, location, priced, number, asksFirst }: Storing, now: Instant): Order {
  return {
    id: newId("ord"),
    location_id: location.id,
    created_at: now,
    updated_at: now,
    sequence: 1,
    event_sequence: 0,
    status: "PENDING",
    passed: ["PENDING"],
    payment_status: request.paymentOption === "link" ? "unpaid" : "pay_in_store",
    fulfillment_type: request.fulfillmentType,
    display_number: String(number),
    customer: request.customer,
    line_items: priced.lines.map((line) => ({ id: newId("oli"), ...line })),
    totals: priced.totals,
    delivery_address: request.fulfillmentType === "delivery" ? request.deliveryAddress : null,
    scheduled_for: request.scheduledFor,
    notes: request.notes,
    external_id: null,
    estimated_ready_at: null,
    handed_over_at: null,
    decision_deadline: null,
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
  };
}

/** How a diner's token is stored. */
export function hashDinerToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
