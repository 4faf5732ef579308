/** Holds and the line on the wire of a stand. Pure. */
import type { HeldTables } from "../../bookings/tables/held-tables.sql.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { undoOf, type WaitlistEntry } from "../../waitlist/entry/waitlist-entry.ts";
import type { WaitBand } from "../../waitlist/estimate/wait-band.ts";
import type { ReadLine } from "../../waitlist/line/read-waitlist.query.ts";
import { entryToWire, type EntryPosition } from "../../waitlist/line/waitlist-wire.ts";
import type { TableBlock } from "../../bookings/blocks/table-block.ts";
import { partyToWire, type Names } from "../bookings/booking-wire.ts";
import type { StandEntry, StandWaitlist } from "./stand-waitlist.schemas.ts";
import type { StandFloor, TableBlockWire } from "./stand-wire.schemas.ts";

const isoOrNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));

/** Writes what has tables beside bookings. */
export function floorToStand(
  locationId: Id<"str">,
  {
    holds,
    blocks,
    names,
  }: { readonly holds: readonly HeldTables[]; readonly blocks: readonly TableBlock[]; readonly names: Names },
): StandFloor {
  return {
    object: "stand_floor",
    location_id: locationId,
    holds: holds.map(({ hold_id, unit_ids, party_size, starts_at, until, expires_at }) => ({
      hold_id,
      unit_ids: [...unit_ids],
      party_size,
      starts_at: toIso(starts_at),
      ends_at: toIso(until),
      expires_at: toIso(expires_at),
    })),
    blocks: blocks.map((block) => blockToWire(block, names)),
  };
}

/** Writes a block. */
export function blockToWire(block: TableBlock, names: Names): TableBlockWire {
  return {
    object: "table_block",
    id: block.id,
    location_id: block.location_id,
    unit_ids: block.unit_ids,
    from: toIso(block.starts_at),
    until: toIso(block.ends_at),
    reason: block.reason,
    created_by: partyToWire({ updated_by: "store", acted_by: block.created_by }, names),
  };
}

/** A line as it was read, with who changed its parties. */
export interface LineToShow {
  readonly locationId: Id<"str">;
  readonly now: Instant;
  readonly line: ReadLine;
  /** Those that may be put back. */
  readonly gone: readonly WaitlistEntry[];
  readonly names: Names;
}

/** Writes the line; the estimates are in the order of its parties, or there are none. */
export function waitlistToStand(shown: LineToShow, bands: readonly WaitBand[]): StandWaitlist {
  const { locationId, line, gone, now } = shown;
  const { open, entries, messages } = line;
  const ended = gone.filter((entry) => (undoOf(entry, now)?.until ?? 0) > now);
  const write = (entry: WaitlistEntry, position: number, band?: WaitBand): StandEntry =>
    entryToStand(entry, { now, names: shown.names, position, message: messages.get(entry.id), band });
  return {
    object: "stand_waitlist",
    location_id: locationId,
    open,
    entries: entries.map((entry, index) => write(entry, index + 1, bands[index])),
    ended: ended.map((entry) => write(entry, 0)),
  };
}

/** What a host sees of an entry beyond the entry itself. */
export interface EntryView extends EntryPosition {
  readonly now: Instant;
  readonly names: Names;
  /** What the party still waits; undefined when it is unknown. */
  readonly band?: WaitBand | undefined;
}

/** Writes one entry. */
export function entryToStand(entry: WaitlistEntry, { now, names, band, ...position }: EntryView): StandEntry {
  const { livemode: _, guest, ...shared } = entryToWire(entry, position, { livemode: false, showContact: true });
  const undo = undoOf(entry, now);
  return {
    ...shared,
    version: entry.version,
    guest: { first_name: guest.first_name, last_name: guest.last_name, phone: guest.phone, email: guest.email },
    estimate: band === undefined ? null : { min: band.min, max: band.max },
    ended_at: isoOrNull(entry.ended_at),
    ended_reason: entry.ended_reason,
    undo: undo === null || undo.until <= now ? null : { ...undo, until: toIso(undo.until) },
    updated_by: partyToWire(entry, names),
  };
}
