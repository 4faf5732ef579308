/** Takes an act back. */
import { canTakeBack } from "../state/done.ts";
import { everyParty } from "../state/other-days.ts";
import type { Party } from "../state/stand-model.ts";
import { actOnParty, actOnWaiter } from "./acts.screen.ts";
import { tellDone } from "./done.screen.ts";
import type { Store } from "./store.screen.ts";

/** Undoes what the bar says; where no bar is shown, names the latest act that can be reversed and asks first. */
export function undoLatest(store: Store): void {
  if (store.back.peek() !== undefined) return void takeBack(store);
  const undo = store.undo.peek();
  if (undo === undefined) return;
  store.dialog.value =
    undo.kind === "party"
      ? { kind: "undo", partyId: undo.party.id }
      : { kind: "undo_waiter", waiterId: undo.waiter.id };
}

/** Takes back what the bar says. */
export async function takeBack(store: Store): Promise<void> {
  const { back, text } = store.done.peek() ?? {};
  const stand = store.stand.peek();
  const parties = everyParty(stand, store.otherDay.peek());
  if (back === undefined || !canTakeBack(back, { parties, waiters: stand.waiters }, store.nowMs.peek())) return;
  const party = parties.get(back.id);
  const waiter = stand.waiters.get(back.id);
  if (back.kind === "undo_waiter") {
    if (waiter !== undefined) await actOnWaiter(store, waiter, "undo", {});
  } else if (party !== undefined && back.kind === "undo") await undoParty(store, party);
  else if (party !== undefined && back.kind === "move") {
    const { unitIds, swapWith } = back;
    // The party sat there before: who comes later, and how many seats there are, was answered then.
    const body = { unit_ids: unitIds, allow_over_capacity: true, allow_overrun: true };
    const other = stand.parties.get(swapWith ?? "");
    const swap = { swap_with: swapWith, swap_expected_version: other?.version };
    const whole = swapWith === undefined ? body : { ...body, ...swap };
    if (await actOnParty(store, party, "move", whole)) tellDone(store, store.say("done.undone", { what: text ?? "" }));
  }
}

/** Takes the latest step of a party back; one that was seated from the queue goes back into the line. */
export function undoParty(store: Store, party: Party): Promise<boolean> {
  const waiter = party.undo?.of === "seat" ? store.stand.peek().waiters.get(party.waiterId ?? "") : undefined;
  return waiter === undefined ? actOnParty(store, party, "undo", {}) : actOnWaiter(store, waiter, "undo", {});
}
