/** Asks before an older act is taken back: whose party it is, and where the party is afterwards. */
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { actOnWaiter } from "../live/acts.screen.ts";
import { undoText, waiterUndoText } from "../live/done.screen.ts";
import { nameOf } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { undoParty } from "../live/undo.screen.ts";
import { afterUndo } from "../state/done.ts";
import type { Party, Waiter } from "../state/stand-model.ts";
import { ActButton } from "./parts.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";

interface AskProps {
  readonly store: Store;
  readonly what: string;
  readonly then: string;
  readonly undo: () => Promise<boolean>;
}

function Ask({ store, what, then, undo }: AskProps): JSX.Element {
  const { say } = store;
  const run = async (): Promise<void> => {
    await closeAfter(store, undo());
  };
  return (
    <Dialog store={store} title={say("undo.title")}>
      <p>
        <b>
          <bdi>{what}</bdi>
        </b>
      </p>
      <p>
        <bdi>{then}</bdi>
      </p>
      <div class="over-foot">
        <ActButton store={store} look="go" text={say("act.undo")} onClick={() => void run()} />
        <button type="button" class="quiet" autofocus onClick={() => store.closeDialog()}>
          {say("act.back")}
        </button>
      </div>
    </Dialog>
  );
}

export function UndoPartyDialog({ store, party }: { readonly store: Store; readonly party: Party }): JSX.Element {
  const then = store.say(`undo.to_${afterUndo(party, store.stand.value.waiters)}`, { name: nameOf(store, party) });
  return <Ask store={store} what={undoText(store, party)} then={then} undo={() => undoParty(store, party)} />;
}

export function UndoWaiterDialog({ store, waiter }: { readonly store: Store; readonly waiter: Waiter }): JSX.Element {
  const then = store.say("undo.to_queue", { name: nameOf(store, waiter) });
  const undo = (): Promise<boolean> => actOnWaiter(store, waiter, "undo", {});
  return <Ask store={store} what={waiterUndoText(store, waiter)} then={then} undo={undo} />;
}
