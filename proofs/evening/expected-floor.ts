/** The floor that must be shown, computed from the parties at their tables. Shares no code with the service. Pure. */
import { isLive, type Model, type Party } from "./model.ts";
import { bufferMs, minuteMs, tables } from "./restaurant.ts";

/** One table in one line of text: its state, who sits there, whether too long, who is next, until when it is blocked. */
export type TableText = string;

export interface ShownTable {
  readonly unit_id: string;
  readonly state: string;
  readonly overrun: boolean;
  readonly blocked_until: string | null;
  readonly current: { readonly booking_id: string | null; readonly party_size: number } | null;
  readonly next: { readonly booking_id: string | null; readonly starts_at: string; readonly party_size: number } | null;
}

const dayMs = 24 * 60 * minuteMs;
const write = (...parts: readonly (string | number | boolean | null | undefined)[]): TableText =>
  parts.map((part) => String(part ?? "-")).join(" ");
const size = (party: { readonly party_size: number } | null | undefined): string =>
  party === null || party === undefined ? "-" : `of ${party.party_size}`;

/** Writes a table that a floor shows. */
export function textOf({ unit_id, state, overrun, blocked_until, current, next }: ShownTable): TableText {
  return write(
    unit_id,
    state,
    current?.booking_id,
    size(current),
    overrun,
    next?.booking_id,
    next?.starts_at,
    size(next),
    blocked_until,
  );
}

/** Writes what the table should show at a moment. */
export function expectedTables(model: Model, at: number): readonly TableText[] {
  return tables.map(({ unitId }) => {
    const here = [...model.parties.values()].filter((party) => isLive(party) && party.units.includes(unitId));
    const sits = here.find(({ status }) => status === "in_service");
    const due = here
      .filter(
        ({ status, startsAt, endsAt }) => status === "confirmed" && endsAt + bufferMs > at && startsAt < at + dayMs,
      )
      .toSorted((a, b) => a.startsAt - b.startsAt);
    const [next] = due;
    const block = [...model.blocks.values()].find(
      ({ units, from, until }) => units.includes(unitId) && from <= at && at < until,
    );
    return write(
      unitId,
      stateOf(sits, block !== undefined, next, at),
      sits?.id,
      sits === undefined ? "-" : `of ${sits.size}`,
      sits !== undefined && (block !== undefined || due.some(({ startsAt }) => startsAt <= at)),
      next?.id,
      next === undefined ? null : new Date(next.startsAt).toISOString(),
      next === undefined ? "-" : `of ${next.size}`,
      block === undefined ? null : new Date(block.until).toISOString(),
    );
  });
}

function stateOf(sits: Party | undefined, isBlocked: boolean, next: Party | undefined, at: number): string {
  if (sits !== undefined) return "occupied";
  if (isBlocked) return "out_of_service";
  return next !== undefined && next.startsAt <= at + 60 * minuteMs ? "reserved" : "free";
}
