/** Asks before a party sits at tables with too few seats, or where another party comes soon. */
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import type { Store, Sure } from "../live/store.screen.ts";
import type { Hindrance } from "../state/fitting-tables.ts";
import { ActButton } from "./parts.screen.tsx";

/** Asks while an act with hindrances waits for the answer. */
export function SureAsked({ store }: { readonly store: Store }): JSX.Element | false {
  const asked = store.question.value;
  return asked !== undefined && <SureDialog store={store} sure={asked} />;
}

function SureDialog({ store, sure }: { readonly store: Store; readonly sure: Sure }): JSX.Element {
  const { say } = store;
  const { hindrances, answer } = sure;
  return (
    <Dialog store={store} title={say("sure.title")} onClose={() => answer(false)}>
      <ul class="rows">
        {hindrances.map((each) => (
          <li key={each.kind}>
            <bdi>{hindranceText(store, each)}</bdi>
          </li>
        ))}
      </ul>
      <div class="over-foot">
        <ActButton store={store} look="go" autofocus text={say("sure.go")} onClick={() => answer(true)} />
        <button type="button" class="quiet" onClick={() => answer(false)}>
          {say("act.back")}
        </button>
      </div>
    </Dialog>
  );
}

/** What stands in the way, in a sentence. */
export function hindranceText({ say, formats }: Store, hindrance: Hindrance): string {
  switch (hindrance.kind) {
    case "taken":
      return say("sure.taken");
    case "small":
      return say("sure.small", { count: hindrance.seats });
    case "reserved":
      return say("sure.reserved", {
        name: hindrance.name === "" ? say("card.guest") : hindrance.name,
        time: formats.time(hindrance.at),
      });
  }
}
