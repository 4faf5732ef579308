/** The keys of the stand: letters for acts on the chosen party, arrows between tables. */
import { meaningOf, type KeyAct } from "../state/keys.ts";
import { nextTable, type Arrow } from "../state/plan-layout.ts";
import { partyActs } from "../state/acts-of.ts";
import { isCovered } from "../../screens/screen-store.screen.ts";
import { showDay } from "./other-days.screen.ts";
import type { Dialog, Store } from "./store.screen.ts";
import { undoLatest } from "./undo.screen.ts";

/** Listens to keys outside of fields and dialogs. */
export function listenToKeys(store: Store): void {
  document.addEventListener("keydown", (event) => {
    if (!store.kept.peek().keys || isCovered(store) || isTyping(event)) return;
    const meaning = meaningOf(event.key);
    if (meaning === undefined) return;
    if (meaning.kind === "go") goTo(store, meaning.to);
    // Enter on a button or a table is its own.
    else if (meaning.act === "open") return;
    else if (!act(store, meaning.act)) return;
    event.preventDefault();
  });
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Left and right are those of the plan, which is never mirrored. */
function goTo(store: Store, arrow: Arrow): void {
  const id = nextTable(store.layout.peek().standing, store.chosenUnit.peek(), arrow);
  if (id === undefined) return;
  store.pane.value = "plan";
  store.chosenUnit.value = id;
  document.getElementById(`table-${id}`)?.focus();
}

/** Whether the act makes sense now. */
function act(store: Store, name: KeyAct): boolean {
  const show = (dialog: Dialog): true => {
    store.dialog.value = dialog;
    return true;
  };
  if (name === "find" || name === "help") return show({ kind: name });
  if (name === "day") {
    showDay(store);
    return true;
  }
  if (store.stand.peek().settings.readOnly !== null) return false;
  switch (name) {
    case "walk_in":
      return show({ kind: "walk_in", unitIds: freeUnit(store) });
    case "queue":
      return store.stand.peek().settings.queue.isThere && show({ kind: "queue" });
    case "booking":
      return show({ kind: "booking" });
    case "seat":
    case "move":
      return seatOrMove(store, name, show);
    case "undo":
      if (!store.stale.peek()) undoLatest(store);
      return true;
    default:
      return false;
  }
}

/** The chosen table, when nobody sits there. */
function freeUnit(store: Store): readonly string[] {
  const id = store.chosenUnit.peek();
  const table = id === undefined ? undefined : store.tables.peek().get(id);
  const hasFocus = document.activeElement?.id === `table-${id}`;
  return table !== undefined && table.sitting === null && table.look === "free" && hasFocus ? [table.unit.id] : [];
}

function seatOrMove(store: Store, name: "seat" | "move", open: (dialog: Dialog) => true): boolean {
  const id = store.chosen.peek() ?? "";
  const { parties, waiters } = store.stand.peek();
  const party = parties.get(id);
  if (party !== undefined)
    return partyActs(party, store.minute.peek()).includes(name) && open({ kind: name, partyId: id });
  return name === "seat" && waiters.has(id) && open({ kind: "seat_waiter", waiterId: id });
}
