import type { Instant } from "../../kernel/clock.ts";

export const claimKinds = ["booking", "hold", "walk_in", "block"] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** A unit being taken for a time; an owner that takes several units has one claim for each. */
export interface Claim {
  readonly unitId: string;
  readonly from: Instant;
  /** Exclusive; the buffer after the stay is part of it. */
  readonly until: Instant;
  readonly kind: ClaimKind;
  readonly ownerId: string;
  /** The reserved start, by which pacing counts. */
  readonly startsAt: Instant;
  readonly partySize: number;
}
