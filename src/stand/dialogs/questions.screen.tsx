/** Questions about a booked party or a party in the line: how many, the notes, and whether to end it. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { ActButton, Field, LongField, SizeChoice } from "./parts.screen.tsx";

interface QuestionProps<Answer> {
  readonly store: Store;
  /** Whom it is about. */
  readonly name: string;
  /** Sends the answer; true when the server took it, and then the dialog closes. */
  readonly send: (answer: Answer) => Promise<boolean>;
}

interface SizeProps extends QuestionProps<number> {
  readonly size: number;
  /** The seats of the party's tables; undefined while it has none. */
  readonly seats?: number | undefined;
}

export function SizeQuestion({ store, name, size, seats, send }: SizeProps): JSX.Element {
  const { say } = store;
  const [chosen, setChosen] = useState(size);
  return (
    <Dialog store={store} title={<bdi>{say("size.of", { name })}</bdi>}>
      <SizeChoice store={store} size={chosen} onSize={setChosen} />
      {seats !== undefined && seats < chosen && (
        <p class="strip" role="status">
          {say("sure.small", { count: seats })}
        </p>
      )}
      <ActButton
        store={store}
        look="go"
        off={chosen === size}
        text={say("act.save")}
        onClick={() => void closeAfter(store, send(chosen))}
      />
    </Dialog>
  );
}

/** A text as it is kept: null where nothing is written. */
type Texts = Readonly<Record<string, string | null>>;

interface NoteField {
  readonly name: string;
  readonly label: string;
  readonly text: string | null;
  readonly most: number;
}

interface NotesProps extends QuestionProps<Texts> {
  readonly fields: readonly NoteField[];
}

/** Sends the texts that were changed, by their names: what another person wrote into the others meanwhile stays. */
export function NotesQuestion({ store, name, fields, send }: NotesProps): JSX.Element {
  const { say } = store;
  // What is typed is typed over these.
  const [seen] = useState(fields);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const kept = (text: string): string | null => (text.trim() === "" ? null : text.trim());
  const changed = seen.flatMap((field) => {
    const text = typed[field.name];
    return text === undefined || kept(text) === field.text ? [] : [[field.name, kept(text)] as const];
  });
  return (
    <Dialog store={store} title={<bdi>{say("notes.of", { name })}</bdi>}>
      {seen.map((field) => (
        <LongField
          key={field.name}
          label={field.label}
          name={field.name}
          value={typed[field.name] ?? field.text ?? ""}
          most={field.most}
          onText={(text) => setTyped({ ...typed, [field.name]: text })}
        />
      ))}
      <ActButton
        store={store}
        look="go"
        off={changed.length === 0}
        text={say("act.save")}
        onClick={() => void closeAfter(store, send(Object.fromEntries(changed)))}
      />
    </Dialog>
  );
}

interface EndProps extends QuestionProps<{ readonly reason?: string }> {
  readonly title: string;
  readonly text?: string;
  readonly end: string;
  readonly keep: string;
}

/** Asks before a booking is cancelled or a party is taken off the queue. */
export function EndQuestion({ store, title, text, end, keep, send }: Omit<EndProps, "name">): JSX.Element {
  const [reason, setReason] = useState("");
  const answer = reason.trim() === "" ? {} : { reason: reason.trim() };
  return (
    <Dialog store={store} title={<bdi>{title}</bdi>}>
      {text !== undefined && <p>{text}</p>}
      <Field label={store.say("cancel.reason")} name="reason" value={reason} most={500} onText={setReason} />
      <div class="over-foot">
        <ActButton store={store} look="danger" text={end} onClick={() => void closeAfter(store, send(answer))} />
        <button type="button" class="quiet" autofocus onClick={() => store.closeDialog()}>
          {keep}
        </button>
      </div>
    </Dialog>
  );
}
