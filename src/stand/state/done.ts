/** The act that takes back the last act at this screen. Pure. */
import { canPutBack, canUndo } from "./acts-of.ts";
import type { Party, Waiter } from "./stand-model.ts";
import type { StandState } from "./stand-state.ts";

/**
 * `undo` and `undo_waiter`: the server reverses the latest step. `move`: the party goes back to the tables that it had,
 * as the server's undo would reverse the step before the move. The version is that of the answer: what has changed
 * since is not taken back unseen.
 */
export type Back =
  | { readonly kind: "undo"; readonly id: string; readonly version: number }
  | {
      readonly kind: "undo_waiter";
      readonly id: string;
      readonly version: number;
      /** The tables that the party was seated at; the entry of the queue does not change when the party moves. */
      readonly unitIds: readonly string[];
    }
  | {
      readonly kind: "move";
      readonly id: string;
      readonly version: number;
      readonly unitIds: readonly string[];
      readonly swapWith: string | undefined;
    };

/** Steps that the server's own undo reverses. */
const steps: readonly string[] = ["seat", "complete", "no_show", "venue_cancel", "walk_in"];

/** What takes an act on a party back; undefined for acts that are simply done again, such as another size. */
export function partyBack(act: string, before: Party | undefined, after: Party, swapWith?: string): Back | undefined {
  const { id, version } = after;
  if (act === "move")
    return before === undefined || before.unitIds.length === 0
      ? undefined
      : { kind: "move", id, version, unitIds: before.unitIds, swapWith };
  return steps.includes(act) && after.undo !== null ? { kind: "undo", id, version } : undefined;
}

/** What takes an act on a party of the queue back. */
export function waiterBack(act: string, after: Waiter, unitIds: readonly string[]): Back | undefined {
  const isStep = act === "seat" || act === "remove";
  if (!isStep || after.undo === null) return undefined;
  return { kind: "undo_waiter", id: after.id, version: after.version, unitIds };
}

/** Whether nothing has happened to the party since, and the server still takes it back. */
export function canTakeBack(
  back: Back,
  { parties, waiters }: Pick<StandState, "parties" | "waiters">,
  nowMs: number,
): boolean {
  if (back.kind === "undo_waiter") {
    const waiter = waiters.get(back.id);
    const seated = parties.get(waiter?.bookingId ?? "");
    const hasMoved = seated?.unitIds.some((id) => !back.unitIds.includes(id)) ?? false;
    return waiter?.version === back.version && !hasMoved && canPutBack(waiter, parties, nowMs);
  }
  const now = parties.get(back.id);
  if (now === undefined || now.version !== back.version) return false;
  if (back.kind !== "move") return canUndo(now, nowMs);
  // The other party of a swap still has the tables that it was given.
  const other = back.swapWith === undefined ? undefined : parties.get(back.swapWith);
  const isThere = back.swapWith === undefined || String(other?.unitIds) === String(back.unitIds);
  return isThere && (now.status === "confirmed" || now.status === "in_service");
}

/** Where a party is once its latest step is reversed. */
export function afterUndo(party: Party, waiters: StandState["waiters"]): "book" | "queue" | "table" | "nowhere" {
  switch (party.undo?.of) {
    case "walk_in":
      return "nowhere";
    case "seat":
      return waiters.has(party.waiterId ?? "") ? "queue" : "book";
    case "complete":
      return "table";
    default:
      return "book";
  }
}
