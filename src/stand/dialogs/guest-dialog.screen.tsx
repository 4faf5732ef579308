/** The guest history of a guest: earlier stays, a note and tags. For hosts and managers only. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { GuestWire } from "../../console/stand/stand-guests.schemas.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";
import { findGuest, noteOnGuest } from "../live/guests.screen.ts";
import { nameOf } from "../live/names.screen.ts";
import { showBooking } from "../live/other-days.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { nameOfGuest } from "../state/read-wire.ts";
import type { Party } from "../state/stand-model.ts";
import { ActButton, Facts, LongField } from "./parts.screen.tsx";
import { Contact } from "./party-sheet.screen.tsx";

interface GuestProps {
  readonly store: Store;
  readonly party: Party;
}

/** The guest of a party. */
export function GuestDialog({ store, party }: GuestProps): JSX.Element {
  const { say } = store;
  const [guest, setGuest] = useState<GuestWire | null>();
  useEffect(() => void findGuest(store, party).then(setGuest), []);
  return (
    <Dialog store={store} title={<bdi>{nameOf(store, party)}</bdi>}>
      {guest === undefined && <p role="status">{say("guest.looking")}</p>}
      {guest === null && <p role="status">{say("guest.unknown")}</p>}
      {guest !== undefined && guest !== null && <Known store={store} guest={guest} name={nameOf(store, party)} />}
    </Dialog>
  );
}

/** A guest who was found by a search, and may want a table: a booking begins with the name and the number. */
export function CallerDialog({ store, guest }: { readonly store: Store; readonly guest: GuestWire }): JSX.Element {
  const { say } = store;
  const name = nameOf(store, { name: nameOfGuest(guest) });
  const book = (): void => {
    store.dialog.value = { kind: "booking", name: nameOfGuest(guest), phone: guest.phone ?? "" };
  };
  return (
    <Dialog store={store} title={<bdi>{name}</bdi>}>
      <Contact store={store} phone={guest.phone} email={guest.email} />
      {store.stand.value.settings.readOnly === null && (
        <div class="sheet-next">
          <ActButton store={store} look="go" autofocus text={say("guest.book")} onClick={book} />
        </div>
      )}
      <Known store={store} guest={guest} name={name} />
    </Dialog>
  );
}

const tags = ["vip", "regular", "birthday", "high_chair", "wheelchair", "allergy"] as const;

interface KnownProps {
  readonly store: Store;
  readonly guest: GuestWire;
  readonly name: string;
}

function Known({ store, guest, name }: KnownProps): JSX.Element {
  const { say } = store;
  const [note, setNote] = useState(guest.note ?? "");
  const [chosen, setChosen] = useState<GuestWire["tags"]>(guest.tags);
  const [agreed, setAgreed] = useState(false);
  const needsWord = chosen.includes("allergy") && !guest.tags.includes("allergy");
  const kept = note.trim() === "" ? null : note.trim();
  const hasOtherTags = tags.some((tag) => chosen.includes(tag) !== guest.tags.includes(tag));
  const notes = {
    ...(kept === guest.note ? {} : { note: kept }),
    ...(hasOtherTags ? { tags: chosen } : {}),
    ...(needsWord ? { guest_agreed: agreed } : {}),
  };
  return (
    <>
      <History store={store} guest={guest} />
      <fieldset class="hand">
        <legend>{say("guest.tags")}</legend>
        {tags.map((tag) => (
          <button
            key={tag}
            type="button"
            class="quiet"
            aria-pressed={chosen.includes(tag)}
            onClick={() => setChosen(chosen.includes(tag) ? chosen.filter((each) => each !== tag) : [...chosen, tag])}
          >
            {say(`tag.${tag}`)}
          </button>
        ))}
      </fieldset>
      {needsWord && (
        <label class="tick">
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.currentTarget.checked)} />
          {say("guest.agreed")}
        </label>
      )}
      <LongField label={say("notes.own_hint")} name="guest-note" value={note} most={500} onText={setNote} />
      <ActButton
        store={store}
        look="go"
        off={!("note" in notes || "tags" in notes) || (needsWord && !agreed)}
        text={say("act.save")}
        onClick={() => void closeAfter(store, noteOnGuest(store, name, guest, notes))}
      />
    </>
  );
}

/** How often the guest was here, and the last stays. */
function History({ store, guest }: Omit<KnownProps, "name">): JSX.Element {
  const { say, formats } = store;
  return (
    <>
      <Facts>
        <span class="badge">{say("guest.visits", { count: guest.visits })}</span>
        <span class="badge">{say("guest.no_shows", { count: guest.no_shows })}</span>
        <span class="badge">{say("guest.late_cancellations", { count: guest.late_cancellations })}</span>
      </Facts>
      {guest.open_bookings.length > 0 && (
        <ul class="rows" aria-label={say("guest.open")}>
          {guest.open_bookings.map(({ booking_id: id, starts_at: at, party_size: size }) => (
            <li key={id}>
              <button type="button" class="row-button day-row" onClick={() => void showBooking(store, id)}>
                <b>
                  <time>{formats.time(Date.parse(at))}</time>
                </b>
                <span class="day-who">
                  <b>
                    <time>{formats.day(Date.parse(at))}</time>
                  </b>
                  <span>{say("card.guests", { count: size })}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {guest.last_stays.length > 0 && (
        <ul class="rows stays" aria-label={say("guest.last")}>
          {guest.last_stays.map(({ booking_id: id, starts_at: at, party_size: size }) => (
            <li key={id}>
              <time>{formats.day(Date.parse(at))}</time> · {say("card.guests", { count: size })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
