/** Checks a delivery, for partners (`check`), for quotes and for orders. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, refuseFor, type ReasonedRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getConnection } from "../../locations/grants/read-locations.query.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { checkDelivery, type DeliveryCheck } from "./check-delivery.ts";
import { findDeliveryState, findSetVersion } from "./delivery-zones.sql.ts";
import type { Point } from "../geometry/geometry.ts";
import type { NotConnected } from "./read-zones.query.ts";
import { getZoneIndex } from "./zone-index.query.ts";

/** For the app that holds the connection, at the location's own time. `subtotal` is in minor units, null when unknown. */
export async function checkZones(
  db: Db,
  app: Id<"app">,
  locationId: Id<"str">,
  { latitude, longitude, subtotal }: Point & { readonly subtotal: number | null },
): Promise<DeliveryCheck | NotConnected> {
  const state = await findDeliveryState(db, locationId);
  if (state === undefined || state.connected_app_id !== app) {
    const connection = await getConnection(db, app, locationId);
    if (isRefusal(connection)) return connection;
    return checkZones(db, app, locationId, { latitude, longitude, subtotal });
  }
  const index = await getZoneIndex(db, locationId, state.version);
  return checkDelivery(index, { latitude, longitude, subtotal, at: state.now, timeZone: state.time_zone });
}

/** The same for those who manage the location. */
export async function checkZonesAt(
  db: Db,
  locationId: Id<"str">,
  { latitude, longitude, subtotal }: Point & { readonly subtotal: number | null },
): Promise<DeliveryCheck | Refusal<"not_found">> {
  const state = await findDeliveryState(db, locationId);
  if (state === undefined) return refuse("not_found", `there is no location ${locationId}`);
  const index = await getZoneIndex(db, locationId, state.version);
  return checkDelivery(index, { latitude, longitude, subtotal, at: state.now, timeZone: state.time_zone });
}

export interface OrderQuestion {
  readonly location: { readonly id: Id<"str">; readonly name: string | null; readonly timezone: string | null };
  /** Where the order goes; null when the address has no coordinate. */
  readonly coordinate: Point | null;
  /** Minor units of `currency`. */
  readonly subtotal: number;
  readonly currency: string;
  /** When it is to be delivered. */
  readonly at: Instant;
}

export interface NoDeliveryReason {
  readonly code: "delivery_not_offered" | "address_not_located" | "outside_zones" | "closed_now" | "below_minimum";
  readonly message: string;
  /** A JSON Pointer into the order request. */
  readonly path: string;
  /** Below the minimum: what the subtotal must be at least, and what is missing. */
  readonly minimum_order?: MinorMoney;
  readonly missing?: MinorMoney;
}

/** Minor units with their currency. */
interface MinorMoney {
  readonly amount: number;
  readonly currency: string;
}

export type NoDelivery = ReasonedRefusal<"basket_refused", NoDeliveryReason>;

function noDelivery(reason: NoDeliveryReason): NoDelivery {
  return refuseFor("basket_refused", [reason]);
}

/** The fee in minor units, or why the order is not delivered (rules/ordering 7.8, rules/delivery-zones 4.3). */
export async function quoteDelivery(db: Db, question: OrderQuestion): Promise<{ readonly fee: number } | NoDelivery> {
  const { location, coordinate, subtotal, currency } = question;
  const index = await getZoneIndex(db, location.id, await findSetVersion(db, location.id));
  const name = location.name ?? "The location";
  const path = "/delivery_address";
  if (!index.zones.some((zone) => zone.enabled)) {
    return noDelivery({
      code: "delivery_not_offered",
      message: `${name} does not deliver.`,
      path: "/fulfillment_type",
    });
  }
  if (coordinate === null) {
    const message = "It is not known where on the map this address is: its latitude and longitude are needed.";
    return noDelivery({ code: "address_not_located", message, path });
  }
  const timeZone = location.timezone ?? "UTC";
  const checked = checkDelivery(index, { ...coordinate, subtotal, at: question.at, timeZone });
  if (!checked.deliverable) {
    return checked.reason === "zone_closed"
      ? noDelivery({ code: "closed_now", message: `${name} does not deliver to this address at that time.`, path })
      : noDelivery({ code: "outside_zones", message: `${name} does not deliver to this address.`, path });
  }
  const { zone, fee } = checked;
  if (zone.currency !== currency) {
    const message = `${name} cannot deliver: its delivery fee is in ${zone.currency} and its menu in ${currency}.`;
    return noDelivery({ code: "delivery_not_offered", message, path: "/fulfillment_type" });
  }
  if (checked.minimumReached === false) {
    const least = { amount: zone.minimum_order ?? 0, currency };
    const missing = { amount: least.amount - subtotal, currency };
    const [wanted, more] = [least, missing].map(({ amount }) => formatMoney(amount, currency));
    const message = `For delivery to this address the subtotal must be at least ${wanted}; ${more} more is needed.`;
    return noDelivery({ code: "below_minimum", message, path: "/items", minimum_order: least, missing });
  }
  return { fee };
}

/** Whether the location delivers anywhere. */
export async function deliversAtAll(db: Db, locationId: Id<"str">): Promise<boolean> {
  const index = await getZoneIndex(db, locationId, await findSetVersion(db, locationId));
  return index.zones.some((zone) => zone.enabled);
}
