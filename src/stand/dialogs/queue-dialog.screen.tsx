/** A party joins the line: how many, who, and the wait that the party is told. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { callConsole } from "../../screens/calls.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { actAtLocation } from "../live/acts.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Minutes } from "../state/stand-model.ts";
import { ActButton, Field, guestOf, SizeChoice } from "./parts.screen.tsx";
import { SheetForm } from "./sheet-keys.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

export function QueueDialog({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const [size, setSize] = useState(2);
  const [name, setName] = useState("");
  const [phone, setPhone] = useState("");
  const [notes, setNotes] = useState("");
  const [byHand, setByHand] = useState<Minutes>();
  const estimate = useEstimate(store, size);
  const add = async (): Promise<void> => {
    const body = {
      party_size: size,
      guest: guestOf(name, phone),
      ...(notes.trim() === "" ? {} : { notes: notes.trim() }),
      ...(byHand === undefined ? {} : { quoted_wait: byHand }),
    };
    if (!(await actAtLocation(store, "waitlist_entries", body))) return;
    store.closeDialog();
    store.tab.value = "queue";
  };
  const hasName = name.trim() !== "";
  return (
    <Dialog store={store} title={say("queue.title")}>
      <SheetForm store={store} onSize={setSize} onSubmit={() => void (hasName && add())}>
        <SizeChoice store={store} size={size} onSize={setSize} />
        <Field label={say("guest.name")} name="name" value={name} most={200} onText={setName} />
        <Field label={say("guest.phone_optional")} name="phone" value={phone} most={50} onText={setPhone} />
        <Field label={say("notes.guest")} name="notes" value={notes} most={500} onText={setNotes} />
        <QuoteChoice store={store} estimate={estimate} chosen={byHand} onChoose={setByHand} />
        <button type="submit" class="go" disabled={!hasName || store.stale.value}>
          {say("queue.submit")}
        </button>
      </SheetForm>
      <OpenQueue store={store} />
    </Dialog>
  );
}

/** What a party of this size would wait; undefined until it is known. */
function useEstimate(store: Store, size: number): Minutes | undefined {
  const [estimate, setEstimate] = useState<Minutes>();
  useEffect(() => {
    let isOld = false;
    setEstimate(undefined);
    const { locationId } = store.stand.peek().settings;
    void callConsole("GET", `/locations/${locationId}/waitlist_estimate?party_size=${size}`).then((answer) => {
      if (!isOld && answer.ok) setEstimate((answer.body as { readonly wait_minutes: Minutes }).wait_minutes);
    });
    return () => {
      isOld = true;
    };
  }, [size]);
  return estimate;
}

const quotes: readonly Minutes[] = [
  { min: 5, max: 10 },
  { min: 10, max: 20 },
  { min: 20, max: 30 },
  { min: 30, max: 45 },
  { min: 45, max: 60 },
  { min: 60, max: 90 },
];

interface QuoteProps extends StoreProps {
  readonly estimate: Minutes | undefined;
  readonly chosen: Minutes | undefined;
  readonly onChoose: (minutes: Minutes | undefined) => void;
}

/** The estimate, or a wait by hand. */
export function QuoteChoice({ store, estimate, chosen, onChoose }: QuoteProps): JSX.Element {
  const { say } = store;
  return (
    <fieldset class="quotes">
      <legend>{say("act.quote")}</legend>
      <button type="button" class="quiet" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        {estimate === undefined
          ? say("quote.estimate")
          : say("quote.estimate_of", { min: estimate.min, max: estimate.max })}
      </button>
      {quotes.map((quote) => (
        <button
          key={quote.min}
          type="button"
          class="quiet"
          aria-pressed={chosen?.min === quote.min}
          onClick={() => onChoose(quote)}
        >
          {say("quote.minutes", { min: quote.min, max: quote.max })}
        </button>
      ))}
    </fieldset>
  );
}

/** Whether guests may join by themselves. */
function OpenQueue({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const { isOpen } = store.stand.value.settings.queue;
  const text = say(isOpen ? "queue.close" : "queue.open");
  return (
    <div class="strip">
      <p>{say(isOpen ? "queue.is_open" : "queue.is_closed")}</p>
      <ActButton
        store={store}
        text={text}
        onClick={() => void actAtLocation(store, isOpen ? "waitlist/close" : "waitlist/open", {})}
      />
    </div>
  );
}
