/** The side of the stand: the next acts, and the lists. */
import type { JSX } from "preact";
import type { Store } from "../live/store.screen.ts";
import { bookOf, seatedOf, tabNames, type TabName } from "../state/lists.ts";
import { inLine } from "../state/stand-state.ts";
import { AlertsButton } from "../dialogs/alerts-dialog.screen.tsx";
import { GroupsButton } from "../dialogs/groups-dialog.screen.tsx";
import { BookCard, QueueCard, SeatedCard } from "./cards.screen.tsx";
import { NextList } from "./next.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

export function Side({ store }: StoreProps): JSX.Element {
  return (
    <div class="side">
      <NextList store={store} />
      <Lists store={store} />
    </div>
  );
}

function Lists({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const stand = store.stand.value;
  const tab = store.tab.value;
  const counts: Readonly<Record<TabName, number>> = {
    book: bookOf(stand).length,
    queue: inLine(stand).length,
    seated: seatedOf(stand).length,
  };
  return (
    <section class="lists" aria-label={say("tab.lists")}>
      <div class="tabs" role="tablist" aria-label={say("tab.lists")} onKeyDown={(event) => goToTab(store, event)}>
        {tabNames.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            class="tab"
            aria-selected={name === tab}
            aria-controls="list"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => (store.tab.value = name)}
          >
            {say(`tab.${name}`)} <span class="count">{counts[name]}</span>
          </button>
        ))}
      </div>
      {tab === "book" && <GroupsButton store={store} />}
      {tab === "book" && <AlertsButton store={store} />}
      <div id="list" class="list" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        <List store={store} tab={tab} />
      </div>
    </section>
  );
}

/** Left and right go from tab to tab, as tabs do. */
function goToTab(store: Store, event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const turned = document.documentElement.dir === "rtl" ? -step : step;
  const index = (tabNames.indexOf(store.tab.peek()) + turned + tabNames.length) % tabNames.length;
  store.tab.value = tabNames[index] ?? "book";
  document.getElementById(`tab-${store.tab.peek()}`)?.focus();
}

function List({ store, tab }: StoreProps & { readonly tab: TabName }): JSX.Element {
  const { say } = store;
  const stand = store.stand.value;
  if (tab === "queue") {
    const line = inLine(stand);
    if (line.length === 0)
      return <p class="empty">{say(stand.settings.queue.isThere ? "empty.queue" : "empty.no_queue")}</p>;
    return (
      <ul class="cards">
        {line.map((waiter) => (
          <QueueCard key={waiter.id} store={store} waiter={waiter} />
        ))}
      </ul>
    );
  }
  const parties = tab === "book" ? bookOf(stand) : seatedOf(stand);
  if (parties.length === 0) return <p class="empty">{say(`empty.${tab}`)}</p>;
  const Each = tab === "book" ? BookCard : SeatedCard;
  return (
    <ul class="cards">
      {parties.map((party) => (
        <Each key={party.id} store={store} party={party} />
      ))}
    </ul>
  );
}
