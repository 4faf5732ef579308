/** The keys, and the switch that turns them off. */
import type { JSX } from "preact";
import { Dialog, Keys } from "../../screens/dialog.screen.tsx";
import type { Store } from "../live/store.screen.ts";

export function HelpDialog({ store }: { readonly store: Store }): JSX.Element {
  const { say, kept } = store;
  const keys: readonly (readonly [string, string])[] = [
    ["/", say("find.title")],
    ["d", say("day.title")],
    ["n", say("act.walk_in")],
    ["w", say("act.queue")],
    ["b", say("act.booking")],
    ["s", say("act.seat")],
    ["m", say("act.move")],
    ["u", say("act.undo")],
    ["↑ ↓ ← →", say("help.arrows")],
    ["Enter", say("help.enter")],
    ["?", say("help.this")],
  ];
  return (
    <Dialog store={store} title={say("help.title")}>
      <Keys keys={keys} />
      <label class="tick">
        <input
          type="checkbox"
          checked={kept.value.keys}
          onChange={(event) => (kept.value = { ...kept.value, keys: event.currentTarget.checked })}
        />
        {say("help.switch")}
      </label>
    </Dialog>
  );
}
