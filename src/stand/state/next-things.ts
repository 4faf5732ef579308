/** The next acts of a host: at most three, the most urgent first. Pure. */
import { fittingTables } from "./fitting-tables.ts";
import { bookOf, hurryOf, wholeMinutes } from "./lists.ts";
import type { Party, Waiter } from "./stand-model.ts";
import { expectedAt, inLine, seatedParties, type StandState } from "./stand-state.ts";
import { areFree, type TableNow } from "./tables-now.ts";

/**
 * `come`: a party that was told that its table is ready. `seat_waiter`: a table fits the next in line. `seat`: a booked
 * party is due and its table is free. `blocked`: it is due and somebody still sits there. `missing`: it is late.
 */
export type NextThing =
  | { readonly kind: "come" | "seat_waiter"; readonly waiter: Waiter; readonly unitIds: readonly string[] }
  | { readonly kind: "seat" | "blocked" | "missing"; readonly party: Party };

const mostThings = 3;
/** A booked party that is later than this may not come at all. */
const missingAfterMinutes = 15;

/** The things to do at a moment. Each open table is proposed once. */
export function nextThings(stand: StandState, tables: ReadonlyMap<string, TableNow>, nowMs: number): NextThing[] {
  if (stand.settings.readOnly !== null) return [];
  return [...waiting(stand, tables, nowMs), ...arriving(stand, tables, nowMs)]
    .toSorted((a, b) => rankOf(a, nowMs) - rankOf(b, nowMs))
    .slice(0, mostThings);
}

function waiting(stand: StandState, tables: ReadonlyMap<string, TableNow>, nowMs: number): NextThing[] {
  const given = new Set<string>();
  return inLine(stand).flatMap((waiter): NextThing[] => {
    const fit = fittingTables(stand, tables, waiter, nowMs).find(({ unitIds }) => !unitIds.some((id) => given.has(id)));
    for (const id of fit?.unitIds ?? []) given.add(id);
    const unitIds = fit?.unitIds ?? [];
    if (waiter.status === "notified") return [{ kind: "come", waiter, unitIds }];
    return fit === undefined ? [] : [{ kind: "seat_waiter", waiter, unitIds }];
  });
}

function arriving(stand: StandState, tables: ReadonlyMap<string, TableNow>, nowMs: number): NextThing[] {
  return bookOf(stand)
    .filter((party) => party.status === "confirmed" && hurryOf(party, nowMs).kind !== "later")
    .map((party): NextThing => {
      if (wholeMinutes(nowMs - expectedAt(party)) >= missingAfterMinutes) return { kind: "missing", party };
      return areFree(tables, party.unitIds) ? { kind: "seat", party } : { kind: "blocked", party };
    });
}

/** Who stands at the door comes first, then who has waited longest past the time. */
function rankOf(thing: NextThing, nowMs: number): number {
  const order = { come: 0, blocked: 1, seat_waiter: 2, seat: 3, missing: 4 }[thing.kind];
  const since = "waiter" in thing ? thing.waiter.joinedAt : expectedAt(thing.party);
  return order * 1e10 + (since - nowMs);
}

/** The party that still sits where a due party is to sit. */
export function sittingAt(stand: StandState, unitIds: readonly string[]): Party | undefined {
  return seatedParties(stand).find((party) => party.unitIds.some((id) => unitIds.includes(id)));
}
