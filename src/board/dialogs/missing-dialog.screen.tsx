/** Reports what is missing in an accepted order: the guest is asked, and has five minutes to answer. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { actNow } from "../live/acts.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import type { Store } from "../live/store.screen.ts";
import { closeAfter } from "../../screens/screen-store.screen.ts";

export function MissingDialog({ store, order }: { readonly store: Store; readonly order: BoardOrder }): JSX.Element {
  const { say } = store;
  const [there, setThere] = useState<Readonly<Record<string, number>>>({});
  const missing = order.line_items
    .map((line) => ({ id: line.id, quantity: line.quantity - (there[line.id] ?? line.quantity) }))
    .filter(({ quantity }) => quantity > 0);
  const isNothingLeft = order.line_items.every((line) => there[line.id] === 0);
  const send = async (): Promise<void> => {
    const soldOut = order.line_items.filter((line) => there[line.id] === 0).map((line) => line.menu_entity_id);
    const body = { line_items: missing, ...(soldOut.length > 0 ? { out_of_stock: [...new Set(soldOut)] } : {}) };
    await closeAfter(store, actNow(store, order, "unavailable_items", body));
  };
  return (
    <Dialog store={store} title={say("missing.title", { number: order.display_number })}>
      <p>{say("missing.text")}</p>
      {order.line_items.map((line) => {
        const count = there[line.id] ?? line.quantity;
        const set = (to: number) => () => setThere({ ...there, [line.id]: to });
        return (
          <div key={line.id} class="stepper" role="group" aria-label={say("missing.left", { name: line.name })}>
            <p>
              <bdi>{line.name}</bdi>
            </p>
            <button type="button" class="quiet square" disabled={count <= 0} aria-label="−1" onClick={set(count - 1)}>
              −
            </button>
            <output>{`${count}/${line.quantity}`}</output>
            <button
              type="button"
              class="quiet square"
              disabled={count >= line.quantity}
              aria-label="+1"
              onClick={set(count + 1)}
            >
              +
            </button>
          </div>
        );
      })}
      <div class="over-foot">
        {missing.length === 0 && <p>{say("missing.choose")}</p>}
        {isNothingLeft && <p>{say("missing.nothing_left")}</p>}
        <button
          type="button"
          class="go"
          disabled={missing.length === 0 || isNothingLeft || store.stale.value}
          onClick={() => void send()}
        >
          {say("missing.submit")}
        </button>
      </div>
    </Dialog>
  );
}
