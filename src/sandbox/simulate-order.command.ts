/** A simulated diner: orders by the code of real diners (rules/ordering 15.2). */
import { findDeliverablePoint } from "../delivery-zones/preview/draw-point.query.ts";
import type { Id } from "../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import { getGrantedLocation, getLocationSettings } from "../locations/grants/read-locations.query.ts";
import { getOrderableMenu } from "../menus/read/get-orderable-menu.query.ts";
import {
  placeOrder,
  type PlacedOrder,
  type PlacingDeps,
  type PlacingRefusal,
} from "../orders/place/place-order.command.ts";
import type { OrderRequest } from "../orders/order/order-request.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { BasketItem } from "../pricing/basket.ts";
import { drawPlausibleBasket } from "../pricing/draw-basket.ts";

export interface SimulatedOrder extends Omit<OrderRequest, "items"> {
  /** Absent: a plausible basket is drawn from the published menu. */
  readonly items: readonly BasketItem[] | undefined;
  /** The diner lives where the location delivers: the coordinate is drawn, when there is any such point. */
  readonly drawsCoordinate: boolean;
}

/** Places an order at a location granted to the app. */
export async function simulateOrder(
  tx: Tx,
  app: Id<"app">,
  request: SimulatedOrder,
  deps: PlacingDeps,
): Promise<PlacedOrder | PlacingRefusal> {
  const granted = await getGrantedLocation(tx, app, request.locationId);
  if (isRefusal(granted)) return granted;
  const items = request.items ?? (await drawItems(tx, request));
  if (isRefusal(items)) return items;
  const coordinate = request.drawsCoordinate ? await drawCoordinate(tx, request) : request.coordinate;
  return placeOrder(tx, { ...request, items, coordinate }, deps);
}

async function drawCoordinate(tx: Tx, request: SimulatedOrder): Promise<OrderRequest["coordinate"]> {
  const location = await getLocationSettings(tx, request.locationId);
  if (isRefusal(location)) return null;
  return findDeliverablePoint(tx, location.id, {
    at: request.scheduledFor ?? location.now,
    timeZone: location.timezone ?? "UTC",
    random: Math.random,
  });
}

async function drawItems(
  tx: Tx,
  request: SimulatedOrder,
): Promise<readonly BasketItem[] | Refusal<"menu_not_published" | "basket_refused" | "not_found">> {
  const [location, menu] = await Promise.all([
    getLocationSettings(tx, request.locationId),
    getOrderableMenu(tx, request.locationId),
  ]);
  if (isRefusal(location)) return location;
  if (menu === undefined)
    return refuse("menu_not_published", "this location has no menu yet, so nothing can be ordered");
  const moment = {
    menu: menu.menu,
    outOfStock: menu.outOfStock,
    timeZone: location.timezone ?? "UTC",
    at: request.scheduledFor ?? location.now,
    fulfillmentType: request.fulfillmentType,
  };
  const items = drawPlausibleBasket(moment, Math.random);
  if (items.length > 0) return items;
  const message = "Nothing of the menu can be ordered at this time: everything is out of stock or outside its hours.";
  return refuse("basket_refused", message, { reasons: [{ code: "not_available_now", message, path: "/items" }] });
}
