/** The whole board. */
import type { JSX } from "preact";
import { OffBar, PauseBar, SoundBar, UndoBars } from "./bars.screen.tsx";
import { ColumnsView } from "./columns.screen.tsx";
import { EndDialog } from "../dialogs/end-dialog.screen.tsx";
import { Header } from "./header.screen.tsx";
import { HelpDialog } from "../dialogs/help-dialog.screen.tsx";
import { DoneDrawer, LaterDrawer } from "../dialogs/list-dialogs.screen.tsx";
import { BusyDialog, PauseDialog } from "../dialogs/location-dialogs.screen.tsx";
import { MissingDialog } from "../dialogs/missing-dialog.screen.tsx";
import { OrderDialog } from "../dialogs/order-dialog.screen.tsx";
import { SearchDialog } from "../dialogs/search-dialog.screen.tsx";
import { sendAll } from "../live/acts.screen.ts";
import type { Sounds } from "../live/sound.screen.ts";
import { StockDialog } from "../dialogs/stock-dialog.screen.tsx";
import { orderOf, type Dialog, type Store } from "../live/store.screen.ts";
import { TimeDialog } from "../dialogs/time-dialog.screen.tsx";
import { AccountDialog } from "../../screens/account-dialog.screen.tsx";
import { Notices } from "../../screens/notices.screen.tsx";
import { PersonAsked } from "../../screens/person-dialog.screen.tsx";
import { ReleaseBar } from "../../screens/release-bar.screen.tsx";
import { isCovered } from "../../screens/screen-store.screen.ts";
import { StaleBar, Voice } from "../../screens/stale-bar.screen.tsx";
import { stayAwake } from "../../screens/wake.screen.ts";

interface AppProps {
  readonly store: Store;
  readonly sounds: Sounds;
}

export function App({ store, sounds }: AppProps): JSX.Element {
  const dialog = store.dialog.value;
  return (
    <div class={store.stale.value ? "board is-stale" : "board"}>
      <Header store={store} />
      <StaleBar store={store} />
      <SoundBar store={store} sounds={sounds} />
      <OffBar store={store} />
      <PauseBar store={store} />
      {!store.started.value && <StartBar store={store} sounds={sounds} />}
      <ColumnsView store={store} />
      <ReleaseBar
        store={store}
        isCalm={store.columns.value.new.length === 0 && store.delayed.value.length === 0}
        then={store.say("release.start")}
      />
      <div class="foot-bars">
        {!isCovered(store) && <Notices store={store} />}
        <UndoBars store={store} />
      </div>
      <Voice store={store} />
      {dialog !== undefined && <Over key={keyOf(dialog)} store={store} dialog={dialog} />}
      <PersonAsked store={store} />
    </div>
  );
}

/** One tap lets the browser make sound and stay awake: no browser allows either without one. */
function StartBar({ store, sounds }: AppProps): JSX.Element {
  const start = (): void => {
    store.started.value = true;
    void sounds.unlock();
    void stayAwake(store);
  };
  return (
    <section class="bar start" aria-labelledby="start-title">
      <div>
        <h2 id="start-title">{store.say("start.title")}</h2>
        <p>{store.say("start.text")}</p>
      </div>
      <button type="button" class="go" onClick={start}>
        {store.say("start.button")}
      </button>
    </section>
  );
}

function keyOf(dialog: Dialog): string {
  return "orderId" in dialog ? `${dialog.kind}-${dialog.orderId}` : dialog.kind;
}

function Over({ store, dialog }: { readonly store: Store; readonly dialog: Dialog }): JSX.Element | null {
  if ("orderId" in dialog) return <OverOrder store={store} dialog={dialog} />;
  switch (dialog.kind) {
    case "later":
      return <LaterDrawer store={store} />;
    case "done":
      return <DoneDrawer store={store} />;
    case "stock":
      return <StockDialog store={store} />;
    case "pause":
      return <PauseDialog store={store} />;
    case "busy":
      return <BusyDialog store={store} />;
    case "search":
      return <SearchDialog store={store} />;
    case "account":
      return <AccountDialog store={store} sendFirst={() => sendAll(store)} />;
    case "help":
      return <HelpDialog store={store} />;
  }
}

function OverOrder({
  store,
  dialog,
}: {
  readonly store: Store;
  readonly dialog: Extract<Dialog, { readonly orderId: string }>;
}): JSX.Element | null {
  const order = orderOf(store, dialog.orderId);
  if (order === undefined) return null;
  switch (dialog.kind) {
    case "accept":
      return <TimeDialog store={store} order={order} act="accept" />;
    case "time":
      return <TimeDialog store={store} order={order} act="ready_time" />;
    case "deny":
    case "cancel":
      return <EndDialog store={store} order={order} act={dialog.kind} />;
    case "missing":
      return <MissingDialog store={store} order={order} />;
    case "order":
      return <OrderDialog store={store} order={order} />;
  }
}
