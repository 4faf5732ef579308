/** Short questions about a party in the line: the text, the size, the told wait, notes, taking the party off. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";
import { actOnWaiter } from "../live/acts.screen.ts";
import { nameOf } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Minutes, Waiter } from "../state/stand-model.ts";
import { ActButton, LongField } from "./parts.screen.tsx";
import { EndQuestion, NotesQuestion, SizeQuestion } from "./questions.screen.tsx";
import { QuoteChoice } from "./queue-dialog.screen.tsx";

interface WaiterProps {
  readonly store: Store;
  readonly waiter: Waiter;
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
        onClick={() => void closeAfter(store, actOnWaiter(store, waiter, "notify", body))}
      />
    </Dialog>
  );
}

export function WaiterSizeDialog({ store, waiter }: WaiterProps): JSX.Element {
  const [seen] = useState(waiter);
  const send = (size: number): Promise<boolean> => actOnWaiter(store, seen, "", { party_size: size }, "PATCH");
  return <SizeQuestion store={store} name={nameOf(store, waiter)} size={seen.size} send={send} />;
}

export function QuoteDialog({ store, waiter }: WaiterProps): JSX.Element {
  const { say } = store;
  const [chosen, setChosen] = useState<Minutes | undefined>(undefined);
  const send = (): Promise<void> => closeAfter(store, actOnWaiter(store, waiter, "", { quoted_wait: chosen }, "PATCH"));
  return (
    <Dialog store={store} title={<bdi>{say("quote.title", { name: nameOf(store, waiter) })}</bdi>}>
      <QuoteChoice store={store} estimate={waiter.quoted} chosen={chosen} onChoose={setChosen} />
      <ActButton
        store={store}
        look="go"
        off={chosen === undefined}
        text={say("act.save")}
        onClick={() => void send()}
      />
    </Dialog>
  );
}

export function WaiterNotesDialog({ store, waiter }: WaiterProps): JSX.Element {
  const [seen] = useState(waiter);
  const fields = [{ name: "notes", label: store.say("notes.guest"), text: seen.notes, most: 2_000 }];
  const send = (texts: object): Promise<boolean> => actOnWaiter(store, seen, "", texts, "PATCH");
  return <NotesQuestion store={store} name={nameOf(store, waiter)} fields={fields} send={send} />;
}

export function RemoveDialog({ store, waiter }: WaiterProps): JSX.Element {
  const { say } = store;
  return (
    <EndQuestion
      store={store}
      title={say("remove.title", { name: nameOf(store, waiter) })}
      end={say("act.remove")}
      keep={say("act.back")}
      send={(answer) => actOnWaiter(store, waiter, "remove", answer)}
    />
  );
}
