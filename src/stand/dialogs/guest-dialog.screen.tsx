/** What the restaurant knows of a guest: earlier stays, a note and tags. For hosts and managers only. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { callConsole } from "../../screens/calls.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { explain } from "../live/acts.screen.ts";
import { nameOf } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Party } from "../state/stand-model.ts";
import type { GuestWire } from "../../console/stand/stand-guests.schemas.ts";
import { ActButton, Facts, LongField } from "./parts.screen.tsx";

interface GuestProps {
  readonly store: Store;
  readonly party: Party;
}

export function GuestDialog({ store, party }: GuestProps): JSX.Element {
  const { say } = store;
  const [guest, setGuest] = useState<GuestWire | null>();
  useEffect(() => void findGuest(store, party).then(setGuest), []);
  return (
    <Dialog store={store} title={<bdi>{nameOf(store, party)}</bdi>}>
      {guest === undefined && <p role="status">{say("guest.looking")}</p>}
      {guest === null && <p role="status">{say("guest.unknown")}</p>}
      {guest !== undefined && guest !== null && <Known store={store} guest={guest} />}
    </Dialog>
  );
}

/** The guest of a party by phone, else by e-mail; null where nothing is known. */
async function findGuest(store: Store, { phone, email }: Party): Promise<GuestWire | null> {
  const wanted = phone ?? email;
  if (wanted === null) return null;
  const { locationId } = store.stand.peek().settings;
  const answer = await callConsole("GET", `/locations/${locationId}/guests?q=${encodeURIComponent(wanted)}`);
  if (!answer.ok) {
    explain(store, answer);
    return null;
  }
  const { data } = answer.body as { readonly data: readonly GuestWire[] };
  return data.find((guest) => (phone === null ? guest.email === email : guest.phone === phone)) ?? null;
}

const tags = ["vip", "regular", "birthday", "high_chair", "wheelchair", "allergy"] as const;

function Known({ store, guest }: { readonly store: Store; readonly guest: GuestWire }): JSX.Element {
  const { say, formats } = store;
  const [note, setNote] = useState(guest.note ?? "");
  const [chosen, setChosen] = useState<readonly (typeof tags)[number][]>(guest.tags);
  const [agreed, setAgreed] = useState(false);
  const needsWord = chosen.includes("allergy") && !guest.tags.includes("allergy");
  const save = async (): Promise<void> => {
    const { locationId } = store.stand.peek().settings;
    const answer = await callConsole("PATCH", `/locations/${locationId}/guests/${guest.key}`, {
      expected_version: guest.version,
      note: note.trim() === "" ? null : note.trim(),
      tags: chosen,
      ...(chosen.includes("allergy") ? { guest_agreed: agreed || !needsWord } : {}),
    });
    if (answer.ok) store.closeDialog();
    else explain(store, answer, () => void save());
  };
  return (
    <>
      <Facts>
        <span class="badge">{say("guest.visits", { count: guest.visits })}</span>
        <span class="badge">{say("guest.no_shows", { count: guest.no_shows })}</span>
        <span class="badge">{say("guest.late_cancellations", { count: guest.late_cancellations })}</span>
      </Facts>
      {guest.last_stays.length > 0 && (
        <ul class="rows stays" aria-label={say("guest.last")}>
          {guest.last_stays.map(({ booking_id: id, starts_at: at, party_size: size }) => (
            <li key={id}>
              <time>{formats.day(Date.parse(at))}</time> · {say("card.guests", { count: size })}
            </li>
          ))}
        </ul>
      )}
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
        off={needsWord && !agreed}
        text={say("act.save")}
        onClick={() => void save()}
      />
    </>
  );
}
