/** Keeps tables free: which, from when, for how long, and why. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";
import { actAtLocation } from "../live/acts.screen.ts";
import { tablesText } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { isNamed } from "../state/table-words.ts";
import { nextTime } from "../state/wall-clock.ts";
import { Field } from "./parts.screen.tsx";
import { ByHand } from "./table-choice.screen.tsx";

const blockMinutes = [30, 60, 120];
/** As many as one block has. */
const mostTables = 10;

interface BlockProps {
  readonly store: Store;
  /** The table that was tapped. */
  readonly unitId: string;
}

export function BlockDialog({ store, unitId }: BlockProps): JSX.Element {
  const { say, formats } = store;
  const [reason, setReason] = useState("");
  const [picked, setPicked] = useState<readonly string[]>([unitId]);
  const [time, setTime] = useState("");
  const { day, timeZone } = store.stand.value.settings;
  const nowMs = store.minute.value;
  const later = nextTime(timeZone, day.date, time, nowMs);
  const from = later ?? nowMs;
  const pick = (id: string): void =>
    setPicked(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id].slice(-mostTables));
  const keep = async (until: number): Promise<void> => {
    const body = {
      unit_ids: picked,
      until: new Date(until).toISOString(),
      ...(later === undefined ? {} : { from: new Date(later).toISOString() }),
      ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
    };
    await closeAfter(store, actAtLocation(store, "table_blocks", body));
  };
  const choice = (text: string, until: number): JSX.Element => (
    <li key={text}>
      <button
        type="button"
        class="big quiet"
        disabled={store.stale.value || picked.length === 0}
        onClick={() => void keep(until)}
      >
        <b>{text}</b>
        <time>{formats.time(until)}</time>
      </button>
    </li>
  );
  const table = tablesText(store, picked);
  return (
    <Dialog store={store} title={<bdi>{say("block.title", { table, named: isNamed(table) })}</bdi>}>
      <Field label={say("cancel.reason")} name="reason" value={reason} most={200} onText={setReason} />
      <details>
        <summary>{say("block.more")}</summary>
        <p class="field">
          <label for="block-from">{say("block.from")}</label>
          <input id="block-from" type="time" value={time} onInput={(event) => setTime(event.currentTarget.value)} />
        </p>
        <ByHand store={store} picked={picked} pick={pick} />
      </details>
      <ul class="choices-grid">
        {blockMinutes.map((minutes) => choice(say("count.minutes", { minutes }), from + minutes * 60_000))}
        {day.until > from && choice(say("block.day"), day.until)}
      </ul>
    </Dialog>
  );
}
