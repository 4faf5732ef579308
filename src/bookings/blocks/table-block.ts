/** Tables that are taken out of use for a while. Times are in the clock of their location (rules/stand 2). Pure. */
import type { Actor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { done, type Done, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import type { Claim, ClaimKind } from "../tables/claim.ts";
import type { Venue } from "../venue/venue.ts";

export interface TableBlock {
  readonly id: Id<"blk">;
  readonly location_id: Id<"str">;
  readonly unit_ids: readonly string[];
  readonly starts_at: Instant;
  /** Exclusive. When the block was lifted, that moment. */
  readonly ends_at: Instant;
  readonly reason: string | null;
  readonly created_at: Instant;
  readonly created_by: Actor | null;
  readonly lifted_at: Instant | null;
}

/** What a host wants to block. */
export interface WantedBlock {
  readonly unitIds: readonly string[];
  /** Null: from now on. */
  readonly from: Instant | null;
  readonly until: Instant;
  readonly reason: string | null;
}

const minuteMs = 60_000;
const longestMs = 24 * 60 * minuteMs;
const furthestMs = 366 * 24 * 60 * minuteMs;

/** Refuses times that no block can have, and tables that the location does not have; names every field that is wrong. */
export function checkBlock(
  venue: Venue,
  { unitIds, from, until }: WantedBlock,
  now: Instant,
): Done | Refusal<"invalid_request"> {
  const start = Math.max(from ?? now, now);
  const wrong = [
    ...unitIds.flatMap((unitId, index) =>
      venue.units.has(unitId) ? [] : [{ path: `body.unit_ids[${index}]`, message: "names no table of this location" }],
    ),
    ...(until > start ? [] : [{ path: "body.until", message: "must be later than body.from, and later than now" }]),
    ...(until - start <= longestMs
      ? []
      : [{ path: "body.until", message: "must be at most 24 hours after body.from" }]),
    ...(start <= now + furthestMs ? [] : [{ path: "body.from", message: "must be within the next 366 days" }]),
  ];
  return wrong.length === 0 ? done : invalidRequest(wrong);
}

/** What is in the way of a block. */
export interface BlockConflict {
  readonly unit_id: string;
  readonly kind: ClaimKind;
  /** The booking, hold or block that has the table. */
  readonly owner_id: string;
  readonly starts_at: Instant;
  readonly ends_at: Instant;
}

/** Everything that has one of the tables within the time, by table and start. */
export function conflictsOf(
  claims: readonly Claim[],
  unitIds: readonly string[],
  { from, until }: { readonly from: Instant; readonly until: Instant },
): readonly BlockConflict[] {
  return claims
    .filter((claim) => unitIds.includes(claim.unitId) && claim.from < until && from < claim.until)
    .map(({ unitId, kind, ownerId, from: starts_at, until: ends_at }) => ({
      unit_id: unitId,
      kind,
      owner_id: ownerId,
      starts_at,
      ends_at,
    }))
    .toSorted((a, b) => a.unit_id.localeCompare(b.unit_id, "en") || a.starts_at - b.starts_at);
}

/** The conflicts in a sentence: the first three of them. */
export function conflictSentence(timeZone: string, conflicts: readonly BlockConflict[]): string {
  const clock = (at: Instant): string => localTimeOf(timeZone, at).slice(11, 16);
  const named = conflicts
    .slice(0, 3)
    .map(
      ({ unit_id, starts_at, ends_at }) => `table ${unit_id} is taken from ${clock(starts_at)} to ${clock(ends_at)}`,
    );
  const more = conflicts.length - named.length;
  return named.join(", ") + (more > 0 ? `, and ${more} more` : "");
}
