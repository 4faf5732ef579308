/** The sheet of a party: the guest, and the possible acts, the next one first. */
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { actOnParty } from "../live/acts.screen.ts";
import { fewSeatsText, hurryText, nameOf, stayText, tableLine } from "../live/names.screen.ts";
import { isOfToday } from "../live/parties.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { undoParty } from "../live/undo.screen.ts";
import { partyActsAt, type PartyAct } from "../state/acts-of.ts";
import type { Party } from "../state/stand-model.ts";
import { ActButton, Facts } from "./parts.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";

interface SheetProps {
  readonly store: Store;
  readonly party: Party;
}

export function PartySheet({ store, party }: SheetProps): JSX.Element {
  const { say } = store;
  const { readOnly } = store.stand.value.settings;
  const isToday = isOfToday(store, party);
  const acts = partyActsAt(readOnly, party, { nowMs: store.minute.value, isToday });
  const [first, ...others] = acts;
  return (
    <Dialog
      store={store}
      title={
        <>
          <bdi>{nameOf(store, party)}</bdi> · {say("card.guests", { count: party.size })}
        </>
      }
    >
      <PartyFacts store={store} party={party} />
      {first !== undefined && (
        <div class="sheet-next">
          <PartyButton store={store} party={party} act={first} isNext />
          {first === "seat" && readOnly === null && (
            <ActButton
              store={store}
              text={say("act.other_table")}
              onClick={() => (store.dialog.value = { kind: "seat", partyId: party.id })}
            />
          )}
        </div>
      )}
      <div class="sheet-acts">
        {others.map((act) => (
          <PartyButton key={act} store={store} party={party} act={act} />
        ))}
      </div>
    </Dialog>
  );
}

function PartyFacts({ store, party }: SheetProps): JSX.Element {
  const { say, formats } = store;
  const { status } = party;
  const few = fewSeatsText(store, party);
  const isToday = isOfToday(store, party);
  const when = status === "in_service" ? stayText(store, party) : isToday ? hurryText(store, party) : undefined;
  return (
    <>
      <Facts>
        <span class="badge">{say(`status.${status}`)}</span>
        {!isToday && (
          <span class="badge">
            <time>{formats.day(party.startsAt)}</time>
          </span>
        )}
        <span class="badge">
          <time>
            {formats.time(party.startsAt)}–{formats.time(party.endsAt)}
          </time>
        </span>
        <span class="badge">
          <bdi>{tableLine(store, party.unitIds)}</bdi>
        </span>
        {few !== undefined && <span class="badge warn">{few}</span>}
        {(status === "confirmed" || status === "in_service") && when !== undefined && <span class="badge">{when}</span>}
        {party.experience !== null && (
          <span class="badge">
            <bdi>{party.experience}</bdi>
          </span>
        )}
        {party.payment !== null && (
          <span class={party.payment.kind === "due" ? "badge warn" : "badge"}>
            {say(`payment.${party.payment.kind}`, {
              amount: formats.money(party.payment.amount, party.payment.currency),
            })}
          </span>
        )}
        <span class="badge soft">{say(`source.${party.source}`)}</span>
      </Facts>
      <Contact store={store} phone={party.phone} email={party.email} code={party.code} />
      <Notes store={store} title={say("notes.guest")} text={party.notes} />
      <Notes store={store} title={say("notes.own")} text={party.venueNotes} />
    </>
  );
}

interface ContactProps {
  readonly store: Store;
  readonly phone: string | null;
  readonly email?: string | null;
  readonly code?: string;
}

export function Contact({ store, phone, email = null, code }: ContactProps): JSX.Element | null {
  if (phone === null && email === null && code === undefined) return null;
  return (
    <p class="contact">
      {phone !== null && (
        <a class="button quiet" href={`tel:${phone}`}>
          <bdi>{phone}</bdi>
        </a>
      )}
      {email !== null && <bdi>{email}</bdi>}
      {code !== undefined && (
        <span class="soft">
          {store.say("sheet.code")} <bdi>{code}</bdi>
        </span>
      )}
    </p>
  );
}

interface NotesProps {
  readonly store: Store;
  readonly title: string;
  readonly text: string | null;
}

export function Notes({ title, text }: NotesProps): JSX.Element | null {
  if (text === null || text === "") return null;
  return (
    <p class="strip">
      <b>{title}</b> <bdi>{text}</bdi>
    </p>
  );
}

interface ButtonProps extends SheetProps {
  readonly act: PartyAct;
  readonly isNext?: boolean;
}

const danger: readonly PartyAct[] = ["no_show", "cancel"];

function PartyButton({ store, party, act, isNext = false }: ButtonProps): JSX.Element {
  const look = isNext ? "go" : danger.includes(act) ? "danger-quiet" : "quiet";
  const off = store.busy.value.has(party.id);
  const run = (): void => runAct(store, party, act);
  return (
    <ActButton store={store} look={look} autofocus={isNext} off={off} text={store.say(`act.${act}`)} onClick={run} />
  );
}

/** Does an act of the sheet: at once where nothing is asked, else with a dialog. */
function runAct(store: Store, party: Party, act: PartyAct): void {
  const send = async (path: string): Promise<void> => {
    await closeAfter(store, actOnParty(store, party, path, {}));
  };
  switch (act) {
    case "seat":
    case "complete":
    case "no_show":
      return void send(act);
    // A party that sits loses its table: that is asked about.
    case "undo":
      if (party.status === "in_service") store.dialog.value = { kind: "undo", partyId: party.id };
      else void undoHere(store, party);
      return;
    default:
      store.dialog.value = { kind: act, partyId: party.id };
  }
}

async function undoHere(store: Store, party: Party): Promise<void> {
  await closeAfter(store, undoParty(store, party));
}
