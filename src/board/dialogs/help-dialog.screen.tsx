/** Help: the keys, the switch that turns them off, and the automatic acts of this device. */
import type { JSX } from "preact";
import { Dialog, Keys } from "../../screens/dialog.screen.tsx";
import type { Kept, Store } from "../live/store.screen.ts";

export function HelpDialog({ store }: { readonly store: Store }): JSX.Element {
  const { say, kept } = store;
  const keys: readonly (readonly [string, string])[] = [
    ["↑ ↓ ← →", say("help.choose")],
    ["Enter", say("help.open_order")],
    ["a", say("act.accept")],
    ["d", say("act.deny")],
    ["r", say("act.ready")],
    ["c", say("act.complete")],
    ["p", say("act.print")],
    ["/", say("help.search")],
    ["?", say("help.this")],
  ];
  const box = (name: keyof Kept, text: string): JSX.Element => (
    <label class="tick">
      <input
        type="checkbox"
        checked={kept.value[name]}
        onChange={(event) => (kept.value = { ...kept.value, [name]: event.currentTarget.checked })}
      />
      {text}
    </label>
  );
  return (
    <Dialog store={store} title={say("help.title")}>
      <Keys keys={keys} />
      {box("keys", say("help.switch"))}
      {box("print", say("settings.print"))}
    </Dialog>
  );
}
