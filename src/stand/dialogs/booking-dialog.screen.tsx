/**
 * A booking by telephone: when, how many, who. A host can choose a start that the rules forbid, but never a table that is
 * taken.
 */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { actAtLocation } from "../live/acts.screen.ts";
import type { Start } from "../live/starts.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Group } from "../state/stand-model.ts";
import { timeOnDay } from "../state/wall-clock.ts";
import { DateField, Field, guestOf, LongField, SizeChoice } from "./parts.screen.tsx";
import { SheetForm } from "./sheet-keys.screen.tsx";
import { StartChoice, useStarts } from "./starts.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";

/** The rules of the search that a host may pass over; the audit log keeps them. */
const passedOver = ["lead_time", "pacing", "large_party", "blackout", "hours"];

interface BookingProps {
  readonly store: Store;
  /** What is known of who calls. */
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  /** "2026-12-04"; today where it is absent. */
  readonly date?: string | undefined;
  /** The group that asked for it. */
  readonly group?: Pick<Group, "id" | "size" | "date" | "words"> | undefined;
}

export function BookingDialog(props: BookingProps): JSX.Element {
  const { store, name: known = "", phone: number = "", group } = props;
  const { say } = store;
  const [size, setSize] = useState(group?.size ?? 2);
  const [date, setDate] = useState(group?.date ?? props.date ?? store.stand.peek().settings.day.date);
  const [chosen, setChosen] = useState<Start>();
  const [byHand, setByHand] = useState("");
  const [name, setName] = useState(known);
  const [phone, setPhone] = useState(number);
  const [notes, setNotes] = useState(group?.words ?? "");
  const starts = useStarts(store, { date, size });
  const handMs = timeOnDay(store.stand.value.settings.timeZone, date, byHand);
  const startsAt = chosen?.startsAt ?? handMs;
  const mayBook = startsAt !== undefined && name.trim() !== "" && !store.stale.value;
  const resize = (next: number): void => {
    setSize(next);
    setChosen(undefined);
  };
  const book = async (): Promise<void> => {
    if (startsAt === undefined) return;
    const body = {
      starts_at: new Date(startsAt).toISOString(),
      party_size: size,
      guest: guestOf(name, phone),
      ...(chosen === undefined ? { override: passedOver } : { area_id: chosen.areaId }),
      ...(notes.trim() === "" ? {} : { notes: notes.trim() }),
      ...(group === undefined ? {} : { group_request_id: group.id }),
    };
    await closeAfter(store, actAtLocation(store, "bookings", body));
  };
  return (
    <Dialog store={store} title={say("booking.title")}>
      <SheetForm store={store} onSize={resize} onSubmit={() => void (mayBook && book())}>
        <SizeChoice store={store} size={size} onSize={resize} />
        <DateField label={say("starts.date")} value={date} onDate={(next) => (setDate(next), setChosen(undefined))} />
        <StartChoice store={store} starts={starts} chosen={chosen} onChoose={setChosen} />
        <ByHand
          store={store}
          value={byHand}
          onTime={(time) => {
            setByHand(time);
            setChosen(undefined);
          }}
        />
        <Field label={say("guest.name")} name="name" value={name} most={200} onText={setName} />
        <Field label={say("guest.phone_optional")} name="phone" value={phone} most={50} onText={setPhone} />
        <LongField label={say("notes.guest")} name="notes" value={notes} most={2_000} onText={setNotes} />
        <button type="submit" class="go" disabled={!mayBook}>
          {startsAt === undefined
            ? say("booking.choose")
            : say("booking.submit", { time: store.formats.time(startsAt) })}
        </button>
      </SheetForm>
    </Dialog>
  );
}

interface ByHandProps {
  readonly store: Store;
  readonly value: string;
  readonly onTime: (time: string) => void;
}

/** A time that the search does not offer. */
function ByHand({ store, value, onTime }: ByHandProps): JSX.Element {
  const { say } = store;
  return (
    <details>
      <summary>{say("booking.by_hand")}</summary>
      <p class="field">
        <label for="hand-time">{say("booking.time")}</label>
        <input id="hand-time" type="time" value={value} onInput={(event) => onTime(event.currentTarget.value)} />
      </p>
      <p class="soft">{say("booking.by_hand_hint")}</p>
    </details>
  );
}
