/** The last act at this screen: the sentence about it, and the act that takes it back. */
import { partyBack, waiterBack, type Back } from "../state/done.ts";
import type { Party, Waiter } from "../state/stand-model.ts";
import { expectedAt } from "../state/stand-state.ts";
import { nameOf, tableLine } from "./names.screen.ts";
import { whenText } from "./parties.screen.ts";
import type { Store } from "./store.screen.ts";

/** Shows what was done. */
export function tellDone(store: Store, text: string, back?: Back): void {
  store.done.value = { text, back, at: store.nowMs.peek() };
}

/** Says what an act on a party did. */
export function tellPartyDone(store: Store, act: string, before: Party | undefined, after: Party, body: object): void {
  const swapped = "swap_with" in body ? String(body.swap_with) : undefined;
  tellDone(store, partyText(store, act, before, after, swapped), partyBack(act, before, after, swapped));
}

function partyText(
  store: Store,
  act: string,
  before: Party | undefined,
  after: Party,
  swapped: string | undefined,
): string {
  const { say } = store;
  const name = nameOf(store, after);
  const tables = tableLine(store, after.unitIds);
  const other = store.stand.peek().parties.get(swapped ?? "");
  switch (act) {
    case "seat":
    case "walk_in":
      return say("done.seated", { name, tables });
    case "complete":
    case "no_show":
    case "venue_cancel":
      return say(`undo.${act}`, { name });
    case "move":
      return other === undefined
        ? say("done.moved", { name, tables })
        : say("done.swapped", { name, other: nameOf(store, other) });
    case "late":
    case "change":
      return say("done.comes", { name, time: whenText(store, expectedAt(after)) });
    case "book":
      return say("say.booked", { name, time: whenText(store, after.startsAt) });
    case "undo":
      return say("done.undone", { what: undoText(store, before ?? after) });
    default:
      return say("done.saved", { name });
  }
}

/** Says what an act on a party of the queue did. */
export function tellWaiterDone(store: Store, act: string, before: Waiter, after: Waiter): void {
  const { say } = store;
  const name = nameOf(store, before);
  const unitIds = store.stand.peek().parties.get(after.bookingId ?? "")?.unitIds ?? [];
  const text = (): string => {
    switch (act) {
      case "seat":
        return say("done.seated", { name, tables: tableLine(store, unitIds) });
      case "notify":
        return say("done.told", { name });
      case "remove":
        return say("undo.waiter", { name });
      case "undo":
        return say("done.undone", { what: waiterUndoText(store, before) });
      default:
        return say("done.saved", { name });
    }
  };
  tellDone(store, text(), waiterBack(act, after, unitIds));
}

/** The latest step of a party, which Undo reverses. */
export function undoText(store: Store, party: Party): string {
  const { say } = store;
  const name = nameOf(store, party);
  switch (party.undo?.of) {
    case "complete":
    case "no_show":
    case "venue_cancel":
      return say(`undo.${party.undo.of}`, { name });
    default:
      return say("done.seated", { name, tables: tableLine(store, party.unitIds) });
  }
}

/** How a party left the queue, which Undo reverses. */
export function waiterUndoText(store: Store, waiter: Waiter): string {
  return store.say(waiter.status === "seated" ? "undo.seat" : "undo.waiter", { name: nameOf(store, waiter) });
}
