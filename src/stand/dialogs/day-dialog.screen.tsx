/** The bookings of another day: who calls about Friday is looked up here, and yesterday is put right. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { nameOf, tableLine } from "../live/names.screen.ts";
import { readDay, showDay } from "../live/other-days.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { attendanceOf, dayBeside, partiesOf } from "../state/other-days.ts";
import type { Party } from "../state/stand-model.ts";
import { timeOnDay } from "../state/wall-clock.ts";
import { ActButton, DateField } from "./parts.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

/** The service knows no others; while a year is typed, the field has one of two or three digits. */
const [firstDate, lastDate] = ["2000-01-01", "2999-12-31"];

interface DayProps extends StoreProps {
  /** The party whose sheet was open: its row is where the list goes on. */
  readonly from: string | undefined;
}

export function DayDialog({ store, from }: DayProps): JSX.Element {
  const { say, formats } = store;
  const { date, ids } = store.otherDay.value;
  const { timeZone, readOnly } = store.stand.value.settings;
  // What is typed stays in the field while it is no day yet, also when the list changes meanwhile.
  const [typed, setTyped] = useState(date);
  const noon = timeOnDay(timeZone, date, "12:00");
  useEffect(() => void readDay(store), [date]);
  const go = (to: string): void => {
    setTyped(to);
    if (to >= firstDate && to <= lastDate && timeOnDay(timeZone, to, "12:00") !== undefined) showDay(store, to);
  };
  return (
    <Dialog store={store} title={noon === undefined ? say("day.title") : <time>{formats.day(noon)}</time>} drawer>
      <div class="day-choice">
        <button
          type="button"
          class="quiet square"
          aria-label={say("day.before")}
          onClick={() => go(dayBeside(date, -1))}
        >
          <span aria-hidden="true">‹</span>
        </button>
        <DateField label={say("starts.date")} value={typed} onDate={go} />
        <button type="button" class="quiet square" aria-label={say("day.after")} onClick={() => go(dayBeside(date, 1))}>
          <span aria-hidden="true">›</span>
        </button>
      </div>
      <p role="status">{ids === undefined ? say("day.looking") : ids === null ? "" : sumText(store)}</p>
      {ids === null && <ActButton store={store} text={say("day.again")} onClick={() => void readDay(store)} />}
      <ul class="rows">
        {partiesOf(store.otherDay.value).map((party) => (
          <li key={party.id}>
            <button
              type="button"
              class="row-button day-row"
              autofocus={party.id === from}
              onClick={() => (store.dialog.value = { kind: "party", partyId: party.id })}
            >
              <DayRow store={store} party={party} />
            </button>
          </li>
        ))}
      </ul>
      {readOnly === null && (
        <ActButton
          store={store}
          text={say("guest.book")}
          onClick={() => (store.dialog.value = { kind: "booking", date })}
        />
      )}
    </Dialog>
  );
}

/** "12 bookings, 41 guests", or that there is none. */
function sumText({ say, otherDay }: Store): string {
  const found = partiesOf(otherDay.value);
  if (found.length === 0) return say("day.none");
  const { parties, guests } = attendanceOf(found);
  return say("day.sum", { parties, guests: say("card.guests", { count: guests }) });
}

function DayRow({ store, party }: StoreProps & { readonly party: Party }): JSX.Element {
  const { say, formats } = store;
  const hasNotes = (party.notes ?? "") !== "" || (party.venueNotes ?? "") !== "";
  const facts = [
    say("card.guests", { count: party.size }),
    tableLine(store, party.unitIds),
    ...(hasNotes ? [say("card.note")] : []),
  ];
  return (
    <>
      <b>
        <time>{formats.time(party.startsAt)}</time>
      </b>
      <span class="day-who">
        <b>
          <bdi>{nameOf(store, party)}</bdi>
        </b>
        <span>
          <bdi>{facts.join(" · ")}</bdi>
        </span>
        {party.status !== "confirmed" && <span class="soft">{say(`status.${party.status}`)}</span>}
      </span>
    </>
  );
}
