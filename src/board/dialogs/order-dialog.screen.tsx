/** One order with everything that can be done about it. */
import { Fragment, type JSX } from "preact";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { addressParts, unansweredOffer } from "../state/order-facts.ts";
import { mayDecide } from "../state/ringing.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { OrderLines } from "./order-lines.screen.tsx";
import { printTicket } from "../live/print.screen.ts";
import type { Dialog as DialogName, Store } from "../live/store.screen.ts";

type OrderDialogKind = Extract<DialogName, { readonly orderId: string }>["kind"];

export function OrderDialog({ store, order }: { readonly store: Store; readonly order: BoardOrder }): JSX.Element {
  const { say, sayOrder, formats } = store;
  const { status } = order;
  const isAccepted = status === "ACCEPTED" || status === "AUTO_ACCEPTED";
  const isUnfinished = isAccepted || status === "READY" || status === "IN_DELIVERY";
  const isNew = status === "PENDING" && order.handed_over_at !== null;
  const button = (kind: OrderDialogKind, text: string, off = false, look = "quiet"): JSX.Element => (
    <button
      type="button"
      class={look}
      disabled={store.stale.value || off}
      onClick={() => (store.dialog.value = { kind, orderId: order.id })}
    >
      {text}
    </button>
  );
  const reason = order.denial?.reason ?? order.cancellation?.reason;
  return (
    <Dialog
      store={store}
      title={
        <>
          <bdi>{order.display_number}</bdi> · <bdi>{order.customer.name}</bdi>
        </>
      }
    >
      <p class="facts">
        <span class="badge">{sayOrder(`status.${status}`)}</span>
        <span class="badge">{sayOrder(`kind.${order.fulfillment_type}`)}</span>
        {order.scheduled_for !== null && (
          <span class="badge">{say("card.due", { time: formats.time(order.scheduled_for * 1_000) })}</span>
        )}
        <span class="badge">{formats.money(order.totals.total, order.totals.currency)}</span>
      </p>
      {reason !== undefined && <p class="strip">{reasonText(store, reason)}</p>}
      <OrderLines store={store} order={order} />
      {order.delivery_address !== null && (
        <p>
          {addressParts(order.delivery_address).map((part, index) => (
            <Fragment key={index}>
              {index > 0 && ", "}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
        </p>
      )}
      <div class="over-foot">
        {isNew && button("accept", say("act.accept"), !mayDecide(order, store.nowMs.value), "go")}
        {isNew && button("deny", say("act.deny"), !mayDecide(order, store.nowMs.value))}
        {isAccepted && button("time", say("act.time"))}
        {isAccepted && button("missing", say("act.missing"), unansweredOffer(order) !== undefined)}
        <button type="button" class="quiet" onClick={() => void printTicket(store, order)}>
          {say("act.print")}
        </button>
        {(isUnfinished || isNew) && button("cancel", say("act.cancel"), false, "danger-quiet")}
      </div>
    </Dialog>
  );
}

/** Our own codes in words; a text that somebody typed as it is. */
function reasonText(store: Store, reason: string): JSX.Element {
  const key = `reason.${reason}`;
  const known = store.start.words.order?.[key];
  return typeof known === "string" ? <>{known}</> : <bdi>{reason}</bdi>;
}
