/** A delivery zone: an area in which a location delivers, and on what terms (rules/delivery-zones 1.2). */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Availability } from "../../kernel/wall-time.ts";
import type { ZoneGeometry } from "../geometry/geometry.ts";

/** All amounts are minor units of `currency`. */
export interface ZoneTerms {
  readonly name: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly currency: string;
  readonly fee: number;
  /** Enforced on the subtotal of an order; reaching it is enough. Null: none. */
  readonly minimum_order: number | null;
  /** From this subtotal on the delivery costs nothing; reaching it is enough. Null: never. */
  readonly free_delivery_over: number | null;
  readonly estimated_minutes: { readonly min: number; readonly max: number } | null;
  /** Local times of the location; null: whenever it takes orders. */
  readonly hours: Availability | null;
}

/** What a caller sets. */
export interface ZoneFields extends ZoneTerms {
  readonly geometry: ZoneGeometry;
  readonly corners: number;
  readonly area_square_meters: number;
}

export interface DeliveryZone extends ZoneFields {
  readonly id: Id<"dzn">;
  readonly location_id: Id<"str">;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  /** 1 for a new zone, one more with every change. */
  readonly version: number;
  /** Drawn anew at every write and never used twice: equal stamps are the same zone, unchanged. */
  readonly stamp: number;
}

/** What one location may have; beyond it a write is refused, so that the index of a location stays small. */
export const maxZones = 10_000;
export const maxCornersOfLocation = 500_000;

/**
 * Which of two zones is used where both deliver: the higher priority, then the lower fee, then the smaller area, then
 * the id. Below 0: the first.
 */
export function compareZones(a: DeliveryZone, b: DeliveryZone): number {
  return (
    b.priority - a.priority ||
    a.fee - b.fee ||
    a.area_square_meters - b.area_square_meters ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}
