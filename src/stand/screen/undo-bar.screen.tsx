/** The last act at this screen, with the button that takes it back where that is still possible. */
import type { JSX } from "preact";
import { takeBack } from "../live/undo.screen.ts";
import type { Store } from "../live/store.screen.ts";

export function UndoBar({ store }: { readonly store: Store }): JSX.Element {
  const done = store.shownDone.value;
  return (
    <div class="undo-bars" role="status">
      {done !== undefined && (
        <div class="bar undo">
          <p>
            <bdi>{done.text}</bdi>
          </p>
          {store.back.value !== undefined && (
            <button type="button" disabled={store.stale.value} onClick={() => void takeBack(store)}>
              {store.say("act.undo")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
