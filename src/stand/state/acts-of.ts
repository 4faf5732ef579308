/** The possible acts on a party, the line or a table, the next one first. Pure. */
import type { Party, StandSettings, Waiter } from "./stand-model.ts";
import type { StandState } from "./stand-state.ts";
import type { TableNow } from "./tables-now.ts";

export type PartyAct =
  | "seat"
  | "complete"
  | "undo"
  | "move"
  | "late"
  | "time"
  | "size"
  | "notes"
  | "guest"
  | "no_show"
  | "cancel";

/** Seated no earlier than this before the start: an earlier arrival is another visit (rules/bookings 9.4). */
const seatedEarliestMs = 120 * 60_000;

/** What may be done with a party; the first is the next act, and the large button. */
export function partyActs(party: Party, nowMs: number): PartyAct[] {
  const undo: PartyAct[] = canUndo(party, nowMs) ? ["undo"] : [];
  const guest: PartyAct[] = party.phone === null && party.email === null ? [] : ["guest"];
  switch (party.status) {
    case "confirmed": {
      const acts: PartyAct[] = ["move", "late", "time", "size", "notes", ...guest];
      const hasBegun = nowMs >= party.startsAt;
      const seat: PartyAct[] = nowMs >= party.startsAt - seatedEarliestMs ? ["seat"] : [];
      return [...seat, ...acts, ...(hasBegun ? (["no_show"] as const) : []), "cancel", ...undo];
    }
    case "in_service":
      return ["complete", "move", "size", "notes", ...guest, ...undo];
    case "completed":
    case "no_show":
    case "cancelled_by_venue":
      return [...undo, "notes", ...guest];
    default:
      return ["notes", ...guest];
  }
}

/** What needs no floor plan of ours. */
const withoutPlan: readonly PartyAct[] = ["seat", "complete", "undo", "notes", "no_show", "cancel"];

/**
 * What may be done at a stand that only shows the book: nothing, but for a party of our own book that was booked before a
 * provider took the restaurant over (rules/providers 1.13).
 */
export function partyActsAt(
  readOnly: StandSettings["readOnly"],
  party: Party,
  { nowMs, isToday }: { readonly nowMs: number; readonly isToday: boolean },
): PartyAct[] {
  const acts = isToday ? partyActs(party, nowMs) : actsOnOtherDays(party, nowMs);
  if (readOnly === null) return acts;
  const mayAct = readOnly === "kept_by_provider" && party.isOurs;
  return mayAct ? acts.filter((act) => withoutPlan.includes(act)) : [];
}

/** What is for a party at the door. */
const onlyToday: readonly PartyAct[] = ["seat", "late"];
/** What is for a party that is still to come: who calls wants the first of them most often. */
const onlyAhead: readonly PartyAct[] = ["time", "size", "move"];

/** What may be done with a party of another day; of one that is past, that it did not come is the next act. */
function actsOnOtherDays(party: Party, nowMs: number): PartyAct[] {
  const acts = partyActs(party, nowMs).filter((act) => !onlyToday.includes(act));
  if (party.status !== "confirmed") return acts;
  const others = acts.filter((act) => !onlyAhead.includes(act));
  if (nowMs < party.endsAt) return [...onlyAhead, ...others];
  return [...others.filter((act) => act === "no_show"), ...others.filter((act) => act !== "no_show")];
}

export type WaiterAct = "seat" | "notify" | "size" | "quote" | "notes" | "up" | "down" | "remove" | "undo";

type Parties = ReadonlyMap<string, Pick<Party, "status" | "undo">>;

export interface WaiterLook {
  readonly nowMs: number;
  /** Whether guests get texts from here. */
  readonly writes: boolean;
  /** The bookings of the day: a party that has left its table does not come back into line. */
  readonly parties: Parties;
}

/** What may be done with a party of the queue; the first is the next act. A text needs a phone and a restaurant that writes. */
export function waiterActs(waiter: Waiter, { nowMs, writes, parties }: WaiterLook): WaiterAct[] {
  switch (waiter.status) {
    case "waiting":
    case "notified":
      return [
        "seat",
        ...(writes && waiter.phone !== null ? (["notify"] as const) : []),
        "size",
        "quote",
        "notes",
        "up",
        "down",
        "remove",
      ];
    case "cancelled":
      return [];
    default:
      return canPutBack(waiter, parties, nowMs) ? ["undo"] : [];
  }
}

/** Whether a party that left the line can be put back: one that was seated only while it still sits. */
export function canPutBack(waiter: Waiter, parties: Parties, nowMs: number): boolean {
  if (!canUndo(waiter, nowMs)) return false;
  const seated = parties.get(waiter.bookingId ?? "");
  return seated === undefined || (seated.status === "in_service" && canUndo(seated, nowMs));
}

/** Whether the latest transition can still be reversed. */
export function canUndo({ undo }: Pick<Party, "undo">, nowMs: number): boolean {
  return undo !== null && nowMs < undo.until;
}

/** The latest act at this stand that can be reversed: what `u` and the Undo button mean. */
export function latestUndo(
  { parties, waiters }: Pick<StandState, "parties" | "waiters">,
  nowMs: number,
):
  | { readonly kind: "party"; readonly party: Party }
  | { readonly kind: "waiter"; readonly waiter: Waiter }
  | undefined {
  const party = [...parties.values()]
    .filter((each) => canUndo(each, nowMs))
    .toSorted((a, b) => b.updatedAt - a.updatedAt)[0];
  const waiter = [...waiters.values()].filter((each) => canPutBack(each, parties, nowMs)).toSorted(byEnd)[0];
  if (waiter !== undefined && (party === undefined || (waiter.endedAt ?? 0) > party.updatedAt))
    return { kind: "waiter", waiter };
  return party === undefined ? undefined : { kind: "party", party };
}

function byEnd(a: Waiter, b: Waiter): number {
  return (b.endedAt ?? 0) - (a.endedAt ?? 0);
}

export type TableAct = "seat_next" | "complete" | "walk_in" | "move" | "block" | "unblock";

/** What may be done at a table; the first is the next act. */
export function tableActs({ sitting, look, block, next }: TableNow): TableAct[] {
  if (sitting !== null) return ["complete", "move"];
  if (block !== null) return ["unblock"];
  if (look === "blocked") return [];
  // A party that announced a delay may come sooner than it said.
  const mayCome = look === "due" || (look === "soon" && next !== null && next.lateUntil !== null);
  return next !== null && mayCome ? ["seat_next", "walk_in", "block"] : ["walk_in", "block"];
}
