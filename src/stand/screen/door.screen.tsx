/** The three buttons for new parties: a walk-in, the line, a booking by telephone. */
import type { JSX } from "preact";
import type { Store } from "../live/store.screen.ts";

export function Door({ store }: { readonly store: Store }): JSX.Element | null {
  const { say, dialog } = store;
  const { readOnly, queue } = store.stand.value.settings;
  if (readOnly !== null) return null;
  return (
    <div class="door" role="group" aria-label={say("door.title")}>
      <button type="button" class="quiet" onClick={() => (dialog.value = { kind: "walk_in", unitIds: [] })}>
        {say("act.walk_in")}
      </button>
      {queue.isThere && (
        <button type="button" class="quiet" onClick={() => (dialog.value = { kind: "queue" })}>
          {say("act.queue")}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => (dialog.value = { kind: "booking" })}>
        {say("act.booking")}
      </button>
    </div>
  );
}
