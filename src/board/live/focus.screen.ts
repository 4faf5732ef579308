/** The chosen card, and the focus, when a card leaves its column: the next key is for the next order. */
import { effect } from "@preact/signals";
import { keepFocus } from "../../screens/keep-focus.screen.ts";
import { columnNames, type Columns } from "../state/columns.ts";
import { cardAfter, type CardGrid } from "../state/keys.ts";
import type { Store } from "./store.screen.ts";

/** Follows the columns: where the chosen card left its column the next one is chosen, and takes the focus that was lost. */
export function keepChosen(store: Store, root: HTMLElement): void {
  let before = gridOf(store.columns.peek());
  effect(() => {
    const now = gridOf(store.columns.value);
    const next = cardAfter(before, now, store.chosen.peek());
    before = now;
    if (next !== undefined) store.chosen.value = next;
  });
  keepFocus(
    root,
    () => document.getElementById(store.chosen.peek() ?? "") ?? document.querySelector(".order-card, .head button"),
  );
}

/** The ids of the cards as they lie in the columns. */
export function gridOf(columns: Columns): CardGrid {
  const [fresh, preparing, ready] = columnNames.map((name) => columns[name].map(({ id }) => id));
  return { new: fresh ?? [], preparing: preparing ?? [], ready: ready ?? [] };
}
