/**
 * Blocks tables and lifts a block (rules/stand 2). Guarantees: a block has all of its tables or none. At no moment of the
 * block has one of its tables a party, a guest who is about to book, or another block. Lifting frees the tables at once.
 * A crash leaves a block whole or not at all.
 */
import type { Actor } from "../../kernel/actor.ts";
import { toIso } from "../../kernel/clock.ts";
import { newId } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { tableGone } from "../search/lock-slot.command.ts";
import * as claims from "../tables/claims.sql.ts";
import { lockDays, lockDaysAt, sendDays } from "../tables/lock-days.command.ts";
import { requireVenue, type VenueState } from "../venue/venue.query.ts";
import type { Venue } from "../venue/venue.ts";
import * as sql from "./blocks.sql.ts";
import { checkBlock, conflictsOf, conflictSentence, type TableBlock, type WantedBlock } from "./table-block.ts";

export type BlockRefusal = Refusal<
  "invalid_request" | "slot_unavailable" | "capability_unsupported" | "configuration_missing"
>;

/** The most conflicts that a refusal names. */
const mostNamed = 50;

/** Blocks tables; `state` is the location's as the caller has read and admitted it. */
export async function blockTables(
  tx: Tx,
  state: VenueState,
  wanted: WantedBlock,
  by: Actor,
): Promise<TableBlock | BlockRefusal> {
  const before = requireVenue(state);
  if (isRefusal(before)) return before;
  const early = checkBlock(before.venue, wanted, before.now);
  if (isRefusal(early)) return early;
  const span = { from: Math.max(wanted.from ?? state.now, state.now), until: wanted.until };
  const locked = await lockDays(tx, before.venue, [span]);
  const ready = requireVenue(locked.state);
  if (isRefusal(ready)) return ready;
  const { venue } = ready;
  const checked = checkBlock(venue, wanted, locked.now);
  if (isRefusal(checked)) return checked;
  const block: TableBlock = {
    id: newId("blk"),
    location_id: venue.locationId,
    unit_ids: wanted.unitIds,
    starts_at: Math.max(span.from, locked.now),
    ends_at: wanted.until,
    reason: wanted.reason,
    created_at: locked.now,
    created_by: by,
    lifted_at: null,
  };
  const taken = conflictsOf(locked.claims, block.unit_ids, { from: block.starts_at, until: block.ends_at });
  if (taken.length > 0) {
    const conflicts = taken
      .slice(0, mostNamed)
      .map((one) => ({ ...one, starts_at: toIso(one.starts_at), ends_at: toIso(one.ends_at) }));
    return refuse("slot_unavailable", conflictSentence(venue.timeZone, taken), { conflicts });
  }
  if (!(await claimTables(tx, venue, block))) return tableGone();
  sql.sendBlock(tx, block);
  sendDays(tx, locked, [span]);
  recordLiveChange(tx, block.location_id, "floor", block.location_id);
  return block;
}

/** Lifts a block; one that is over already stays as it is. */
export async function liftBlock(tx: Tx, found: TableBlock): Promise<TableBlock> {
  const span = { from: found.starts_at, until: found.ends_at };
  const locked = await lockDaysAt(tx, found.location_id, [span]);
  const lifted = await sql.liftBlock(tx, found.id, locked.now);
  if (lifted === undefined) return (await sql.findBlock(tx, found.id)) ?? found;
  claims.sendRelease(tx, found.id);
  sendDays(tx, locked, [span]);
  recordLiveChange(tx, found.location_id, "floor", found.location_id);
  return lifted;
}

/** Claims every table of a block; false when somebody has one of them, and then the work must be undone. */
async function claimTables(tx: Tx, venue: Venue, block: TableBlock): Promise<boolean> {
  const byArea = Map.groupBy(block.unit_ids, (unitId) => venue.units.get(unitId)?.area.areaId ?? "");
  for (const [areaId, unitIds] of byArea) {
    const claimed = await claims.insertClaims(tx, {
      locationId: block.location_id,
      ownerId: block.id,
      kind: "block",
      unitIds,
      areaId,
      from: block.starts_at,
      until: block.ends_at,
      startsAt: block.starts_at,
      partySize: 0,
      expiresAt: null,
    });
    if (!claimed) return false;
  }
  return true;
}
