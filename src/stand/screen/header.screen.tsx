/** The head of the stand: the location, the time, the evening in figures, and the tools. */
import type { JSX } from "preact";
import { AccountButton } from "../../screens/account-dialog.screen.tsx";
import { showDay } from "../live/other-days.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { countersOf } from "../state/lists.ts";

interface StoreProps {
  readonly store: Store;
}

export function Header({ store }: StoreProps): JSX.Element {
  const { say, formats } = store;
  const { name } = store.stand.value.settings;
  return (
    <header class="head">
      <h1>
        {name === null ? say("title") : <bdi>{name}</bdi>}
        {name !== null && <span class="unseen"> · {say("title")}</span>}
      </h1>
      <p class="clock">
        <time>{formats.time(store.minute.value)}</time>
      </p>
      <Counters store={store} />
      <nav class="head-acts" aria-label={say("head.acts")}>
        <button
          type="button"
          class="quiet square"
          aria-label={say("find.title")}
          onClick={() => (store.dialog.value = { kind: "find" })}
        >
          <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="10.500" cy="10.500" r="6.500" />
            <path d="M15.500 15.500 21 21" />
          </svg>
        </button>
        <button type="button" class="quiet square" aria-label={say("day.title")} onClick={() => showDay(store)}>
          <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 6h16v14H4zM4 10.500h16M8.500 3v5M15.500 3v5" />
          </svg>
        </button>
        <AccountButton store={store} onClick={() => (store.dialog.value = { kind: "account" })} />
        <button
          type="button"
          class="quiet square"
          aria-label={say("help.open")}
          onClick={() => (store.dialog.value = { kind: "help" })}
        >
          <span aria-hidden="true">?</span>
        </button>
      </nav>
    </header>
  );
}

/** How many sit, come within the hour and wait, and how long the longest wait is. */
function Counters({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const { coversNow, coversNext, queue, longestWait } = countersOf(store.stand.value, store.minute.value);
  const figures: readonly (readonly [string, string | number])[] = [
    [say("count.now"), coversNow],
    [say("count.next"), coversNext],
    [say("count.queue"), queue],
    [say("count.wait"), queue === 0 ? "–" : say("count.minutes", { minutes: longestWait })],
  ];
  return (
    <dl class="figures" aria-label={say("head.counts")}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
