/** A party without a booking: how many, and where; the name only where somebody wants it. */
import { useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { nameOf } from "../live/names.screen.ts";
import { seatWalkIn } from "../live/seat.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { inLine } from "../state/stand-state.ts";
import { Field, guestOf, SizeChoice } from "./parts.screen.tsx";
import { SheetForm } from "./sheet-keys.screen.tsx";
import { TableChoice, type Chosen } from "./table-choice.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";

interface WalkInProps {
  readonly store: Store;
  /** The table that was tapped, if one was. */
  readonly unitIds: readonly string[];
}

export function WalkInDialog({ store, unitIds }: WalkInProps): JSX.Element {
  const { say } = store;
  const [size, setSize] = useState(2);
  const [name, setName] = useState("");
  const choose = async (chosen: Chosen): Promise<void> => {
    await closeAfter(store, seatWalkIn(store, { size, guest: guestOf(name, "") }, chosen));
  };
  const tables = useRef<HTMLDivElement>(null);
  return (
    <Dialog store={store} title={say("walk_in.title")}>
      <SheetForm
        store={store}
        onSize={setSize}
        onSubmit={() => tables.current?.querySelector<HTMLButtonElement>("button.go")?.click()}
      >
        <SizeChoice store={store} size={size} onSize={setSize} />
        <Field label={say("guest.name_optional")} name="name" value={name} most={200} onText={setName} />
      </SheetForm>
      <Called store={store} />
      <div ref={tables} class="sheet-form">
        <TableChoice
          key={size}
          store={store}
          size={size}
          verb="act.seat_at"
          begun={unitIds}
          onChoose={(chosen) => void choose(chosen)}
        />
      </div>
      {store.stand.value.settings.queue.isThere && (
        <button type="button" class="quiet" onClick={() => (store.dialog.value = { kind: "queue" })}>
          {say("walk_in.queue")}
        </button>
      )}
    </Dialog>
  );
}

/** The parties that were told to come and have not sat down: a call keeps no table, so the host must think of them. */
function Called({ store }: { readonly store: Store }): JSX.Element | false {
  const { say, formats } = store;
  const called = inLine(store.stand.value).filter(({ status }) => status === "notified");
  return (
    called.length > 0 && (
      <div class="called" role="status">
        <ul class="rows">
          {called.map((waiter) => (
            <li key={waiter.id}>
              <b>
                <bdi>{nameOf(store, waiter)}</bdi>
              </b>
              {` · ${say("card.guests", { count: waiter.size })} · `}
              {waiter.onMyWay
                ? say("card.on_my_way")
                : say("card.told", { time: formats.time(waiter.notifiedAt ?? 0) })}
            </li>
          ))}
        </ul>
      </div>
    )
  );
}
