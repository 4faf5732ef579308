/** Takes an act back. */
import type { Party } from "../state/stand-model.ts";
import { actOnParty, actOnWaiter } from "./acts.screen.ts";
import type { Store } from "./store.screen.ts";

/** Undoes what the Undo bar says, if anything. */
export function undoLatest(store: Store): void {
  const undo = store.undo.peek();
  if (undo?.kind === "party") undoParty(store, undo.party);
  else if (undo?.kind === "waiter") void actOnWaiter(store, undo.waiter, "undo", {});
}

/** Takes the latest step of a party back; one that was seated from the queue goes back into the line. */
export function undoParty(store: Store, party: Party): void {
  const waiter = party.undo?.of === "seat" ? store.stand.peek().waiters.get(party.waiterId ?? "") : undefined;
  if (waiter !== undefined) void actOnWaiter(store, waiter, "undo", {});
  else void actOnParty(store, party, "undo", {});
}
