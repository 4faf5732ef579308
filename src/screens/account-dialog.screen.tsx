/** The person who acts here, with links to the account and to sign out; on a shared tablet, the choice of the next person. */
import type { JSX } from "preact";
import { callConsole } from "./calls.screen.ts";
import { Dialog } from "./dialog.screen.tsx";
import { explainOutcome } from "./explain.screen.ts";
import { askPerson, failed, personIs, type ScreenStore } from "./screen-store.screen.ts";

interface AccountProps {
  readonly store: ScreenStore;
  /** What is sent before somebody signs out. */
  readonly sendFirst?: () => Promise<void>;
}

export function AccountDialog({ store, sendFirst }: AccountProps): JSX.Element {
  const { sayScreen: say } = store;
  const { person, tablet, ownAccount } = store.actor.value;
  const choose = (): void => {
    store.closeDialog();
    void askPerson(store, () => true);
  };
  const leave = async (): Promise<void> => {
    if (await signOut(store, sendFirst)) location.reload();
  };
  const changeOver = async (): Promise<void> => {
    if (await signOut(store, sendFirst)) choose();
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

function whoText({ sayScreen: say, actor }: ScreenStore): string {
  const { person, tablet } = actor.value;
  if (person === null) return say("account.tablet", { tablet: tablet ?? "" });
  return tablet === null ? say("account.person", { name: person }) : say("account.on_tablet", { name: person, tablet });
}

/** Ends the session of the person, and of nobody else; a shared tablet stays paired. False when that did not work. */
async function signOut(store: ScreenStore, sendFirst: AccountProps["sendFirst"]): Promise<boolean> {
  if (store.stale.peek()) return failed(store, store.sayScreen("fail.offline"));
  await sendFirst?.();
  const outcome = await callConsole("POST", "/sign_out");
  if (!outcome.ok && (outcome.why !== "refused" || outcome.status !== 401)) return explainOutcome(store, outcome);
  personIs(store, null);
  return true;
}

interface ButtonProps {
  readonly store: ScreenStore;
  readonly onClick: () => void;
}

/** Says who acts here, and opens the dialog of the account. */
export function AccountButton({ store, onClick }: ButtonProps): JSX.Element {
  const { person, tablet } = store.actor.value;
  const name = person ?? tablet ?? "";
  return (
    <button type="button" class="quiet square" aria-label={store.sayScreen("account.open", { name })} onClick={onClick}>
      <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="8" r="4" />
        <path d="M4.500 20.500c0-4 3.300-6.500 7.500-6.500s7.500 2.500 7.500 6.500" />
      </svg>
    </button>
  );
}
