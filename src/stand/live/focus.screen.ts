/** The focus at the stand when a card goes: it follows the party to its table, else goes to the next card. */
import { keepFocus, type Gone } from "../../screens/keep-focus.screen.ts";
import type { Store } from "./store.screen.ts";

/** Looks after the focus in the stand. */
export function keepFocusAtStand(store: Store, root: HTMLElement): void {
  keepFocus(root, (gone) => {
    const chosen = store.chosen.peek();
    return (
      tableOf(store, ownerOf(gone)) ??
      buttonIn(gone) ??
      tableOf(store, chosen) ??
      document.getElementById(chosen ?? "") ??
      document.getElementById(`tab-${store.tab.peek()}`)
    );
  });
}

/** The party or the waiter whose card it was. */
function ownerOf({ element }: Gone): string | undefined {
  const marked = element.closest("[data-drag]") ?? element.closest("li")?.querySelector("[data-drag]");
  return marked?.getAttribute("data-drag")?.split(":")[1];
}

/** The table at which somebody sits now. */
function tableOf(store: Store, id: string | undefined): Element | null {
  const { parties, waiters } = store.stand.peek();
  const party = parties.get(id ?? "") ?? parties.get(waiters.get(id ?? "")?.bookingId ?? "");
  return party?.status === "in_service" ? document.getElementById(`table-${party.unitIds[0]}`) : null;
}

/** The same button in the row beside: what can be done, or who. */
function buttonIn({ element, besideRow }: Gone): Element | null | undefined {
  const row = besideRow();
  return row?.querySelector(element.matches(".go") ? "button.go:enabled" : "button") ?? row?.querySelector("button");
}
