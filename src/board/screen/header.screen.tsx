/** The head of the board: the location, the time, and links to everything that is not a card. */
import type { JSX } from "preact";
import { AccountButton } from "../../screens/account-dialog.screen.tsx";
import type { Dialog, Store } from "../live/store.screen.ts";

export function Header({ store }: { readonly store: Store }): JSX.Element {
  const { say, formats } = store;
  const { settings } = store.board.value;
  const { later, done } = store.columns.value;
  const show = (kind: Exclude<Dialog, { readonly orderId: string }>["kind"]) => () => {
    store.dialog.value = { kind };
  };
  return (
    <header class="head">
      <h1>
        {settings.name === null ? say("title") : <bdi>{settings.name}</bdi>}
        {settings.name !== null && <span class="unseen"> · {say("title")}</span>}
      </h1>
      <p class="clock">
        <time>{formats.time(store.nowMs.value)}</time>
      </p>
      <nav class="head-acts" aria-label={say("title")}>
        <HeadButton text={say("drawer.later")} count={later.length} onClick={show("later")} />
        <HeadButton text={say("drawer.done")} count={done.length} onClick={show("done")} />
        <HeadButton text={say("stock.open")} onClick={show("stock")} />
        <HeadButton
          text={
            settings.busy_delay_minutes === 0
              ? say("busy.title")
              : say("busy.extra", { minutes: settings.busy_delay_minutes })
          }
          marked={settings.busy_delay_minutes > 0}
          onClick={show("busy")}
        />
        <HeadButton text={say("pause.open")} onClick={show("pause")} />
        <button type="button" class="quiet square" aria-label={say("search.title")} onClick={show("search")}>
          <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="10.500" cy="10.500" r="6.500" />
            <path d="M15.500 15.500 21 21" />
          </svg>
        </button>
        <AccountButton store={store} onClick={show("account")} />
        <button type="button" class="quiet square" aria-label={say("help.open")} onClick={show("help")}>
          <span aria-hidden="true">?</span>
        </button>
      </nav>
    </header>
  );
}

interface HeadButtonProps {
  readonly text: string;
  readonly count?: number;
  readonly marked?: boolean;
  readonly onClick: () => void;
}

function HeadButton({ text, count, marked = false, onClick }: HeadButtonProps): JSX.Element {
  return (
    <button type="button" class={marked ? "quiet marked" : "quiet"} onClick={onClick}>
      {text}
      {count !== undefined && count > 0 && <span class="count">{count}</span>}
    </button>
  );
}
