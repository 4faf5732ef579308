/** The cards of the lists: a tap opens the sheet of the party. */
import type { JSX } from "preact";
import {
  fewSeatsText,
  hurryText,
  isAnnounced,
  nameOf,
  minutesOf,
  stayText,
  tableLine,
  waitText,
} from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { hurryOf } from "../state/lists.ts";
import type { Party, Waiter } from "../state/stand-model.ts";

interface PartyProps {
  readonly store: Store;
  readonly party: Party;
}

/** Guests in a circle, so that their number is read first. */
export function Size({ store, size }: { readonly store: Store; readonly size: number }): JSX.Element {
  return (
    <span class="size">
      <b aria-hidden="true">{size}</b>
      <span class="unseen">{store.say("card.guests", { count: size })}, </span>
    </span>
  );
}

function notesOf({ notes, venueNotes }: Party): string | undefined {
  const both = [venueNotes, notes].filter((text) => text !== null && text !== "");
  return both.length === 0 ? undefined : both.join(" · ");
}

/** A booked party that is expected. */
export function BookCard({ store, party }: PartyProps): JSX.Element {
  const hurry = hurryText(store, party);
  const kind = hurryOf(party, store.minute.value).kind;
  const isLate = kind === "late" && party.status !== "pending";
  return (
    <Card
      store={store}
      id={party.id}
      look={isLate ? "late" : kind}
      onOpen={() => showParty(store, party)}
      drag={`party:${party.id}`}
    >
      <Who store={store} party={party} />
      <span class="when">
        <b>
          <BookedTime store={store} party={party} />
        </b>
        {hurry !== undefined && <span class={isLate ? "tag bad" : "tag"}>{hurry}</span>}
      </span>
    </Card>
  );
}

/** How many guests, who they are, at which tables, and what is noted of them. */
function Who({ store, party }: PartyProps): JSX.Element {
  return (
    <>
      <Size store={store} size={party.size} />
      <span class="who">
        <b>
          <bdi>{nameOf(store, party)}</bdi>
        </b>
        <span>
          <bdi>{tableLine(store, party.unitIds)}</bdi>
        </span>
        <FewSeats store={store} party={party} />
        <Note store={store} text={notesOf(party)} />
      </span>
    </>
  );
}

/** That the tables have too few seats, where they have. */
export function FewSeats({ store, party }: PartyProps): JSX.Element | null {
  const text = fewSeatsText(store, party);
  return text === undefined ? null : <span class="tag warn">{text}</span>;
}

/** The time of a booking, struck out while the party is to come later than that. */
function BookedTime({ store, party }: PartyProps): JSX.Element {
  const time = <time>{store.formats.time(party.startsAt)}</time>;
  return isAnnounced(store, party) ? <s>{time}</s> : time;
}

/** A party that sits. */
export function SeatedCard({ store, party }: PartyProps): JSX.Element {
  const isOver = party.endsAt <= store.minute.value;
  return (
    <Card
      store={store}
      id={party.id}
      look={isOver ? "late" : "sits"}
      onOpen={() => showParty(store, party)}
      drag={`party:${party.id}`}
    >
      <Who store={store} party={party} />
      <span class="when">
        <b>
          <time>{store.formats.time(party.endsAt)}</time>
        </b>
        <span class={isOver ? "tag bad" : "tag"}>{stayText(store, party)}</span>
      </span>
    </Card>
  );
}

/** A party of the queue. */
export function QueueCard({ store, waiter }: { readonly store: Store; readonly waiter: Waiter }): JSX.Element {
  const { say, formats } = store;
  const show = (): void => {
    store.chosen.value = waiter.id;
    store.dialog.value = { kind: "waiter", waiterId: waiter.id };
  };
  const isTold = waiter.status === "notified" && waiter.notifiedAt !== null;
  return (
    <Card store={store} id={waiter.id} look={isTold ? "due" : "later"} onOpen={show} drag={`waiter:${waiter.id}`}>
      <Size store={store} size={waiter.size} />
      <span class="who">
        <b>
          <bdi>{nameOf(store, waiter)}</bdi>
        </b>
        {isTold ? (
          <span class="tag">
            {waiter.onMyWay ? say("card.on_my_way") : say("card.told", { time: formats.time(waiter.notifiedAt ?? 0) })}
          </span>
        ) : (
          <span>{say("card.quoted", { min: waiter.quoted.min, max: waiter.quoted.max })}</span>
        )}
        <Note store={store} text={waiter.notes ?? undefined} />
      </span>
      <span class="when">
        <b aria-hidden="true">{say("count.minutes", { minutes: minutesOf(store, waiter) })}</b>
        <span class="unseen">{waitText(store, waiter)}</span>
      </span>
    </Card>
  );
}

export function showParty(store: Store, party: Party): void {
  store.chosen.value = party.id;
  store.dialog.value = { kind: "party", partyId: party.id };
}

interface CardProps {
  readonly store: Store;
  readonly id: string;
  readonly look: string;
  readonly drag: string;
  readonly onOpen: () => void;
  readonly children: JSX.Element[];
}

function Card({ store, id, look, drag, onOpen, children }: CardProps): JSX.Element {
  const isBusy = store.busy.value.has(id);
  return (
    <li>
      <button
        type="button"
        id={id}
        class={`card look-${look}`}
        aria-busy={isBusy}
        data-drag={drag}
        onClick={onOpen}
        onFocus={() => (store.chosen.value = id)}
      >
        {children}
      </button>
    </li>
  );
}

function Note({ store, text }: { readonly store: Store; readonly text: string | undefined }): JSX.Element | null {
  if (text === undefined) return null;
  return (
    <span class="card-note">
      <span aria-hidden="true">✎ </span>
      <span class="unseen">{store.say("card.note")}: </span>
      <bdi>{text}</bdi>
    </span>
  );
}
