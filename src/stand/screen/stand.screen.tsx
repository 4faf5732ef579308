/** The start of the stand in the browser: reads the server's data, draws, follows the location. */
import "../../screens/browsers/older-browsers.screen.ts";
import { render } from "preact";
import type { ScreenStart } from "../../screens/shell.ts";
import { keepTapsTrue } from "../../screens/browsers/true-taps.screen.ts";
import { listenToDrags } from "../live/drag.screen.ts";
import { keepFocusAtStand } from "../live/focus.screen.ts";
import { followStand } from "../live/follow.screen.ts";
import { listenToKeys } from "../live/keyboard.screen.ts";
import { nameOf, tableWords } from "../live/names.screen.ts";
import { findParty } from "../live/parties.screen.ts";
import { createStore, type Store } from "../live/store.screen.ts";
import { newsBetween } from "../state/news.ts";
import type { StandShown } from "../state/stand-start.ts";
import type { StandState } from "../state/stand-state.ts";
import { App } from "./app.screen.tsx";

const root = document.getElementById("screen");
const start = JSON.parse(document.getElementById("start")?.textContent ?? "") as ScreenStart<StandShown>;

if (root !== null) {
  const store = createStore(start);
  render(<App store={store} />, root);
  listenToKeys(store);
  keepFocusAtStand(store, root);
  keepTapsTrue(root);
  listenToDrags(store);
  followStand(store, (before, after) => tell(store, before, after));
  void navigator.serviceWorker?.register(start.worker).catch(() => {});
}

/** Says what has changed, and closes what lies over a party that is gone. */
function tell(store: Store, before: StandState, after: StandState): void {
  const { say, formats } = store;
  const news = newsBetween(before, after).map((one) => {
    if (one.kind === "queued") return say("say.queued", { name: nameOf(store, one.waiter) });
    const name = nameOf(store, one.party);
    if (one.kind === "seated") return say("say.seated", { name, ...tableWords(store, one.party.unitIds) });
    return say(`say.${one.kind}`, { name, time: formats.time(one.party.startsAt) });
  });
  if (news.length > 0) store.spoken.value = news.join(". ");
  const dialog = store.dialog.peek();
  const isGone =
    dialog !== undefined &&
    (("partyId" in dialog && findParty(store, dialog.partyId) === undefined) ||
      ("waiterId" in dialog && !after.waiters.has(dialog.waiterId)));
  if (isGone) store.closeDialog();
}
