/** The timeline: a row for each table, a bar for each stay. Pure; lengths are pixels. */
import type { Party, Span, Unit } from "./stand-model.ts";
import { expectedAt, type StandState } from "./stand-state.ts";

export type Bar = Span & {
  readonly id: string;
  readonly unitId: string;
  readonly kind: "party" | "hold" | "block";
  readonly party: Party | null;
};

export interface Row {
  readonly unit: Unit;
  readonly bars: readonly Bar[];
}

export const pixelsPerMinute = 2;
/** A moved bar stands at a multiple of this. */
export const stepMinutes = 15;

/** The hours that the timeline shows: those of the service day and of every stay, whole hours. */
export function spanOf({ settings, parties }: StandState, nowMs: number): Span {
  const shown = [...parties.values()].filter(isShown);
  const from = Math.min(settings.day.from, nowMs, ...shown.map(({ startsAt }) => startsAt));
  const until = Math.max(settings.day.until, nowMs, ...shown.map(({ endsAt }) => endsAt));
  const hour = 3_600_000;
  return { from: Math.floor(from / hour) * hour, until: Math.ceil(until / hour) * hour };
}

/** Every table with what takes it, in the order of the configuration. */
export function rowsOf(stand: StandState, nowMs: number): Row[] {
  const parties = [...stand.parties.values()].filter(isShown).flatMap((party) =>
    party.unitIds.map((unitId): Bar => {
      const { from, until } = stayOf(party, nowMs);
      return { id: party.id, unitId, kind: "party", party, from, until };
    }),
  );
  const holds = [...stand.holds.values()]
    .filter(({ expiresAt }) => expiresAt > nowMs)
    .flatMap(({ id, unitIds, startsAt, endsAt }) => barsOf(id, "hold", unitIds, { from: startsAt, until: endsAt }));
  const blocks = [...stand.blocks.values()].flatMap(({ id, unitIds, from, until }) =>
    barsOf(id, "block", unitIds, { from, until }),
  );
  const bars = Map.groupBy([...parties, ...holds, ...blocks], ({ unitId }) => unitId);
  return stand.settings.units.map((unit) => ({ unit, bars: bars.get(unit.id) ?? [] }));
}

function barsOf(id: string, kind: "hold" | "block", unitIds: readonly string[], span: Span): Bar[] {
  return unitIds.map((unitId) => ({ id, unitId, kind, party: null, ...span }));
}

/** Cancelled parties and those that never came take no table. */
function isShown({ status, unitIds }: Party): boolean {
  return unitIds.length > 0 && ["pending", "confirmed", "in_service", "completed"].includes(status);
}

/** A party that sits on takes its table until now, one that has left until it left. */
function stayOf(party: Party, nowMs: number): Span {
  if (party.status === "in_service")
    return { from: party.seatedAt ?? party.startsAt, until: Math.max(party.endsAt, nowMs) };
  if (party.status === "completed") {
    const from = party.seatedAt ?? party.startsAt;
    return { from, until: Math.max(from, Math.min(party.endsAt, party.updatedAt)) };
  }
  return { from: party.startsAt, until: Math.max(party.endsAt, expectedAt(party)) };
}

/** Where a moment stands, in pixels from the start of the timeline. */
export function leftOf(span: Span, ms: number): number {
  return ((ms - span.from) / 60_000) * pixelsPerMinute;
}

/** The start of a bar after a drag by so many pixels, at a multiple of the step. */
export function draggedStart(startsAt: number, pixels: number): number {
  const step = stepMinutes * 60_000;
  const moved = (pixels / pixelsPerMinute) * 60_000;
  // A drag up or down that trembles a little keeps its time.
  return Math.abs(moved) < step * 0.6 ? startsAt : Math.round((startsAt + moved) / step) * step;
}
