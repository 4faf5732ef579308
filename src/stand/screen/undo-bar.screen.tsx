/** What was just done, with the button that takes it back; `u` does the same for as long as the server allows. */
import type { JSX } from "preact";
import { nameOf } from "../live/names.screen.ts";
import { undoLatest } from "../live/undo.screen.ts";
import type { Store } from "../live/store.screen.ts";

/** So long the bar is shown; later Undo is in the sheet of the party, and under `u`. */
const shownMs = 60_000;

export function UndoBar({ store }: { readonly store: Store }): JSX.Element {
  const { say } = store;
  const undo = store.undo.value;
  const updatedAt = undo?.kind === "party" ? undo.party.updatedAt : undo?.waiter.endedAt;
  const isFresh = updatedAt !== undefined && updatedAt !== null && store.nowMs.value - updatedAt < shownMs;
  return (
    <div class="undo-bars" role="status">
      {undo !== undefined && isFresh && (
        <div class="bar undo">
          <p>
            <bdi>{undoText(store, undo)}</bdi>
          </p>
          <button type="button" disabled={store.stale.value} onClick={() => undoLatest(store)}>
            {say("act.undo")}
          </button>
        </div>
      )}
    </div>
  );
}

function undoText(store: Store, undo: NonNullable<Store["undo"]["value"]>): string {
  const { say } = store;
  if (undo.kind === "waiter") return say("undo.waiter", { name: nameOf(store, undo.waiter) });
  const name = nameOf(store, undo.party);
  switch (undo.party.undo?.of) {
    case "complete":
      return say("undo.complete", { name });
    case "no_show":
      return say("undo.no_show", { name });
    case "venue_cancel":
      return say("undo.venue_cancel", { name });
    case "walk_in":
      return say("undo.walk_in");
    default:
      return say("undo.seat", { name });
  }
}
