/** Who acts here: the way to one's account and out of it, and on a shared tablet to the next person. */
import type { JSX } from "preact";
import { signOut } from "../live/acts.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";

export function AccountDialog({ store }: { readonly store: Store }): JSX.Element {
  const { say } = store;
  const { person, tablet, ownAccount } = store.actor.value;
  const choose = (): void => {
    store.dialog.value = { kind: "person", goOn: () => {} };
  };
  const leave = async (): Promise<void> => {
    if (await signOut(store)) location.reload();
  };
  const changeOver = async (): Promise<void> => {
    if (await signOut(store)) choose();
  };
  return (
    <Dialog store={store} title={say("account.title")}>
      <p>
        <bdi>{whoText(store)}</bdi>
      </p>
      <div class="acts">
        {ownAccount && (
          <a class="button quiet" href="/me">
            {say("account.own")}
          </a>
        )}
        {person !== null && (
          <button type="button" class="quiet" disabled={store.stale.value} onClick={() => void leave()}>
            {say("account.sign_out")}
          </button>
        )}
        {tablet !== null && (
          <button
            type="button"
            class="go"
            disabled={store.stale.value}
            onClick={() => (person === null ? choose() : void changeOver())}
          >
            {say(person === null ? "account.choose" : "account.other")}
          </button>
        )}
      </div>
    </Dialog>
  );
}

function whoText({ say, actor }: Store): string {
  const { person, tablet } = actor.value;
  if (person === null) return say("account.tablet", { tablet: tablet ?? "" });
  return tablet === null ? say("account.person", { name: person }) : say("account.on_tablet", { name: person, tablet });
}
