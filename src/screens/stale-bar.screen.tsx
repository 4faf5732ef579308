/** The bar of a lost connection, and its announcement for screen readers. */
import type { JSX } from "preact";
import { secondsToRetry } from "./connection.ts";
import type { ScreenStore } from "./screen-store.screen.ts";

interface StoreProps {
  readonly store: ScreenStore;
}

/** A screen that is out of date says so across its whole width, with the time of the last word. */
export function StaleBar({ store }: StoreProps): JSX.Element | null {
  const { sayScreen: say, formats } = store;
  if (!store.stale.value) return null;
  const connection = store.connection.value;
  const seconds = secondsToRetry(connection, store.at.value);
  return (
    <div class="bar stale" role="alert">
      <p>
        <b>{say("stale.title", { time: formats.second(connection.heardNowMs) })}</b> {say("stale.text")}
      </p>
      <p aria-hidden="true">
        {connection.phase === "waiting" && seconds > 0 ? say("stale.next", { seconds }) : say("stale.trying")}
      </p>
    </div>
  );
}

/** What a screen reader says. */
export function Voice({ store }: StoreProps): JSX.Element {
  return (
    <p class="unseen" role="log" aria-live="assertive">
      {store.spoken.value}
    </p>
  );
}
