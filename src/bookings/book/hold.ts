/** A hold: a table kept for an app while its guest decides. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { canMove, type StateMachine } from "../../kernel/state-machine.ts";
import type { PaymentTerms } from "../venue/payment-terms.ts";
import type { KeptBy } from "../venue/kept-by.ts";

export const holdStatuses = ["live", "pending", "consumed", "released", "expired"] as const;
export type HoldStatus = (typeof holdStatuses)[number];

/** Who ends a hold: the app or the guest that has it, its time, or the provider that keeps it. */
export type HoldMover = "app" | "guest" | "time" | "provider";

/**
 * What becomes of a hold (rules/bookings 5.2). A guest who was slower than the hold may still book it. What a provider
 * booked counts also when the hold ended while the provider was asked.
 */
export const holdMachine: StateMachine<HoldStatus, HoldMover> = {
  states: holdStatuses,
  initial: ["live", "pending"],
  terminal: ["consumed"],
  transitions: [
    { from: "live", to: "consumed", by: ["app", "guest", "provider"], how: "booked" },
    { from: "live", to: "released", by: ["app", "guest"] },
    { from: "live", to: "expired", by: ["time"] },
    { from: "pending", to: "live", by: ["provider"] },
    { from: "pending", to: "released", by: ["app", "guest", "provider"] },
    { from: "pending", to: "expired", by: ["provider"] },
    { from: "expired", to: "consumed", by: ["guest", "provider"], how: "booked late" },
    { from: "released", to: "consumed", by: ["provider"], how: "booked meanwhile" },
  ],
};

/** Live or pending holds of one app at one location (rules/bookings 5.5). */
export const holdLimit = 10;

export interface HeldExperience {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Absent in holds from before experiences had photos. */
  readonly photo_url?: string | null;
  readonly prepayment_required: boolean;
}

export interface Hold {
  readonly id: Id<"bkh">;
  readonly location_id: Id<"str">;
  /** Of the location. */
  readonly time_zone: string;
  readonly kept_by: KeptBy;
  /** Null for a guest on the booking page. */
  readonly app_id: Id<"app"> | null;
  readonly created_at: Instant;
  readonly status: HoldStatus;
  /** In the location's clock; at this very instant the hold is over. */
  readonly expires_at: Instant;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
  readonly party_size: number;
  readonly area_id: string;
  readonly area_name: string;
  /** The area that was asked for; null: anywhere, and `area_id` is what the rule of seating found. */
  readonly wanted_area_id: string | null;
  readonly unit_ids: readonly string[];
  readonly experience: HeldExperience | null;
  /** What is to be paid ahead, as it was shown; null: nothing. */
  readonly payment: PaymentTerms | null;
  readonly booking_id: Id<"bkg"> | null;
}

/** The hold as of now: past its time it is expired, whether or not the sweep has been by. */
export function asOf(hold: Hold, now: Instant): Hold {
  return canMove(holdMachine, hold.status, "expired", "time") && hold.expires_at <= now
    ? { ...hold, status: "expired" }
    : hold;
}
