/** Short questions about a party: how late, when else, how many, notes, cancelling. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";
import { actOnParty } from "../live/acts.screen.ts";
import { nameOf } from "../live/names.screen.ts";
import { isOfToday } from "../live/parties.screen.ts";
import type { Start } from "../live/starts.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Party } from "../state/stand-model.ts";
import { seatsOf } from "../state/tables-now.ts";
import { dateOn } from "../state/wall-clock.ts";
import { ActButton, DateField } from "./parts.screen.tsx";
import { EndQuestion, NotesQuestion, SizeQuestion } from "./questions.screen.tsx";
import { StartChoice, useStarts } from "./starts.screen.tsx";

interface PartyProps {
  readonly store: Store;
  readonly party: Party;
}

const lateMinutes = [5, 10, 15, 30, 45];

export function LateDialog({ store, party }: PartyProps): JSX.Element {
  const { say, formats } = store;
  const from = Math.max(party.startsAt, store.minute.value);
  const send = (minutes: number | null): void => void closeAfter(store, actOnParty(store, party, "late", { minutes }));
  return (
    <Dialog store={store} title={<bdi>{say("late.title", { name: nameOf(store, party) })}</bdi>}>
      <p>{say("late.text")}</p>
      <ul class="choices-grid">
        {lateMinutes.map((minutes) => (
          <li key={minutes}>
            <button type="button" class="big quiet" disabled={store.stale.value} onClick={() => send(minutes)}>
              <b>{say("count.minutes", { minutes })}</b>
              <time>{formats.time(from + minutes * 60_000)}</time>
            </button>
          </li>
        ))}
      </ul>
      {party.lateUntil !== null && <ActButton store={store} text={say("late.not")} onClick={() => send(null)} />}
    </Dialog>
  );
}

export function SizeDialog({ store, party }: PartyProps): JSX.Element {
  const [seen] = useState(party);
  const seats = party.unitIds.length === 0 ? undefined : seatsOf(store.stand.value, party.unitIds);
  const send = (size: number): Promise<boolean> => {
    const isSmall = seats !== undefined && seats < size;
    const body = { party_size: size, ...(isSmall ? { allow_over_capacity: true } : {}) };
    return actOnParty(store, seen, "party_size", body);
  };
  return <SizeQuestion store={store} name={nameOf(store, party)} size={seen.size} seats={seats} send={send} />;
}

export function NotesDialog({ store, party }: PartyProps): JSX.Element {
  const { say } = store;
  const [seen] = useState(party);
  const fields = [
    { name: "venue_notes", label: say("notes.own_hint"), text: seen.venueNotes, most: 500 },
    { name: "notes", label: say("notes.guest_hint"), text: seen.notes, most: 2_000 },
  ];
  const send = (texts: object): Promise<boolean> => actOnParty(store, seen, "", texts, "PATCH");
  return <NotesQuestion store={store} name={nameOf(store, party)} fields={fields} send={send} />;
}

export function CancelDialog({ store, party }: PartyProps): JSX.Element {
  const { say } = store;
  return (
    <EndQuestion
      store={store}
      title={say("cancel.title", { name: nameOf(store, party) })}
      text={say("cancel.text")}
      end={say("act.cancel")}
      keep={say("cancel.keep")}
      send={(answer) => actOnParty(store, party, "venue_cancel", answer)}
    />
  );
}

/** Another time for a party that is expected. */
export function TimeDialog({ store, party }: PartyProps): JSX.Element {
  const { say } = store;
  const { day, timeZone } = store.stand.peek().settings;
  const [date, setDate] = useState(() => {
    if (isOfToday(store, party)) return day.date;
    // A party of the night is of the day before.
    const { date: shown, ids } = store.otherDay.peek();
    return ids?.includes(party.id) === true ? shown : dateOn(timeZone, party.startsAt);
  });
  const starts = useStarts(store, { date, size: party.size, partyId: party.id });
  const choose = async ({ token }: Start): Promise<void> => {
    await closeAfter(store, actOnParty(store, party, "change", { slot_token: token }));
  };
  return (
    <Dialog store={store} title={<bdi>{say("time.title", { name: nameOf(store, party) })}</bdi>}>
      <DateField label={say("starts.date")} value={date} onDate={setDate} />
      <StartChoice store={store} starts={starts} onChoose={(start) => void choose(start)} />
    </Dialog>
  );
}
