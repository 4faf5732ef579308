/** Short questions about a party of the queue: the text, the size, the wait that is told, notes, taking it off. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { actOnWaiter } from "../live/acts.screen.ts";
import { nameOf } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Minutes, Waiter } from "../state/stand-model.ts";
import { ActButton, Field, LongField, SizeChoice } from "./parts.screen.tsx";
import { QuoteChoice } from "./queue-dialog.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";

interface WaiterProps {
  readonly store: Store;
  readonly waiter: Waiter;
}

async function send(
  store: Store,
  ...act: Parameters<typeof actOnWaiter> extends [Store, ...infer Rest] ? Rest : never
): Promise<void> {
  await closeAfter(store, actOnWaiter(store, ...act));
}

/** The most characters of own words that one text takes. */
const mostWords = 160;

export function NotifyDialog({ store, waiter }: WaiterProps): JSX.Element {
  const { say } = store;
  const [words, setWords] = useState("");
  const body = words.trim() === "" ? {} : { message: words.trim() };
  return (
    <Dialog store={store} title={<bdi>{say("notify.title", { name: nameOf(store, waiter) })}</bdi>}>
      <p>{say("notify.text")}</p>
      <LongField label={say("notify.words")} name="words" value={words} most={mostWords} onText={setWords} />
      <ActButton
        store={store}
        look="go"
        autofocus
        text={say("act.notify")}
        onClick={() => void send(store, waiter, "notify", body)}
      />
    </Dialog>
  );
}

export function WaiterSizeDialog({ store, waiter }: WaiterProps): JSX.Element {
  const { say } = store;
  const [size, setSize] = useState(waiter.size);
  const [seen] = useState(waiter);
  return (
    <Dialog store={store} title={<bdi>{say("size.of", { name: nameOf(store, waiter) })}</bdi>}>
      <SizeChoice store={store} size={size} onSize={setSize} />
      <ActButton
        store={store}
        look="go"
        off={size === waiter.size}
        text={say("act.save")}
        onClick={() => void send(store, seen, "", { party_size: size }, "PATCH")}
      />
    </Dialog>
  );
}

export function QuoteDialog({ store, waiter }: WaiterProps): JSX.Element {
  const { say } = store;
  const [chosen, setChosen] = useState<Minutes | undefined>(undefined);
  return (
    <Dialog store={store} title={<bdi>{say("quote.title", { name: nameOf(store, waiter) })}</bdi>}>
      <QuoteChoice store={store} estimate={waiter.quoted} chosen={chosen} onChoose={setChosen} />
      <ActButton
        store={store}
        look="go"
        off={chosen === undefined}
        text={say("act.save")}
        onClick={() => void send(store, waiter, "", { quoted_wait: chosen }, "PATCH")}
      />
    </Dialog>
  );
}

export function WaiterNotesDialog({ store, waiter }: WaiterProps): JSX.Element {
  const { say } = store;
  const [notes, setNotes] = useState(waiter.notes ?? "");
  const [seen] = useState(waiter);
  const body = { notes: notes.trim() === "" ? null : notes.trim() };
  return (
    <Dialog store={store} title={<bdi>{say("notes.of", { name: nameOf(store, waiter) })}</bdi>}>
      <LongField label={say("notes.guest")} name="notes" value={notes} most={2_000} onText={setNotes} />
      <ActButton
        store={store}
        look="go"
        text={say("act.save")}
        onClick={() => void send(store, seen, "", body, "PATCH")}
      />
    </Dialog>
  );
}

export function RemoveDialog({ store, waiter }: WaiterProps): JSX.Element {
  const { say } = store;
  const [reason, setReason] = useState("");
  const body = reason.trim() === "" ? {} : { reason: reason.trim() };
  return (
    <Dialog store={store} title={<bdi>{say("remove.title", { name: nameOf(store, waiter) })}</bdi>}>
      <Field label={say("cancel.reason")} name="reason" value={reason} most={500} onText={setReason} />
      <div class="over-foot">
        <ActButton
          store={store}
          look="danger"
          text={say("act.remove")}
          onClick={() => void send(store, waiter, "remove", body)}
        />
        <button type="button" class="quiet" autofocus onClick={() => store.closeDialog()}>
          {say("act.back")}
        </button>
      </div>
    </Dialog>
  );
}
