/**
 * When an accepted order is ready: the usual minutes, the proposal, or any time up to four hours. The shown time is the
 * time that is sent, also when the tap takes long.
 */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { mostMinutes, promisedAt, timeChoices } from "../state/order-facts.ts";
import { actNow } from "../live/acts.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { OrderNotes } from "./order-lines.screen.tsx";
import type { Store } from "../live/store.screen.ts";
import { closeAfter } from "../../screens/screen-store.screen.ts";

interface TimeProps {
  readonly store: Store;
  readonly order: BoardOrder;
  /** Accepts a new order, or gives an accepted one a new time. */
  readonly act: "accept" | "ready_time";
}

export function TimeDialog({ store, order, act }: TimeProps): JSX.Element {
  const { say, formats } = store;
  const number = order.display_number;
  const [typed, setTyped] = useState("");
  const minutes = Number(typed);
  const isGood = Number.isInteger(minutes) && minutes >= 1 && minutes <= mostMinutes;
  const send = async (body: object): Promise<void> => {
    await closeAfter(store, actNow(store, order, act, body));
  };
  const nowMs = store.nowMs.value;
  return (
    <Dialog store={store} title={say(act === "accept" ? "accept.title" : "time.title", { number })}>
      {act === "accept" && <OrderNotes store={store} order={order} />}
      <ul class="choices-grid">
        {timeChoices(order, store.board.value.settings, nowMs).map((choice) => (
          <li key={choice.minutes}>
            <button
              type="button"
              class={choice.preset ? "big go" : "big quiet"}
              autofocus={choice.preset}
              disabled={store.stale.value}
              onClick={() => void send({ at: choice.atMs / 1_000 })}
            >
              <b>{say("accept.minutes", { minutes: choice.minutes })}</b>
              <span>{say("accept.at", { time: formats.time(choice.atMs) })}</span>
              {choice.preset && <span class="small">{say("accept.preset")}</span>}
            </button>
          </li>
        ))}
      </ul>
      <form
        class="row-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood) void send({ at: promisedAt(minutes, nowMs) / 1_000 });
        }}
      >
        <label for="minutes">{say("accept.field")}</label>
        <input
          id="minutes"
          inputMode="numeric"
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" class="quiet" disabled={!isGood || store.stale.value}>
          {isGood
            ? say(act === "accept" ? "accept.submit" : "time.submit", {
                time: formats.time(promisedAt(minutes, nowMs)),
              })
            : say("accept.other")}
        </button>
      </form>
    </Dialog>
  );
}
