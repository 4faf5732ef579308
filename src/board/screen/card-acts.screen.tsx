/** The buttons of a card: one next step, large; the rest beside it or under More. */
import type { JSX } from "preact";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { mayDecide, rings } from "../state/ringing.ts";
import { actLater, actNow } from "../live/acts.screen.ts";
import type { Store } from "../live/store.screen.ts";

interface ActsProps {
  readonly store: Store;
  readonly order: BoardOrder;
}

export function CardActs({ store, order }: ActsProps): JSX.Element {
  const { say } = store;
  const off = store.stale.value || store.busy.value.has(order.id);
  const show = (kind: "accept" | "deny" | "order") => () => {
    store.dialog.value = { kind, orderId: order.id };
  };
  return (
    <div class="acts">
      {order.status === "PENDING" && (
        <>
          <button
            type="button"
            class="go"
            disabled={off || !mayDecide(order, store.nowMs.value)}
            onClick={show("accept")}
          >
            {say("act.accept")}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={off || !mayDecide(order, store.nowMs.value)}
            onClick={show("deny")}
          >
            {say("act.deny")}
          </button>
          {rings(order, store.nowMs.value) && (
            <button type="button" class="quiet" disabled={off} onClick={() => void actNow(store, order, "seen", {})}>
              {say("act.seen")}
            </button>
          )}
        </>
      )}
      <NextStep store={store} order={order} off={off} />
      <button
        type="button"
        class="quiet square"
        aria-label={say("card.more", { number: order.display_number })}
        onClick={show("order")}
      >
        <span aria-hidden="true">⋯</span>
      </button>
    </div>
  );
}

function NextStep({ store, order, off }: ActsProps & { readonly off: boolean }): JSX.Element | null {
  const { say } = store;
  const later = (act: "ready" | "out_for_delivery" | "complete") => () => actLater(store, order, act);
  switch (order.status) {
    case "ACCEPTED":
    case "AUTO_ACCEPTED":
      return (
        <button type="button" class="go" disabled={off} onClick={later("ready")}>
          {say("act.ready")}
        </button>
      );
    case "READY":
      return order.fulfillment_type === "delivery" ? (
        <button type="button" class="go" disabled={off} onClick={later("out_for_delivery")}>
          {say("act.out")}
        </button>
      ) : (
        <Complete store={store} off={off} onClick={later("complete")} />
      );
    case "IN_DELIVERY":
      return <Complete store={store} off={off} onClick={later("complete")} />;
    default:
      return null;
  }
}

function Complete({
  store,
  off,
  onClick,
}: {
  readonly store: Store;
  readonly off: boolean;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <button type="button" class="go" disabled={off} onClick={onClick}>
      {store.say("act.complete")}
    </button>
  );
}
