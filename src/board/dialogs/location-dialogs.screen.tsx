/** Extra time and pause: what changes for the whole restaurant. */
import type { JSX } from "preact";
import { changeLocation } from "../live/acts.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import type { Store } from "../live/store.screen.ts";
import { closeAfter } from "../../screens/screen-store.screen.ts";

interface StoreProps {
  readonly store: Store;
}

const extraMinutes = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120];
const pauseMinutes = [15, 30, 60];

export function BusyDialog({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const now = store.board.value.settings.busy_delay_minutes;
  const set = async (minutes: number): Promise<void> => {
    await closeAfter(store, changeLocation(store, "busy_delay", { minutes }));
  };
  return (
    <Dialog store={store} title={say("busy.title")}>
      <p>{say("busy.text")}</p>
      <ul class="choices-grid">
        {extraMinutes.map((minutes) => (
          <li key={minutes}>
            <button
              type="button"
              class="big quiet"
              aria-pressed={minutes === now}
              disabled={store.stale.value}
              onClick={() => void set(minutes)}
            >
              <b>{minutes === 0 ? say("busy.none") : say("busy.extra", { minutes })}</b>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function PauseDialog({ store }: StoreProps): JSX.Element {
  const { say, formats } = store;
  const { ordering_paused_until: until } = store.board.value.settings;
  const send = async (path: string, body: object): Promise<void> => {
    await closeAfter(store, changeLocation(store, path, body));
  };
  const isPaused = until !== null && until * 1_000 > store.nowMs.value;
  return (
    <Dialog store={store} title={say("pause.title")}>
      {isPaused && (
        <div class="strip">
          <p>{say("pause.now", { time: whenText(store, until * 1_000) })}</p>
          <button type="button" class="go" disabled={store.stale.value} onClick={() => void send("resume", {})}>
            {say("pause.resume")}
          </button>
        </div>
      )}
      <ul class="choices-grid">
        {pauseMinutes.map((minutes) => (
          <li key={minutes}>
            <button
              type="button"
              class="big quiet"
              disabled={store.stale.value}
              onClick={() => void send("pause", { minutes })}
            >
              <b>{say("pause.minutes", { minutes })}</b>
              <time>{formats.time(store.nowMs.value + minutes * 60_000)}</time>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            class="big quiet"
            disabled={store.stale.value}
            onClick={() => void send("pause", { until_tomorrow: true })}
          >
            <b>{say("pause.tomorrow")}</b>
            <time>{whenText(store, store.board.value.settings.tomorrow_at * 1_000)}</time>
          </button>
        </li>
      </ul>
    </Dialog>
  );
}

/** A time of today, or a day and its time. */
export function whenText({ formats, nowMs }: Store, ms: number): string {
  const isToday = formats.day(ms) === formats.day(nowMs.value);
  return isToday ? formats.time(ms) : `${formats.day(ms)}, ${formats.time(ms)}`;
}
