/** The card of one order. The facts that a cook has to see from two metres away come first and are largest. */
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { longHours } from "../../screens/formats.screen.ts";
import { itemCount, minutesLeft, unansweredOffer, paymentOf } from "../state/order-facts.ts";
import { clockText, countdownOf, mayDecide, rings } from "../state/ringing.ts";
import { CardActs } from "./card-acts.screen.tsx";
import { OrderLines } from "../dialogs/order-lines.screen.tsx";
import type { Store } from "../live/store.screen.ts";

interface CardProps {
  readonly store: Store;
  readonly order: BoardOrder;
}

export function Card({ store, order }: CardProps): JSX.Element {
  const chosen = store.chosen.value === order.id;
  // The clock is read by the cards that wait alone: two hundred are not drawn anew with every second.
  const waits = order.status === "PENDING";
  const countdown = waits
    ? countdownOf(order, store.board.value.settings.decision_window_seconds, store.nowMs.value)
    : undefined;
  const ringing = waits && rings(order, store.nowMs.value) && store.started.value;
  const state = countdown === undefined ? "" : countdown.urgent ? " urgent" : " waits";
  return (
    <li>
      <article
        id={order.id}
        class={`order-card${state}${ringing ? " ringing" : ""}`}
        tabIndex={chosen ? 0 : -1}
        aria-labelledby={`${order.id}-head`}
        aria-busy={store.busy.value.has(order.id)}
        onFocusIn={() => (store.chosen.value = order.id)}
      >
        <header class="card-head">
          <div id={`${order.id}-head`}>
            <h3 class="number">
              <bdi>{order.display_number}</bdi>
            </h3>
            <p class="guest">
              <bdi>{order.customer.name}</bdi>
            </p>
          </div>
          {countdown === undefined ? <Due store={store} order={order} /> : <Ring store={store} order={order} />}
        </header>
        <Facts store={store} order={order} />
        <div class="order-body">
          <OrderLines store={store} order={order} />
          <Offer store={store} order={order} />
          <CardActs store={store} order={order} />
        </div>
      </article>
    </li>
  );
}

/** With more lines than these a card says how many items there are: some lines may be below the edge of the column. */
const mostLinesSeen = 2;

/** Kind, wish and payment; each has a word, none is said by colour alone. */
function Facts({ store, order }: CardProps): JSX.Element {
  const payment = paymentOf(order);
  const amount = store.formats.money(order.totals.total, order.totals.currency);
  return (
    <p class="facts">
      <span class={`badge kind-${order.fulfillment_type}`}>{store.sayOrder(`kind.${order.fulfillment_type}`)}</span>
      {order.status === "PENDING" && order.line_items.length > mostLinesSeen && (
        <span class="badge">{store.say("card.items", { count: itemCount(order) })}</span>
      )}
      {order.status === "PENDING" && order.scheduled_for !== null && (
        <span class="badge">{store.say("card.due", { time: store.formats.time(order.scheduled_for * 1_000) })}</span>
      )}
      {order.status === "IN_DELIVERY" && <span class="badge">{store.sayOrder("status.IN_DELIVERY")}</span>}
      <span class={payment === "paid" ? "badge good" : "badge warn"}>
        {payment === "pay_in_store"
          ? store.sayOrder("paid.pay_in_store", { amount })
          : store.sayOrder(`paid.${payment}`)}
      </span>
    </p>
  );
}

/** When it has to be ready, and how much time that is; drawn anew when the minutes change. */
function Due({ store, order }: CardProps): JSX.Element {
  const left = useMemo(() => computed(() => minutesLeft(order, store.nowMs.value)), [store, order]);
  const due = order.estimated_ready_at ?? order.scheduled_for;
  // Accepted without a time: by a till that names none, or by nobody.
  if (due === null) return <p class="due soon">{store.say("card.soon")}</p>;
  const at = due * 1_000;
  const minutes = left.value;
  const over = order.status === "READY" || order.status === "IN_DELIVERY";
  return (
    <p class={`due${minutes < 0 && !over ? " late" : ""}`}>
      <b>{store.formats.time(at)}</b>
      {!over && <span>{minutes < 0 ? lateText(store, -minutes) : store.say("card.left", { minutes })}</span>}
    </p>
  );
}

function lateText({ say }: Store, minutes: number): string {
  const hours = longHours(minutes);
  return hours === undefined ? say("card.late", { minutes }) : say("card.late_hours", { hours });
}

const round = 2 * Math.PI * 20;

/** The six minutes as a ring that empties, with the time in figures. */
function Ring({ store, order }: CardProps): JSX.Element | null {
  const countdown = countdownOf(order, store.board.value.settings.decision_window_seconds, store.nowMs.value);
  if (countdown === undefined) return null;
  return (
    <p class={`ring${countdown.urgent ? " urgent" : ""}`}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle class="ring-way" cx="24" cy="24" r="20" />
        <circle
          class="ring-left"
          cx="24"
          cy="24"
          r="20"
          stroke-dasharray={`${round}`}
          stroke-dashoffset={`${round * (1 - countdown.share)}`}
        />
      </svg>
      <b aria-hidden="true">{clockText(countdown.seconds)}</b>
      <span class="unseen">{store.say("card.decide_spoken", { minutes: Math.ceil(countdown.seconds / 60) })}</span>
    </p>
  );
}

/** What the guest is being asked, and who decides first. */
function Offer({ store, order }: CardProps): JSX.Element | null {
  const { say, formats } = store;
  const offer = unansweredOffer(order);
  if (offer !== undefined) {
    const seconds = Math.max(0, Math.ceil(offer.answer_by - store.nowMs.value / 1_000));
    const items = formats.list(offer.line_items.map(({ name, quantity }) => `${quantity}× ${name}`));
    return (
      <div class="strip">
        <p>{say("card.offer", { time: clockText(seconds) })}</p>
        <p>
          <bdi>{say("card.offer_items", { items })}</bdi>
        </p>
      </div>
    );
  }
  if (order.status !== "PENDING" || order.staff_from === null) return null;
  const nowMs = store.nowMs.value;
  if (!mayDecide(order, nowMs))
    return <p class="strip">{say("card.app_first", { time: formats.time(order.staff_from * 1_000) })}</p>;
  if (order.seen_until === null || order.seen_until * 1_000 <= nowMs) return null;
  const seconds = Math.ceil(order.seen_until - nowMs / 1_000);
  return <p class="strip">{say("card.silenced", { time: clockText(seconds) })}</p>;
}
