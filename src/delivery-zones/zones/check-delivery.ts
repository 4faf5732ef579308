/**
 * Whether a location delivers to a point, and on what terms (rules/delivery-zones 3.1 to 3.4): the one rule behind the
 * check, the diner's quote and the placing of an order. Pure: the time is a parameter, amounts are minor units.
 */
import type { Instant } from "../../kernel/clock.ts";
import { isOpenAt } from "../../kernel/wall-time.ts";
import type { DeliveryZone } from "./delivery-zone.ts";
import type { ZoneIndex } from "./zone-index.ts";

export interface DeliveryQuestion {
  readonly latitude: number;
  readonly longitude: number;
  /** Null: not known yet. */
  readonly subtotal: number | null;
  /** When it is to be delivered. */
  readonly at: Instant;
  readonly timeZone: string;
}

export type NoDelivery = "outside_zones" | "zone_closed" | "disabled";

export type DeliveryCheck =
  | {
      readonly deliverable: true;
      readonly zone: DeliveryZone;
      readonly fee: number;
      /** Null: the subtotal is not known. */
      readonly minimumReached: boolean | null;
    }
  | { readonly deliverable: false; readonly reason: NoDelivery; readonly zone: DeliveryZone | null };

/**
 * The first zone in precedence that covers the point, is enabled and is open then. Without one, what comes nearest to
 * it: a zone that is closed, else one that is disabled, else nothing.
 */
export function checkDelivery(index: ZoneIndex, question: DeliveryQuestion): DeliveryCheck {
  const found: Record<"open" | "closed" | "disabled", DeliveryZone | null> = {
    open: null,
    closed: null,
    disabled: null,
  };
  index.visitAt(question.longitude, question.latitude, (zone) => {
    if (!zone.enabled) found.disabled ??= zone;
    else if (zone.hours === null || isOpenAt(zone.hours, question.timeZone, question.at)) found.open = zone;
    else found.closed ??= zone;
    return found.open !== null;
  });
  if (found.open !== null) return terms(found.open, question.subtotal);
  if (found.closed !== null) return { deliverable: false, reason: "zone_closed", zone: found.closed };
  if (found.disabled !== null) return { deliverable: false, reason: "disabled", zone: found.disabled };
  return { deliverable: false, reason: "outside_zones", zone: null };
}

/** Reaching an amount is enough, for the minimum and for free delivery alike. */
function terms(zone: DeliveryZone, subtotal: number | null): DeliveryCheck {
  const { free_delivery_over: freeOver, minimum_order: minimum } = zone;
  const isFree = freeOver !== null && subtotal !== null && subtotal >= freeOver;
  return {
    deliverable: true,
    zone,
    fee: isFree ? 0 : zone.fee,
    minimumReached: minimum === null ? true : subtotal === null ? null : subtotal >= minimum,
  };
}
