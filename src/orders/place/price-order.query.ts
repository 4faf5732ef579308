/**
 * Prices and judges a diner's request: the gate, the basket and the delivery in one answer, for quotes and orders alike
 * (rules/ordering 5.1). Nothing is changed or held. The answer is of the menu and the location that were given.
 */
import { isRefusal, ReasonedRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { getOrderableMenu, type OrderableNow } from "../../menus/read/get-orderable-menu.query.ts";
import type { OrderingMoment } from "../../menus/read/orderable-menu.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Basket } from "../../pricing/basket.ts";
import { priceBasket } from "../../pricing/price-basket.ts";
import type { PricedBasket } from "../../pricing/priced-basket.ts";
import type { DeliveryTerms } from "../order/delivery-terms.ts";
import { findNextTime } from "./find-next-time.query.ts";
import { checkGate, checkLocation } from "../order/order-gate.ts";
import type { QuoteRequest } from "../order/order-request.ts";
import { inWords } from "../order/order-times.ts";
import { toUnixSeconds } from "../../kernel/clock.ts";

/** A location and its menu as they are at one moment. */
export interface OrderContext {
  readonly location: LocationSettings;
  readonly menu: OrderableNow;
}

/** Why something is refused; `path` is a JSON Pointer into the request. */
export interface Reason {
  readonly code: string;
  readonly message: string;
  readonly path: string;
  readonly menu_entity_id?: string;
}

/** Every reason against an order, with what it would cost where only the moment, the place or the payment is at fault. */
export class RefusedOrder extends ReasonedRefusal<"basket_refused", Reason> {
  readonly priced: PricedBasket | null;

  constructor(reasons: readonly Reason[], priced: PricedBasket | null) {
    super("basket_refused", reasons);
    this.priced = priced;
  }
}

/** Reads what an order is judged by. */
export async function findOrderContext(
  db: Db,
  locationId: QuoteRequest["locationId"],
): Promise<OrderContext | Refusal<"not_found" | "menu_not_published">> {
  const [location, menu] = await Promise.all([getLocationSettings(db, locationId), getOrderableMenu(db, locationId)]);
  if (isRefusal(location)) return location;
  if (menu === undefined)
    return refuse("menu_not_published", "this location has no menu yet, so nothing can be ordered");
  return { location, menu };
}

/** The moment that the basket is judged by: when the order is for. */
export function momentOf(
  { location, menu }: OrderContext,
  request: Pick<QuoteRequest, "fulfillmentType" | "scheduledFor">,
) {
  return {
    menu: menu.menu,
    outOfStock: menu.outOfStock,
    timeZone: location.timezone ?? "UTC",
    at: request.scheduledFor ?? location.now,
    fulfillmentType: request.fulfillmentType,
  } satisfies OrderingMoment;
}

/** The price of what is asked for, or every reason against it. */
export async function priceOrder(
  db: Db,
  request: QuoteRequest,
  context: OrderContext,
  deliveryTerms: DeliveryTerms,
): Promise<PricedBasket | RefusedOrder> {
  const reasons: Reason[] = [...checkGate(context.location, request)];
  const isDelivery = request.fulfillmentType === "delivery";
  const basket: Basket = {
    items: request.items,
    coupon_codes: request.couponCodes,
    ...(request.currency === undefined ? {} : { currency: request.currency }),
    ...(isDelivery ? {} : { tip: request.tip }),
  };
  const moment = momentOf(context, request);
  const goods = priceBasket({ ...moment, basket });
  if (isRefusal(goods)) return new RefusedOrder([...reasons, ...goods.reasons], null);
  const priced = isDelivery
    ? await priceDelivery(db, { request, context, moment, basket, goods, reasons }, deliveryTerms)
    : goods;
  if (reasons.length > 0) return new RefusedOrder(reasons, priced);
  const changed = checkTotal(request, priced);
  return changed === undefined ? priced : new RefusedOrder([changed], priced);
}

interface Delivered {
  readonly request: QuoteRequest;
  readonly context: OrderContext;
  readonly moment: OrderingMoment;
  readonly basket: Basket;
  readonly goods: PricedBasket;
  /** Gets what speaks against the delivery. */
  readonly reasons: Reason[];
}

async function priceDelivery(db: Db, delivered: Delivered, deliveryTerms: DeliveryTerms): Promise<PricedBasket> {
  const { request, context, moment, basket, goods, reasons } = delivered;
  if (goods.totals.currency !== moment.menu.currency) {
    const message = `Delivery is charged in ${moment.menu.currency} only.`;
    reasons.push({ code: "delivery_not_offered", message, path: "/currency" });
  }
  const terms = await deliveryTerms(db, {
    location: context.location,
    coordinate: request.coordinate,
    subtotal: goods.totals.subtotal,
    currency: goods.totals.currency,
    at: moment.at,
  });
  if (isRefusal(terms)) {
    reasons.push(...terms.reasons);
    return goods;
  }
  if (terms.fee === 0 && request.tip === 0) return goods;
  const priced = priceBasket({ ...moment, basket, deliveryFee: terms.fee, deliveryTip: request.tip });
  if (isRefusal(priced)) throw new Error("a basket was priced and then refused with its delivery");
  return priced;
}

/** The diner pays what it was shown, or is asked again. */
function checkTotal({ expectedTotal }: QuoteRequest, { totals }: PricedBasket): Reason | undefined {
  if (expectedTotal === undefined || expectedTotal === totals.total) return undefined;
  const [before, now] = [formatMoney(expectedTotal, totals.currency), formatMoney(totals.total, totals.currency)];
  const message = `The total has changed from ${before} to ${now}. Nothing was ordered; look at it again.`;
  return { code: "price_changed", message, path: "/expected_total" };
}

/** Reasons that another time would take away. */
const ofTheTime = new Set(["closed_now", "location_paused", "too_soon", "slot_full"]);

/** The refusal of a basket: its reasons in words and as data, and the next possible time where the time is at fault. */
export async function basketRefused(
  db: Db,
  location: LocationSettings,
  reasons: readonly Reason[],
  instead: QuoteRequest["instead"] = null,
): Promise<Refusal<"basket_refused">> {
  const message = reasons.map((reason) => reason.message).join(" ");
  const isTime = reasons.some(({ code, path }) => ofTheTime.has(code) && (path === "" || path === "/scheduled_for"));
  if (!isTime || checkLocation(location).length > 0) return refuse("basket_refused", message, { reasons });
  const next = await findNextTime(db, location, instead);
  const words = next === null ? "No later time can be ordered for yet." : `Next possible: ${inWords(location, next)}.`;
  return refuse("basket_refused", `${message} ${words}`, {
    reasons,
    next_possible_time: next === null ? null : toUnixSeconds(next),
  });
}
