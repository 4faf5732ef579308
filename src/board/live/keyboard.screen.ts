/** The keys of the board: arrows move between cards, letters act on the chosen order. */
import { meaningOf, nextCard, type OrderAct } from "../state/keys.ts";
import { mayDecide } from "../state/ringing.ts";
import { actLater } from "./acts.screen.ts";
import { gridOf, wasJustTaken } from "./focus.screen.ts";
import { printTicket } from "./print.screen.ts";
import { isCovered } from "../../screens/screen-store.screen.ts";
import { orderOf, type Store } from "./store.screen.ts";

/** Listens to keys outside of fields and dialogs. */
export function listenToKeys(store: Store): void {
  document.addEventListener("keydown", (event) => {
    if (!store.kept.peek().keys || isCovered(store) || isTyping(event)) return;
    const meaning = meaningOf(event.key);
    if (meaning === undefined) return;
    if (meaning.kind === "search" || meaning.kind === "help") store.dialog.value = { kind: meaning.kind };
    else if (meaning.kind === "move") choose(store, nextIn(store, meaning.to));
    // Enter on a button is the button's own.
    else if (meaning.act === "open" && event.target instanceof HTMLButtonElement) return;
    else if (!act(store, meaning.act)) return;
    event.preventDefault();
  });
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function nextIn(store: Store, arrow: Parameters<typeof nextCard>[2]): string | undefined {
  return nextCard(gridOf(store.columns.peek()), store.chosen.peek(), arrow, document.documentElement.dir === "rtl");
}

function choose(store: Store, id: string | undefined): void {
  if (id === undefined) return;
  store.chosen.value = id;
  const card = document.getElementById(id);
  card?.focus();
  card?.scrollIntoView({ block: "nearest" });
}

/** Whether the act makes sense for the chosen order. */
function act(store: Store, name: OrderAct): boolean {
  const order = orderOf(store, store.chosen.peek() ?? "");
  if (order === undefined) return false;
  if (wasJustTaken()) return true;
  const { id: orderId, status } = order;
  const show = (kind: "accept" | "deny" | "order"): true => {
    store.dialog.value = { kind, orderId };
    return true;
  };
  switch (name) {
    case "open":
      return show("order");
    case "accept":
    case "deny":
      return mayDecide(order, store.nowMs.peek()) && !store.stale.peek() && show(name);
    case "ready":
      if (status === "ACCEPTED" || status === "AUTO_ACCEPTED") actLater(store, order, "ready");
      return true;
    case "complete":
      if (status === "IN_DELIVERY" || status === "READY") actLater(store, order, "complete");
      return true;
    case "print":
      void printTicket(store, order);
      return true;
  }
}
