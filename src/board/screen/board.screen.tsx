/** The start of the board in the browser: reads the server's data, draws, follows the location, rings. */
import "../../screens/browsers/older-browsers.screen.ts";
import { render } from "preact";
import { staleToneMs } from "../../screens/connection.ts";
import type { ScreenStart } from "../../screens/shell.ts";
import { keepTapsTrue } from "../../screens/browsers/true-taps.screen.ts";
import type { BoardShown } from "../state/board-start.ts";
import type { BoardState } from "../state/board-state.ts";
import { acceptedBetween, newsBetween } from "../state/news.ts";
import { itemCount } from "../state/order-facts.ts";
import { ringEvery } from "../state/ringing.ts";
import { sendDue, tellDecided } from "../live/acts.screen.ts";
import { App } from "./app.screen.tsx";
import { sendWhenPageCloses } from "./bars.screen.tsx";
import { keepChosen } from "../live/focus.screen.ts";
import { followBoard } from "../live/follow.screen.ts";
import { listenToKeys } from "../live/keyboard.screen.ts";
import { printTicket } from "../live/print.screen.ts";
import { createSounds, type Sounds } from "../live/sound.screen.ts";
import { createStore, orderOf, type Store } from "../live/store.screen.ts";

const root = document.getElementById("screen");
const start = JSON.parse(document.getElementById("start")?.textContent ?? "") as ScreenStart<BoardShown>;

if (root !== null) {
  const store = createStore(start);
  const sounds = createSounds(store);
  render(<App store={store} sounds={sounds} />, root);
  listenToKeys(store);
  keepChosen(store, root);
  keepTapsTrue(root);
  sendWhenPageCloses(store);
  followBoard(store, {
    onChange: (before, after) => tell(store, before, after),
    onTick: soundEvery(store, sounds),
  });
  store.columns.subscribe(({ new: orders }) => {
    const name = start.shown.snapshot.settings.name ?? "";
    document.title = `${orders.length > 0 ? `(${orders.length}) ` : ""}${store.say("title")}${name === "" ? "" : ` · ${name}`}`;
  });
  void navigator.serviceWorker?.register(start.worker).catch(() => {});
}

/** Says new and cancelled orders, and prints what was accepted where the device prints by itself. */
function tell(store: Store, before: BoardState, after: BoardState): void {
  const news = newsBetween(before, after, store.nowMs.peek()).map(({ kind, order }) => {
    const number = order.display_number;
    if (kind === "cancelled") return store.say("say.cancelled", { number });
    const what = store.sayOrder(`kind.${order.fulfillment_type}`);
    return store.say("say.new", { number, kind: what, count: itemCount(order) });
  });
  if (news.length > 0) store.spoken.value = news.join(". ");
  closeDecided(store, before);
  if (store.kept.peek().print) for (const order of acceptedBetween(before, after)) void printTicket(store, order);
}

/** Somebody else has decided the order that this tablet was about to decide. */
function closeDecided(store: Store, before: BoardState): void {
  const dialog = store.dialog.peek();
  if (dialog?.kind !== "accept" && dialog?.kind !== "deny") return;
  const order = before.orders.get(dialog.orderId);
  if (order === undefined || store.busy.peek().has(order.id)) return;
  if (orderOf(store, order.id)?.status === "PENDING") return;
  store.dialog.value = undefined;
  tellDecided(store, order);
}

/** Rings while orders wait, warns while the board is out of date, and sends what can no longer be undone. */
function soundEvery(store: Store, sounds: Sounds): () => void {
  let rang = -Infinity;
  let warned = -Infinity;
  return () => {
    sendDue(store);
    const at = store.at.peek();
    if (store.stale.peek()) {
      if (at - warned >= staleToneMs) sounds.warn();
      if (at - warned >= staleToneMs) warned = at;
      return;
    }
    warned = -Infinity;
    const every = ringEvery(store.columns.peek().new, store.nowMs.peek());
    if (every === undefined || at - rang < every) return;
    rang = at;
    sounds.ring(every < 4_000);
  };
}
