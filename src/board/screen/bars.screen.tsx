/** The bars over and under the columns: sound, pause, what is switched off, and Undo. */
import type { JSX } from "preact";
import { changeLocation, sendAll, undoAct } from "../live/acts.screen.ts";
import { whenText } from "../dialogs/location-dialogs.screen.tsx";
import type { Sounds } from "../live/sound.screen.ts";
import type { Store } from "../live/store.screen.ts";

interface StoreProps {
  readonly store: Store;
}

export function SoundBar({ store, sounds }: StoreProps & { readonly sounds: Sounds }): JSX.Element | null {
  if (!store.started.value) return null;
  if (store.sound.value === "refused")
    return (
      <div class="bar warn" role="alert">
        <button type="button" class="quiet" onClick={() => void sounds.unlock()}>
          {store.say("start.sound_refused")}
        </button>
      </div>
    );
  return store.awake.value === "refused" ? (
    <p class="bar quiet-bar" role="status">
      {store.say("start.wake_refused")}
    </p>
  ) : null;
}

export function PauseBar({ store }: StoreProps): JSX.Element | null {
  const { ordering_paused_until: until } = store.board.value.settings;
  if (until === null || until * 1_000 <= store.nowMs.value) return null;
  return (
    <section class="bar warn" aria-labelledby="paused">
      <p>
        <b id="paused">{store.say("pause.now", { time: whenText(store, until * 1_000) })}</b>
      </p>
      <button
        type="button"
        class="quiet"
        disabled={store.stale.value}
        onClick={() => void changeLocation(store, "resume", {})}
      >
        {store.say("pause.resume")}
      </button>
    </section>
  );
}

/** A location that the operator has switched off gets no orders, and a quiet board would not say why. */
export function OffBar({ store }: StoreProps): JSX.Element | null {
  if (store.board.value.settings.status === "active") return null;
  return (
    <p class="bar warn" role="status">
      <b>{store.say("off.now")}</b>
    </p>
  );
}

const undoWords = { ready: "undo.ready", out_for_delivery: "undo.out", complete: "undo.complete" } as const;

/** What still can be undone, and how long. */
export function UndoBars({ store }: StoreProps): JSX.Element {
  const { say } = store;
  return (
    <div class="undo-bars" role="status">
      {store.delayed.value.map(({ orderId, number, act, sendAt }) => (
        <div key={`${orderId}${act}`} class="bar undo">
          <p>{say(undoWords[act], { number })}</p>
          <p class="soft" aria-hidden="true">
            {say("undo.seconds", { seconds: Math.max(0, Math.ceil((sendAt - store.at.value) / 1_000)) })}
          </p>
          <button type="button" onClick={() => undoAct(store, orderId)}>
            {say("act.undo")}
          </button>
        </div>
      ))}
    </div>
  );
}

/** Sends what waits under the Undo bar when the page goes away. */
export function sendWhenPageCloses(store: Store): void {
  window.addEventListener("pagehide", () => void sendAll(store));
}
