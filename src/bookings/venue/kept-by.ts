/** Who keeps the book of a slot, a hold or a booking: Maple, or a reservation provider. Pure. */
import type { Id } from "../../kernel/id.ts";

export const keepers = ["native", "provider"] as const;
export type KeptBy = (typeof keepers)[number];

/** The book that something stands in: a location's, kept by us or by its provider. */
export interface LocationBook {
  readonly location_id: Id<"str">;
  readonly kept_by: KeptBy;
}
