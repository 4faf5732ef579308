/** Short questions about a party: how late, how many, notes, cancelling. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { actOnParty } from "../live/acts.screen.ts";
import { nameOf } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Party } from "../state/stand-model.ts";
import { seatsOf } from "../state/tables-now.ts";
import { ActButton, Field, LongField, SizeChoice } from "./parts.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";

interface PartyProps {
  readonly store: Store;
  readonly party: Party;
}

/** Sends, and closes the dialog when the server took the act. */
async function send(store: Store, ...act: Parameters<typeof actOnParty> extends [Store, ...infer Rest] ? Rest : never) {
  await closeAfter(store, actOnParty(store, ...act));
}

const lateMinutes = [5, 10, 15, 30, 45];

export function LateDialog({ store, party }: PartyProps): JSX.Element {
  const { say, formats } = store;
  const from = Math.max(party.startsAt, store.minute.value);
  return (
    <Dialog store={store} title={<bdi>{say("late.title", { name: nameOf(store, party) })}</bdi>}>
      <p>{say("late.text")}</p>
      <ul class="choices-grid">
        {lateMinutes.map((minutes) => (
          <li key={minutes}>
            <button
              type="button"
              class="big quiet"
              disabled={store.stale.value}
              onClick={() => void send(store, party, "late", { minutes })}
            >
              <b>{say("count.minutes", { minutes })}</b>
              <time>{formats.time(from + minutes * 60_000)}</time>
            </button>
          </li>
        ))}
      </ul>
      {party.lateUntil !== null && (
        <ActButton
          store={store}
          text={say("late.not")}
          onClick={() => void send(store, party, "late", { minutes: null })}
        />
      )}
    </Dialog>
  );
}

export function SizeDialog({ store, party }: PartyProps): JSX.Element {
  const { say } = store;
  const [size, setSize] = useState(party.size);
  const [seen] = useState(party);
  const seats = seatsOf(store.stand.value, party.unitIds);
  const isSmall = party.unitIds.length > 0 && seats < size;
  const body = { party_size: size, ...(isSmall ? { allow_over_capacity: true } : {}) };
  return (
    <Dialog store={store} title={<bdi>{say("size.of", { name: nameOf(store, party) })}</bdi>}>
      <SizeChoice store={store} size={size} onSize={setSize} />
      {isSmall && (
        <p class="strip" role="status">
          {say("sure.small", { count: seats })}
        </p>
      )}
      <ActButton
        store={store}
        look="go"
        off={size === party.size}
        text={say("act.save")}
        onClick={() => void send(store, seen, "party_size", body)}
      />
    </Dialog>
  );
}

export function NotesDialog({ store, party }: PartyProps): JSX.Element {
  const { say } = store;
  // What was typed was typed over these: a change by somebody else meanwhile is asked about.
  const [seen] = useState(party);
  const [notes, setNotes] = useState(party.notes ?? "");
  const [own, setOwn] = useState(party.venueNotes ?? "");
  const filled = (text: string): string | null => (text.trim() === "" ? null : text.trim());
  const body = { notes: filled(notes), venue_notes: filled(own) };
  return (
    <Dialog store={store} title={<bdi>{say("notes.of", { name: nameOf(store, party) })}</bdi>}>
      <LongField label={say("notes.own_hint")} name="venue-notes" value={own} most={500} onText={setOwn} />
      <LongField label={say("notes.guest_hint")} name="notes" value={notes} most={2_000} onText={setNotes} />
      <ActButton
        store={store}
        look="go"
        text={say("act.save")}
        onClick={() => void send(store, seen, "", body, "PATCH")}
      />
    </Dialog>
  );
}

export function CancelDialog({ store, party }: PartyProps): JSX.Element {
  const { say } = store;
  const [reason, setReason] = useState("");
  const body = reason.trim() === "" ? {} : { reason: reason.trim() };
  return (
    <Dialog store={store} title={<bdi>{say("cancel.title", { name: nameOf(store, party) })}</bdi>}>
      <p>{say("cancel.text")}</p>
      <Field label={say("cancel.reason")} name="reason" value={reason} most={500} onText={setReason} />
      <div class="over-foot">
        <ActButton
          store={store}
          look="danger"
          text={say("act.cancel")}
          onClick={() => void send(store, party, "venue_cancel", body)}
        />
        <button type="button" class="quiet" autofocus onClick={() => store.closeDialog()}>
          {say("cancel.keep")}
        </button>
      </div>
    </Dialog>
  );
}
