/** The tables that fit a party that sits down now. This is the stand's proposal; the server decides. Pure. */
import { expectedAt, turnWithBuffer, type StandState } from "./stand-state.ts";
import { areFree, seatsOf, type TableNow } from "./tables-now.ts";

export interface Fit {
  readonly unitIds: readonly string[];
  readonly seats: number;
}

interface Guests {
  readonly size: number;
  /** The party's own booking keeps no table from it. */
  readonly partyId?: string;
}

/** Tables that are open for a whole stay from now, the tightest fit first; single tables before joined ones. */
export function fittingTables(
  stand: StandState,
  tables: ReadonlyMap<string, TableNow>,
  { size, partyId }: Guests,
  nowMs: number,
): Fit[] {
  const until = nowMs + turnWithBuffer(stand.settings, size);
  const isFree = (unitIds: readonly string[]): boolean =>
    areFree(tables, unitIds) && unitIds.every((id) => isFreeUntil(tables.get(id), partyId, until));
  const singles = stand.settings.units.map(({ id, minSeats, maxSeats }) => ({ unitIds: [id], minSeats, maxSeats }));
  return [...singles, ...stand.settings.combinations]
    .filter(({ unitIds, minSeats, maxSeats }) => minSeats <= size && size <= maxSeats && isFree(unitIds))
    .map(({ unitIds, maxSeats }) => ({ unitIds, seats: maxSeats }))
    .toSorted((a, b) => a.unitIds.length - b.unitIds.length || a.seats - b.seats);
}

function isFreeUntil(table: TableNow | undefined, partyId: string | undefined, until: number): boolean {
  if (table === undefined || table.hold !== null) return false;
  return table.next === null || table.next.id === partyId || table.next.startsAt >= until;
}

/** What stands in the way of seating guests at tables that were chosen by hand. */
export type Hindrance =
  | { readonly kind: "taken" }
  | { readonly kind: "small"; readonly seats: number }
  | { readonly kind: "reserved"; readonly name: string; readonly at: number };

/** Hindrances that a host may pass over come last; `taken` nobody passes over. */
export function hindrancesAt(
  stand: StandState,
  tables: ReadonlyMap<string, TableNow>,
  { size, partyId, unitIds }: Guests & { readonly unitIds: readonly string[] },
  nowMs: number,
): Hindrance[] {
  const found: Hindrance[] = [];
  const others = unitIds.filter((id) => tables.get(id)?.sitting?.id !== partyId || partyId === undefined);
  if (!areFree(tables, others)) found.push({ kind: "taken" });
  const seats = seatsOf(stand, unitIds);
  if (seats < size) found.push({ kind: "small", seats });
  const until = nowMs + turnWithBuffer(stand.settings, size);
  const [next] = unitIds
    .flatMap((id) => tables.get(id)?.next ?? [])
    .filter((party) => party.id !== partyId && party.startsAt < until)
    .toSorted((a, b) => a.startsAt - b.startsAt);
  if (next !== undefined) found.push({ kind: "reserved", name: next.name, at: expectedAt(next) });
  return found;
}
