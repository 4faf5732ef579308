/** Denies or cancels an order: one reason, what goes out of stock, and what the guest gets back. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { refundOf } from "../state/order-facts.ts";
import { actNow } from "../live/acts.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import type { Store } from "../live/store.screen.ts";
import { closeAfter } from "../../screens/screen-store.screen.ts";

const reasons = [
  "ITEM_AVAILABILITY",
  "CAPACITY",
  "STORE_CLOSED",
  "ADDRESS_UNDELIVERABLE",
  "PRICE_MISMATCH",
  "DUPLICATE",
  "POS_UNAVAILABLE",
  "OTHER",
] as const;
type Reason = (typeof reasons)[number];

interface EndProps {
  readonly store: Store;
  readonly order: BoardOrder;
  readonly act: "deny" | "cancel";
}

export function EndDialog({ store, order, act }: EndProps): JSX.Element {
  const { say, sayOrder, formats } = store;
  const [reason, setReason] = useState<Reason>();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const refund = refundOf(order);
  const amount = formats.money(refund, order.totals.currency);
  const needsLine = act === "deny" && reason === "ITEM_AVAILABILITY";
  const isWhole = reason !== undefined && (!needsLine || ticked.length > 0);
  const send = async (): Promise<void> => {
    const stock = needsLine ? { out_of_stock: ticked } : {};
    await closeAfter(store, actNow(store, order, act, { reason, ...stock }));
  };
  const offered = reasons.filter((each) => each !== "ADDRESS_UNDELIVERABLE" || order.fulfillment_type === "delivery");
  return (
    <Dialog store={store} title={say(act === "deny" ? "deny.title" : "cancel.title", { number: order.display_number })}>
      <ul class="choices-grid">
        {offered.map((each) => (
          <li key={each}>
            <button type="button" class="big quiet" aria-pressed={reason === each} onClick={() => setReason(each)}>
              {sayOrder(`reason.${each}`)}
            </button>
          </li>
        ))}
      </ul>
      {needsLine && <SoldOut store={store} order={order} ticked={ticked} setTicked={setTicked} />}
      <div class="over-foot">
        {refund > 0 && <p>{say("cancel.refund", { amount })}</p>}
        {needsLine && ticked.length === 0 && <p>{say("deny.choose_line")}</p>}
        <button type="button" class="danger" disabled={!isWhole || store.stale.value} onClick={() => void send()}>
          {refund > 0
            ? say(act === "deny" ? "deny.submit_refund" : "cancel.submit_refund", { amount })
            : say(act === "deny" ? "deny.submit" : "cancel.submit")}
        </button>
      </div>
    </Dialog>
  );
}

interface SoldOutProps extends Omit<EndProps, "act"> {
  readonly ticked: readonly string[];
  readonly setTicked: (ticked: readonly string[]) => void;
}

function SoldOut({ store, order, ticked, setTicked }: SoldOutProps): JSX.Element {
  const dishes = new Map(order.line_items.map((line) => [line.menu_entity_id, line.name]));
  return (
    <fieldset>
      <legend>{store.say("deny.lines")}</legend>
      <p class="hint">{store.say("deny.lines_hint")}</p>
      {Array.from(dishes, ([id, name]) => (
        <label key={id} class="tick">
          <input
            type="checkbox"
            checked={ticked.includes(id)}
            onChange={(event) =>
              setTicked(event.currentTarget.checked ? [...ticked, id] : ticked.filter((other) => other !== id))
            }
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
