/** The act of dropping a party on a table. Pure; every drag has a button that does the same. */
import { hindrancesAt, type Hindrance } from "./fitting-tables.ts";
import { moveHindrances } from "./moving-tables.ts";
import type { Party, Waiter } from "./stand-model.ts";
import type { StandState } from "./stand-state.ts";
import type { TableNow } from "./tables-now.ts";

export type Dragged =
  | { readonly kind: "party"; readonly party: Party }
  | { readonly kind: "waiter"; readonly waiter: Waiter };

export type DragMeaning =
  | { readonly kind: "seat" | "move"; readonly unitIds: readonly string[]; readonly hindrances: readonly Hindrance[] }
  | { readonly kind: "swap"; readonly unitIds: readonly string[]; readonly with: Party }
  | { readonly kind: "none"; readonly why: "same" | "blocked" | "taken" };

/** A booked party that is dropped on a table so long before its time sits down; earlier, its booking is moved. */
const seatWithinMs = 45 * 60_000;

/** What dropping on a table does. */
export function dropOn(
  stand: StandState,
  tables: ReadonlyMap<string, TableNow>,
  dragged: Dragged,
  unitId: string,
  nowMs: number,
): DragMeaning {
  const table = tables.get(unitId);
  const isLater = dragged.kind === "party" && dragged.party.startsAt - nowMs > seatWithinMs;
  // What is kept free now may be free when a party of later comes.
  const isBlocked = table === undefined || table.unit.outOfService || (table.look === "blocked" && !isLater);
  if (isBlocked) return { kind: "none", why: "blocked" };
  if (dragged.kind === "waiter") return seatAt(stand, tables, dragged.waiter, unitId, nowMs);
  const { party } = dragged;
  if (party.status === "confirmed" && !isLater) return seatAt(stand, tables, party, unitId, nowMs, party.id);
  if (party.unitIds.includes(unitId)) return { kind: "none", why: "same" };
  if (party.status === "in_service" && table.sitting !== null)
    return { kind: "swap", unitIds: table.sitting.unitIds, with: table.sitting };
  return moveTo(stand, party, unitId, nowMs);
}

function seatAt(
  stand: StandState,
  tables: ReadonlyMap<string, TableNow>,
  { size }: { readonly size: number },
  unitId: string,
  nowMs: number,
  partyId?: string,
): DragMeaning {
  const unitIds = [unitId];
  const guests = { size, unitIds, ...(partyId === undefined ? {} : { partyId }) };
  const hindrances = hindrancesAt(stand, tables, guests, nowMs);
  if (hindrances.some(({ kind }) => kind === "taken")) return { kind: "none", why: "taken" };
  return { kind: "seat", unitIds, hindrances };
}

/** A party that is expected later only needs the table at its own time. */
function moveTo(stand: StandState, party: Party, unitId: string, nowMs: number): DragMeaning {
  const unitIds = [unitId];
  const hindrances = moveHindrances(stand, party, unitIds, nowMs);
  return hindrances.some(({ kind }) => kind === "taken")
    ? { kind: "none", why: "taken" }
    : { kind: "move", unitIds, hindrances };
}
