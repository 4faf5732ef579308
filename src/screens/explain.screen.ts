/** Says why a call did not work, where the reason is the same on every screen. */
import type { Outcome } from "./calls.screen.ts";
import { askPerson, failed, notify, personIs, type ScreenStore } from "./screen-store.screen.ts";

/**
 * Says why a call did not work; false, as the answer of what called. On a shared tablet that does not know who taps, the
 * screen asks, and answers what going on answers. A screen with several things under way names the thing in the text.
 */
export function explainOutcome(
  store: ScreenStore,
  outcome: Extract<Outcome, { readonly ok: false }>,
  goOn: () => boolean | Promise<boolean> = () => false,
  about: (text: string) => string = (text) => text,
): boolean | Promise<boolean> {
  const { sayScreen } = store;
  if (outcome.why === "offline")
    return failed(store, about(sayScreen(outcome.mayBeDone ? "fail.no_answer" : "fail.offline")));
  if (outcome.code === "person_required") {
    personIs(store, null);
    return askPerson(store, goOn);
  }
  if (outcome.status === 401) {
    tellSignedOut(store);
    return false;
  }
  return failed(store, about(sayScreen("fail.other")));
}

/** Says that the role at the place of the screen was taken away, with the way to where one still works. */
export function tellNoRole(store: ScreenStore): void {
  const link = { href: "/", text: store.sayScreen("fail.no_role_next") };
  notify(store, { kind: "failed", text: store.sayScreen("fail.no_role"), link });
}

/** Says that one is signed out, with the way back in. */
export function tellSignedOut(store: ScreenStore): void {
  const link = { href: store.signIn, text: store.sayScreen("fail.sign_in"), isBeside: true } as const;
  notify(store, { kind: "failed", text: store.sayScreen("fail.signed_out"), link });
}
