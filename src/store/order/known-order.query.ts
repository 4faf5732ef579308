/** The order behind a diner's token, the location that sold it, and the reader: of one moment. */
import { isRefusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { findOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import type { PageCall } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Database } from "../../platform/postgres/database.ts";
import type { StoreOrder } from "./store-order.ts";
import { trackOrder } from "./track-order.query.ts";

export interface OrderPagesDeps {
  readonly database: Database;
  readonly baseUrl: () => string;
}

export interface KnownOrder {
  readonly order: StoreOrder;
  readonly location: LocationSettings;
  readonly reader: Reader;
}

/** Undefined for every text that is not the token of an order. */
export function findKnownOrder(
  { database, baseUrl }: OrderPagesDeps,
  { params, reader }: Pick<PageCall<"token">, "params" | "reader">,
): Promise<KnownOrder | undefined> {
  return database.snapshot(async (db) => {
    const found = await findOrderByToken(db, params.token);
    const location = found === undefined ? undefined : await getLocationSettings(db, found.location_id);
    if (found === undefined || location === undefined || isRefusal(location)) return undefined;
    const about = { language: location.language, country: location.address.country };
    const context = {
      livemode: database.livemode,
      baseUrl: baseUrl(),
      reader: reader({ stored: found.language, location: about }),
    };
    const order = await trackOrder(db, params.token, context);
    return isRefusal(order) ? undefined : { order, location, reader: context.reader };
  });
}
