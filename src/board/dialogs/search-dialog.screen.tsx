/** Finds an order by number or name: those that the board has at once, and older ones where the service has them. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { useEarlierOrders, type Earlier } from "../live/earlier.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { findOrders } from "../state/columns.ts";
import { Rows } from "./list-dialogs.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

export function SearchDialog({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const [text, setText] = useState("");
  const wanted = text.trim();
  const found = findOrders(store.columns.value, wanted);
  const known = new Set(found.map(({ id }) => id));
  const earlier = useEarlierOrders(store, wanted);
  const others = earlier.orders.filter(({ id }) => !known.has(id));
  const isNone = found.length === 0 && others.length === 0 && earlier.state === "all";
  return (
    <Dialog store={store} title={say("search.title")}>
      <label for="search">{say("search.field")}</label>
      <input
        id="search"
        type="text"
        enterkeyhint="search"
        autocomplete="off"
        autofocus
        maxLength={100}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Rows store={store} orders={found} />
      {others.length > 0 && (
        <section class="earlier" aria-labelledby="earlier">
          <h3 id="earlier">{say("search.earlier")}</h3>
          <Rows store={store} orders={others} isDated />
        </section>
      )}
      <div role="status">{wanted !== "" && <p>{isNone ? say("search.none") : stateText(store, earlier)}</p>}</div>
      {earlier.goOn !== undefined && (
        <button type="button" class="quiet" disabled={store.stale.value} onClick={earlier.goOn}>
          {say(earlier.state === "failed" ? "act.retry" : "search.further")}
        </button>
      )}
    </Dialog>
  );
}

function stateText({ say, formats }: Store, { state, since }: Earlier): string | undefined {
  if (state === "looking") return say("search.looking");
  if (state === "failed") return say("search.failed");
  return since === undefined || state === "all" ? undefined : say("search.since", { day: formats.date(since) });
}
