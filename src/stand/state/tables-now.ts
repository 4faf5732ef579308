/** What each table is doing at a moment. Pure. */
import type { Block, Hold, Party, Unit } from "./stand-model.ts";
import { expectedAt, expectedParties, seatedParties, type StandState } from "./stand-state.ts";

/** A table is kept for its next party when that comes within this. */
export const soonMs = 60 * 60_000;
/** A party is due from so long before its time. */
export const dueMs = 15 * 60_000;

/**
 * `due`: the next party may come any moment, or is late. `soon`: it comes within an hour. `over`: the party that sits
 * should have left.
 */
export const tableLooks = ["free", "soon", "due", "held", "occupied", "over", "blocked"] as const;
export type TableLook = (typeof tableLooks)[number];

export interface TableNow {
  readonly unit: Unit;
  readonly look: TableLook;
  readonly sitting: Party | null;
  /** The next party that is expected at this table. */
  readonly next: Party | null;
  readonly hold: Hold | null;
  readonly block: Block | null;
}

/** The stand is drawn for whole minutes: what begins within one has begun. */
const minuteMs = 60_000;

/** Every table by the id of its unit, in the order of the configuration; `nowMs` is the start of a minute. */
export function tablesNow(stand: StandState, nowMs: number): ReadonlyMap<string, TableNow> {
  const sitting = byUnit(seatedParties(stand));
  const expected = byUnit(expectedParties(stand).toSorted((a, b) => a.startsAt - b.startsAt));
  const holds = byUnit([...stand.holds.values()].filter(({ expiresAt }) => expiresAt > nowMs));
  const blocks = byUnit(
    [...stand.blocks.values()].filter(({ from, until }) => from < nowMs + minuteMs && nowMs < until),
  );
  return new Map(
    stand.settings.units.map((unit) => {
      const table: Omit<TableNow, "look"> = {
        unit,
        sitting: sitting.get(unit.id)?.[0] ?? null,
        next: expected.get(unit.id)?.[0] ?? null,
        hold: holds.get(unit.id)?.find(({ startsAt }) => startsAt - nowMs <= soonMs) ?? null,
        block: blocks.get(unit.id)?.[0] ?? null,
      };
      return [unit.id, { ...table, look: lookOf(table, nowMs) }];
    }),
  );
}

function byUnit<Taking extends { readonly unitIds: readonly string[] }>(
  takings: readonly Taking[],
): ReadonlyMap<string, readonly Taking[]> {
  const found = new Map<string, Taking[]>();
  for (const taking of takings) for (const id of taking.unitIds) found.set(id, [...(found.get(id) ?? []), taking]);
  return found;
}

function lookOf({ unit, sitting, next, hold, block }: Omit<TableNow, "look">, nowMs: number): TableLook {
  if (sitting !== null) {
    const isAwaited = next !== null && expectedAt(next) <= nowMs;
    return sitting.endsAt <= nowMs || isAwaited ? "over" : "occupied";
  }
  if (unit.outOfService || block !== null) return "blocked";
  const comesIn = next === null ? Infinity : expectedAt(next) - nowMs;
  if (comesIn <= dueMs) return "due";
  if (hold !== null) return "held";
  return comesIn <= soonMs ? "soon" : "free";
}

/** Whether nobody sits at any of the tables and none is kept free. */
export function areFree(tables: ReadonlyMap<string, TableNow>, unitIds: readonly string[]): boolean {
  return unitIds.every((id) => {
    const table = tables.get(id);
    return table !== undefined && table.sitting === null && table.look !== "blocked";
  });
}

const holdsTables: readonly string[] = ["pending", "confirmed", "in_service"];

/** The seats of a party's tables where it has more guests than that; undefined where all have a seat. */
export function tooFewSeats(stand: StandState, { status, size, unitIds }: Party): number | undefined {
  const isKnown = unitIds.length > 0 && unitIds.every((id) => stand.settings.units.some((unit) => unit.id === id));
  if (!isKnown || !holdsTables.includes(status)) return undefined;
  const seats = seatsOf(stand, unitIds);
  return size > seats ? seats : undefined;
}

/** How many guests the tables seat together: as joined in the configuration, else the sum. */
export function seatsOf(stand: StandState, unitIds: readonly string[]): number {
  const wanted = unitIds.toSorted().join(" ");
  const joined = stand.settings.combinations.find((each) => each.unitIds.toSorted().join(" ") === wanted);
  if (joined !== undefined) return joined.maxSeats;
  return stand.settings.units.filter(({ id }) => unitIds.includes(id)).reduce((sum, { maxSeats }) => sum + maxSeats, 0);
}
