/** Reads the public part of a restaurant: its profile, its pictures, and what guests can do there. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { Picture } from "../../locations/storefront/pictures.ts";
import { listPictures } from "../../locations/grants/read-locations.query.ts";
import { getOrderableMenu, type OrderableNow } from "../../menus/read/get-orderable-menu.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { requireWaitlist } from "../../waitlist/line/require-waitlist.ts";
import { readBookingLocation } from "../book/booking-location.query.ts";

export interface FrontLocation {
  readonly location: LocationSettings;
  readonly pictures: readonly Picture[];
  /** Undefined before one is published. */
  readonly menu: OrderableNow | undefined;
  /** What guests can do here. */
  readonly takes: { readonly orders: boolean; readonly bookings: boolean; readonly waits: boolean };
}

/** The restaurant of a location, as of one moment where the caller reads in a snapshot; undefined where there is none. */
export async function readFrontLocation(db: Db, id: Id<"str">): Promise<FrontLocation | undefined> {
  const [here, menu, pictures] = await Promise.all([
    readBookingLocation(db, id),
    getOrderableMenu(db, id),
    listPictures(db, id),
  ]);
  if (here === undefined) return undefined;
  const { location, state } = here;
  return {
    location,
    pictures,
    menu,
    takes: {
      orders: menu !== undefined && location.status !== "inactive",
      bookings: location.bookings_enabled,
      waits: !isRefusal(requireWaitlist(state)),
    },
  };
}
