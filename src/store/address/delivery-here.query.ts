/** The terms on which a location delivers to an address now, before any dish is chosen. */
import { checkZonesAt } from "../../delivery-zones/zones/check-zones.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Coordinate } from "../../locations/location/location.ts";
import type { Db } from "../../platform/postgres/database.ts";

/** All amounts are minor units of `currency`. */
export interface DeliveryTermsHere {
  /** `closed`: not at this hour. */
  readonly kind: "open" | "closed";
  readonly currency: string;
  readonly fee: number;
  readonly minimum: number | null;
  readonly freeOver: number | null;
  readonly minutes: { readonly min: number; readonly max: number } | null;
}

/** The terms of the zone that decides; undefined where no zone delivers to the place (rules/delivery-zones 3.1). */
export async function findDeliveryTerms(
  db: Db,
  locationId: Id<"str">,
  { latitude, longitude }: Coordinate,
): Promise<DeliveryTermsHere | undefined> {
  const checked = await checkZonesAt(db, locationId, { latitude, longitude, subtotal: null });
  if (isRefusal(checked) || checked.zone === null) return undefined;
  if (!checked.deliverable && checked.reason !== "zone_closed") return undefined;
  const { zone } = checked;
  return {
    kind: checked.deliverable ? "open" : "closed",
    currency: zone.currency,
    fee: zone.fee,
    minimum: zone.minimum_order,
    freeOver: zone.free_delivery_over,
    minutes: zone.estimated_minutes,
  };
}
