/** Prints the ticket of an order: the server writes the ticket, the board prints it in place, without leaving the orders. */
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { callConsole } from "../../screens/calls.screen.ts";
import { failed } from "../../screens/screen-store.screen.ts";
import type { Store } from "./store.screen.ts";

/** Prints one ticket; "Copy 2" stands on the second. */
export async function printTicket(store: Store, order: BoardOrder): Promise<void> {
  try {
    const answer = await fetch(`/board/${order.location_id}/tickets/${order.id}`, {
      headers: { accept: "text/html" },
      cache: "no-store",
      signal: AbortSignal.timeout(10_000),
    });
    const ticket = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".ticket");
    if (!answer.ok || ticket === null) return void failed(store, store.sayScreen("fail.other"));
    const paper = document.getElementById("paper") ?? document.body.appendChild(document.createElement("div"));
    paper.id = "paper";
    paper.replaceChildren(document.adoptNode(ticket));
    window.print();
    paper.replaceChildren();
    // A tablet on which nobody has typed a PIN may print, and cannot count.
    void callConsole("POST", `/orders/${order.id}/printed`, {});
  } catch {
    failed(store, store.sayScreen("fail.offline"));
  }
}
