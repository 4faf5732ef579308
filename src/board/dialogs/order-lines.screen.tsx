/** The lines of an order in full: quantity, name, choices at every depth, and notes. */
import type { JSX } from "preact";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { notesOf } from "../state/order-facts.ts";
import type { Store } from "../live/store.screen.ts";

type Line = BoardOrder["line_items"][number];
type Choice = Line["modifiers"][number];

export function OrderLines({ store, order }: { readonly store: Store; readonly order: BoardOrder }): JSX.Element {
  return (
    <>
      <ul class="lines">
        {order.line_items.map((line) => (
          <li key={line.id}>
            <p class="line">
              <b class="times">{line.quantity}×</b>
              <span>
                <bdi>{line.name}</bdi>
              </span>
            </p>
            <Choices choices={line.modifiers} />
            {line.notes !== null && <Note store={store} text={line.notes} />}
          </li>
        ))}
      </ul>
      {order.notes !== null && <Note store={store} text={order.notes} />}
      {typeof order.delivery_address?.notes === "string" && <Note store={store} text={order.delivery_address.notes} />}
    </>
  );
}

/** The notes of an order, each with the name of its line: read once more before the order is accepted. */
export function OrderNotes({
  store,
  order,
}: {
  readonly store: Store;
  readonly order: BoardOrder;
}): JSX.Element | null {
  const notes = notesOf(order);
  if (notes.length === 0) return null;
  return (
    <>
      {notes.map(({ line, text }, index) => (
        <Note key={index} store={store} text={line === null ? text : `${line}: ${text}`} />
      ))}
    </>
  );
}

function Choices({ choices }: { readonly choices: readonly Choice[] }): JSX.Element | null {
  if (choices.length === 0) return null;
  return (
    <ul class="choices">
      {choices.map((choice, index) => (
        <li key={index}>
          {choice.quantity > 1 && `${choice.quantity}× `}
          <bdi>{choice.name}</bdi>
          <Choices choices={choice.modifiers} />
        </li>
      ))}
    </ul>
  );
}

function Note({ store, text }: { readonly store: Store; readonly text: string }): JSX.Element {
  return (
    <p class="note">
      <span class="note-mark" aria-hidden="true">
        !
      </span>
      <span>
        <span class="unseen">{store.say("card.note")}: </span>
        <bdi>{text}</bdi>
      </span>
    </p>
  );
}
