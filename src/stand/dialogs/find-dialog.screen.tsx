/** Finds a party of today by name, phone, code or table, and guests of other days: who calls, and who comes again. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { GuestWire } from "../../console/stand/stand-guests.schemas.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { searchGuests } from "../live/guests.screen.ts";
import { nameOf, tableLine, waitText } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { findInStand, type Found } from "../state/lists.ts";
import { nameOfGuest } from "../state/read-wire.ts";
import { Field } from "./parts.screen.tsx";

export function FindDialog({ store }: { readonly store: Store }): JSX.Element {
  const { say } = store;
  const [text, setText] = useState("");
  const found = findInStand(store.stand.value, text);
  const guests = useGuests(store, text.trim());
  const isLookedFor = text.trim().length < fewestLetters || guests !== undefined || store.stale.value;
  const isNobody = text.trim() !== "" && isLookedFor && found.length === 0 && (guests ?? []).length === 0;
  const show = (one: Found): void => {
    store.dialog.value =
      one.kind === "party" ? { kind: "party", partyId: one.party.id } : { kind: "waiter", waiterId: one.waiter.id };
  };
  return (
    <Dialog store={store} title={say("find.title")} drawer>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          const [guest] = guests ?? [];
          if (first !== undefined) show(first);
          else if (guest !== undefined) store.dialog.value = { kind: "caller", guest };
        }}
      >
        <Field label={say("find.field")} name="find" value={text} most={100} onText={setText} autofocus />
      </form>
      {isNobody && <p role="status">{say("find.none")}</p>}
      <ul class="rows">
        {found.map((one) => (
          <li key={one.kind === "party" ? one.party.id : one.waiter.id}>
            <button type="button" class="row-button" onClick={() => show(one)}>
              <FoundRow store={store} found={one} />
            </button>
          </li>
        ))}
      </ul>
      <Guests store={store} guests={guests} />
    </Dialog>
  );
}

/** So long nothing is typed before earlier guests are looked for. */
const typedMs = 300;
/** As the search wants them. */
const fewestLetters = 2;

/** Guests of any day that a text means; undefined while nobody is looked for or the answer is under way. */
function useGuests(store: Store, text: string): readonly GuestWire[] | undefined {
  const [guests, setGuests] = useState<readonly GuestWire[]>();
  useEffect(() => {
    setGuests(undefined);
    if (text.length < fewestLetters || store.stale.peek()) return;
    let isOld = false;
    const timer = setTimeout(() => {
      void searchGuests(store, text).then((found) => {
        if (!isOld) setGuests(found);
      });
    }, typedMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text]);
  return guests;
}

interface GuestsProps {
  readonly store: Store;
  readonly guests: readonly GuestWire[] | undefined;
}

function Guests({ store, guests }: GuestsProps): JSX.Element | null {
  if (guests === undefined || guests.length === 0) return null;
  const { say } = store;
  return (
    <section aria-labelledby="earlier">
      <h3 id="earlier">{say("find.guests")}</h3>
      <ul class="rows">
        {guests.map((guest) => (
          <li key={guest.key}>
            <button type="button" class="row-button" onClick={() => (store.dialog.value = { kind: "caller", guest })}>
              <b>
                <bdi>{nameOf(store, { name: nameOfGuest(guest) })}</bdi>
              </b>
              <span class={guest.phone === null ? undefined : "phone-number"}>
                <bdi>{guest.phone ?? guest.email}</bdi>
              </span>
              <span>{say("guest.visits", { count: guest.visits })}</span>
              <span>
                <time>{comesText(store, guest)}</time>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** When a guest is expected next; nothing of one who is not. */
function comesText({ formats, minute }: Store, { open_bookings: open }: GuestWire): string {
  const next = open.findLast(({ starts_at: at }) => Date.parse(at) >= minute.value);
  if (next === undefined) return "";
  const at = Date.parse(next.starts_at);
  return `${formats.day(at)}, ${formats.time(at)}`;
}

function FoundRow({ store, found }: { readonly store: Store; readonly found: Found }): JSX.Element {
  const { say, formats } = store;
  if (found.kind === "waiter")
    return (
      <>
        <b>
          <bdi>{nameOf(store, found.waiter)}</bdi>
        </b>
        <span>{say("card.guests", { count: found.waiter.size })}</span>
        <span>{say(`status.${found.waiter.status}`)}</span>
        <span>{waitText(store, found.waiter)}</span>
      </>
    );
  const { party } = found;
  return (
    <>
      <b>
        <bdi>{nameOf(store, party)}</bdi>
      </b>
      <span>
        <time>{formats.time(party.startsAt)}</time> · {say("card.guests", { count: party.size })}
      </span>
      <span>{say(`status.${party.status}`)}</span>
      <span>
        <bdi>{tableLine(store, party.unitIds)}</bdi>
      </span>
    </>
  );
}
