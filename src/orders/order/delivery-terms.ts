/** The port to delivery zones: whether the location delivers to an address, and for what fee. */
import type { Instant } from "../../kernel/clock.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { ReasonedRefusal } from "../../kernel/refusal.ts";
import type { GateReason } from "./order-gate.ts";

export interface DeliveryQuestion {
  readonly location: LocationSettings;
  readonly coordinate: { readonly latitude: number; readonly longitude: number } | null;
  /** Minor units of `currency`. */
  readonly subtotal: number;
  readonly currency: string;
  /** When it is to be delivered. */
  readonly at: Instant;
}

/** The fee in minor units, or a refusal with the reason why there is no delivery. */
export type DeliveryTerms = (
  db: Db,
  question: DeliveryQuestion,
) => Promise<{ readonly fee: number } | ReasonedRefusal<"basket_refused", GateReason>>;
