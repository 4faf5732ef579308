/** The keys of the editor. Letters and arrows act only while a thing of the plan has the focus; the others everywhere but in fields. */
import type { ItemKey } from "../draft.ts";
import { gridStep, largeStep, move, remove, rotate, rotateStep, type Shift } from "../edits.ts";
import { allKeys } from "../plan-geometry.ts";
import { sayMoved } from "./items.screen.ts";
import { save } from "./save.screen.ts";
import { choose, doAgain, edit, takeBack, type Store } from "./store.screen.ts";

const arrows: Readonly<Record<string, Shift>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Listens for as long as the page is open. */
export function listenToKeys(store: Store): void {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey) {
      if (target instanceof HTMLInputElement && event.key !== "s") return;
      if (pressWithControl(store, event)) event.preventDefault();
      return;
    }
    if (event.altKey || !(target instanceof SVGElement)) return;
    const item = target.closest("[data-item]")?.getAttribute("data-item");
    if (item !== undefined && item !== null && pressOnItem(store, item as ItemKey, event)) event.preventDefault();
  });
}

function pressWithControl(store: Store, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (key === "z") (event.shiftKey ? doAgain : takeBack)(store);
  else if (key === "y") doAgain(store);
  else if (key === "s") void save(store);
  else if (key === "a" && event.target instanceof SVGElement)
    store.chosen.value = allKeys(store.history.peek().present);
  else return false;
  return true;
}

/** Answers whether the key means something here. */
function pressOnItem(store: Store, item: ItemKey, event: KeyboardEvent): boolean {
  const arrow = arrows[event.key];
  if (arrow === undefined && !["Enter", " ", "Escape", "Delete", "Backspace", "r", "R"].includes(event.key))
    return false;
  if (event.key === "Escape") store.chosen.value = new Set();
  else if (event.key === "Enter" || event.key === " ") choose(store, item, event.shiftKey || store.several.peek());
  else {
    if (!store.chosen.peek().has(item)) choose(store, item, false);
    const { present } = store.history.peek();
    const chosen = store.chosen.peek();
    if (arrow !== undefined) {
      const step = event.shiftKey ? largeStep : gridStep;
      edit(store, move(present, chosen, { x: arrow.x * step, y: arrow.y * step }), `arrows ${[...chosen].join(" ")}`);
      sayMoved(store, item);
    } else if (event.key === "Delete" || event.key === "Backspace") takeOff(store);
    else edit(store, rotate(present, chosen, event.shiftKey ? -rotateStep : rotateStep), "turn");
  }
  return true;
}

/** Takes away the walls and texts that are chosen, and the tables off their places. */
export function takeOff(store: Store): void {
  edit(store, remove(store.history.peek().present, store.chosen.peek()));
  store.chosen.value = new Set();
  store.spoken.value = store.say("say.removed");
  document.querySelector<SVGElement>(".floor-canvas")?.focus();
}
