/** Lists beside the columns: orders for later, and orders that are done. */
import type { JSX } from "preact";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
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

/** Says that there may be older orders, where as many are here as are sent. */
function Newest({ store }: StoreProps): JSX.Element | false {
  const count = store.columns.value.done.length;
  return count >= mostDone && <p class="hint">{store.say("drawer.newest", { count })}</p>;
}

interface RowsProps extends StoreProps {
  readonly orders: readonly BoardOrder[];
  /** The orders are of other days: each says when it was placed. */
  readonly isDated?: boolean;
}

/** A list of orders; each opens its dialog. */
export function Rows({ store, orders, isDated = false }: RowsProps): JSX.Element {
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
              <span>
                {isDated ? dateText(store, order.created * 1_000) : say("card.items", { count: itemCount(order) })}
              </span>
              <span>{order.status === "PENDING" ? waitsFor(store, order) : sayOrder(`status.${order.status}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{say("drawer.more", { count: hidden })}</p>}
    </>
  );
}

/** With the year: the order may be old. */
function dateText({ formats }: Store, ms: number): string {
  return `${formats.date(ms)}, ${formats.time(ms)}`;
}

function waitsFor(store: Store, order: BoardOrder): string {
  if (order.scheduled_for !== null)
    return store.say("card.due", { time: whenText(store, order.scheduled_for * 1_000) });
  return order.payment_status === "unpaid" ? store.sayOrder("paid.unpaid") : store.sayOrder("status.PENDING");
}
