/**
 * Gives a demonstration location the orders of the weeks before: paid, denied, cancelled, paid back, each at its own
 * time. Called within the transaction that seeds; the location has its menu. Nobody gets an event or a message.
 */
import { randomBytes } from "node:crypto";
import { newConfirmationCode } from "../../kernel/confirmation-code.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { getOrderableMenu, type OrderableNow } from "../../menus/read/get-orderable-menu.query.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { drawPlausibleBasket } from "../../pricing/draw-basket.ts";
import { priceBasket } from "../../pricing/price-basket.ts";
import type { PricedBasket } from "../../pricing/priced-basket.ts";
import { orderRows } from "./order-rows.ts";
import { sendLastNumber, sendPastOrders } from "./past-orders.sql.ts";
import { planOrders, type OrderHabits, type PlannedOrder } from "./plan-orders.ts";
import { playOrder, type Makers, type PastOrder, type PastLocation } from "./play-order.ts";

export interface PastOrderHabits extends Omit<OrderHabits, "timeZone" | "delivers"> {
  /** What diners pay for having it brought; null where nothing is brought. */
  readonly delivery: {
    readonly fee: number;
    readonly freeOver: number;
    readonly address: PastLocation["address"];
  } | null;
}

const make: Makers = {
  id: newId,
  code: newConfirmationCode,
  secret: () => randomBytes(24).toString("base64url"),
};

/** Seeds the past orders of a location. */
export async function seedPastOrders(tx: Tx, locationId: Id<"str">, habits: PastOrderHabits): Promise<void> {
  const [location, menu] = await Promise.all([getLocationSettings(tx, locationId), getOrderableMenu(tx, locationId)]);
  if (isRefusal(location) || menu === undefined) throw new Error("the demonstration location has no menu");
  const { now, connected_app_id: connectedApp, payment_window_minutes: paymentMinutes } = location;
  const timeZone = location.timezone ?? "UTC";
  const pastLocation = { make, locationId, connectedApp, paymentMinutes, leadMinutes: location.lead_minutes };
  const numbers = new Map<string, number>();
  const past: PastOrder[] = [];
  for (const planned of planOrders(now, { ...habits, timeZone, delivers: habits.delivery !== null })) {
    const priced = price(planned, { menu, timeZone, delivery: habits.delivery });
    if (priced === null) continue;
    const day = localDate(timeZone, planned.at);
    const number = (numbers.get(day) ?? 0) + 1;
    numbers.set(day, number);
    past.push(playOrder(planned, priced, { ...pastLocation, address: habits.delivery?.address ?? null }, number));
  }
  sendPastOrders(tx, orderRows(past, menu.versionId, make));
  const today = localDate(timeZone, now);
  const last = numbers.get(today);
  if (last !== undefined) sendLastNumber(tx, locationId, today, last);
}

interface Offer {
  readonly menu: OrderableNow;
  readonly timeZone: string;
  readonly delivery: PastOrderHabits["delivery"];
}

/** A basket that could be ordered at that time with its price; null where nothing was offered then. */
function price(planned: PlannedOrder, { menu, timeZone, delivery }: Offer): PricedBasket | null {
  const { at, fulfillmentType, random, tipPercent } = planned;
  const moment = { menu: menu.menu, outOfStock: new Set<string>(), timeZone, at, fulfillmentType };
  const items = drawPlausibleBasket(moment, random);
  if (items.length === 0) return null;
  const goods = priceBasket({ ...moment, basket: { items } });
  if (isRefusal(goods)) return null;
  const { subtotal } = goods.totals;
  // In steps of ten cents, as people give it.
  const tip = Math.round((subtotal * tipPercent) / 1_000) * 10;
  const isDelivery = fulfillmentType === "delivery" && delivery !== null;
  const priced = isDelivery
    ? priceBasket({
        ...moment,
        basket: { items },
        deliveryFee: subtotal >= delivery.freeOver ? 0 : delivery.fee,
        deliveryTip: tip,
      })
    : priceBasket({ ...moment, basket: { items, tip } });
  return isRefusal(priced) ? null : priced;
}
