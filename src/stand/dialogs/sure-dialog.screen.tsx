/** Asks before a party sits at tables with too few seats, or where another party comes soon. */
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import type { Store } from "../live/store.screen.ts";
import type { Hindrance } from "../state/fitting-tables.ts";
import { ActButton } from "./parts.screen.tsx";

interface SureProps {
  readonly store: Store;
  readonly hindrances: readonly Hindrance[];
  readonly goOn: () => void;
}

export function SureDialog({ store, hindrances, goOn }: SureProps): JSX.Element {
  const { say } = store;
  return (
    <Dialog store={store} title={say("sure.title")}>
      <ul class="rows">
        {hindrances.map((each) => (
          <li key={each.kind}>
            <bdi>{hindranceText(store, each)}</bdi>
          </li>
        ))}
      </ul>
      <div class="over-foot">
        <ActButton
          store={store}
          look="go"
          autofocus
          text={say("sure.go")}
          onClick={() => {
            store.closeDialog();
            goOn();
          }}
        />
        <button type="button" class="quiet" onClick={() => store.closeDialog()}>
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
