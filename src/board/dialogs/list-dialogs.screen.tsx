/** Lists beside the columns: orders for later, orders that are done, and the search. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { findOrders } from "../state/columns.ts";
import { itemCount } from "../state/order-facts.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { whenText } from "./location-dialogs.screen.tsx";
import type { Store } from "../live/store.screen.ts";

/** So many rows are drawn at once: more would keep a slow tablet from answering. */
const mostRows = 100;
/** The server sends so many orders that ended. */
const mostDone = 500;

interface StoreProps {
  readonly store: Store;
}

export function LaterDrawer({ store }: StoreProps): JSX.Element {
  const { later } = store.columns.value;
  return (
    <Dialog store={store} title={store.say("drawer.later")} drawer>
      {later.length === 0 ? <p>{store.say("drawer.later_empty")}</p> : <Rows store={store} orders={later} />}
    </Dialog>
  );
}

export function DoneDrawer({ store }: StoreProps): JSX.Element {
  const { done } = store.columns.value;
  return (
    <Dialog store={store} title={store.say("drawer.done")} drawer>
      {done.length === 0 ? <p>{store.say("drawer.done_empty")}</p> : <Rows store={store} orders={done} />}
      <Newest store={store} />
    </Dialog>
  );
}

export function SearchDialog({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const [text, setText] = useState("");
  const found = findOrders(store.columns.value, text);
  return (
    <Dialog store={store} title={say("search.title")}>
      <label for="search">{say("search.field")}</label>
      <input
        id="search"
        type="text"
        enterkeyhint="search"
        autocomplete="off"
        autofocus
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== "" && found.length === 0 && <p role="status">{say("search.none")}</p>}
      <Rows store={store} orders={found} />
      {text.trim() !== "" && <Newest store={store} />}
    </Dialog>
  );
}

/** Says that there may be older orders, where as many are here as are sent. */
function Newest({ store }: StoreProps): JSX.Element | false {
  const count = store.columns.value.done.length;
  return count >= mostDone && <p class="hint">{store.say("drawer.newest", { count })}</p>;
}

function Rows({ store, orders }: StoreProps & { readonly orders: readonly BoardOrder[] }): JSX.Element {
  const { say, sayOrder } = store;
  const hidden = orders.length - mostRows;
  return (
    <>
      <ul class="rows">
        {orders.slice(0, mostRows).map((order) => (
          <li key={order.id}>
            <button
              type="button"
              class="row-button"
              onClick={() => (store.dialog.value = { kind: "order", orderId: order.id })}
            >
              <b>
                <bdi>{order.display_number}</bdi>
              </b>
              <span>
                <bdi>{order.customer.name}</bdi>
              </span>
              <span>{say("card.items", { count: itemCount(order) })}</span>
              <span>{order.status === "PENDING" ? waitsFor(store, order) : sayOrder(`status.${order.status}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{say("drawer.more", { count: hidden })}</p>}
    </>
  );
}

function waitsFor(store: Store, order: BoardOrder): string {
  if (order.scheduled_for !== null)
    return store.say("card.due", { time: whenText(store, order.scheduled_for * 1_000) });
  return order.payment_status === "unpaid" ? store.sayOrder("paid.unpaid") : store.sayOrder("status.PENDING");
}
