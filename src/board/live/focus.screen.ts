/** The chosen card, and the focus, when a card leaves its column: the next key is for the next order. */
import { effect } from "@preact/signals";
import { keepFocus } from "../../screens/keep-focus.screen.ts";
import { takeActs } from "./acts.screen.ts";
import { columnNames, type Columns } from "../state/columns.ts";
import { cardAfter, type CardGrid } from "../state/keys.ts";
import type { Store } from "./store.screen.ts";

const surpriseMs = 1_000;
let takenAt = -Infinity;

/** Whether somebody elsewhere has just taken the chosen order: a key that was meant for that one would act on the next. */
export function wasJustTaken(): boolean {
  return performance.now() - takenAt < surpriseMs;
}

/** Follows the columns: where the chosen card left its column the next one is chosen, and takes the focus that was lost. */
export function keepChosen(store: Store, root: HTMLElement): void {
  let before = gridOf(store.columns.peek());
  effect(() => {
    const now = gridOf(store.columns.value);
    const gone = store.chosen.peek();
    const next = cardAfter(before, now, gone);
    const ours = takeActs((id) => columnOf(before, id) !== columnOf(now, id));
    before = now;
    if (next === undefined) return;
    if (gone !== undefined && !ours.has(gone)) takenAt = performance.now();
    store.chosen.value = next;
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

function columnOf(grid: CardGrid, id: string): string | undefined {
  return columnNames.find((name) => grid[name].includes(id));
}
