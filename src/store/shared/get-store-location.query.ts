/** A location with the first facts for its diners: whether it takes orders now, and if not, when. */
import { deliversAtAll } from "../../delivery-zones/zones/check-zones.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { getOrderableMenu } from "../../menus/read/get-orderable-menu.query.ts";
import { checkCapacity, findNextTime } from "../../orders/place/find-next-time.query.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { toStoreLocation, type StoreLocation } from "./store-location.ts";

/** The view of the location now; for a diner whose unpaid order ends when the next one is placed, the capacity of that one is free. */
export async function getStoreLocation(
  db: Db,
  id: Id<"str">,
  reader: Reader,
  instead: Id<"ord"> | null = null,
): Promise<StoreLocation | Refusal<"not_found">> {
  const [location, menu, delivers] = await Promise.all([
    getLocationSettings(db, id),
    getOrderableMenu(db, id),
    deliversAtAll(db, id),
  ]);
  if (isRefusal(location)) return location;
  const [capacity, nextPossibleTime] = await Promise.all([
    checkCapacity(db, location, null, instead),
    findNextTime(db, location, instead),
  ]);
  const currency = menu?.menu.currency ?? null;
  return toStoreLocation({ location, livemode: db.livemode, delivers, currency, capacity, nextPossibleTime }, reader);
}
