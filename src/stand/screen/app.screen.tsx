/** The whole stand. */
import type { JSX } from "preact";
import { Notices } from "../../screens/notices.screen.tsx";
import { PersonAsked } from "../../screens/person-dialog.screen.tsx";
import { ReleaseBar } from "../../screens/release-bar.screen.tsx";
import { isCovered } from "../../screens/screen-store.screen.ts";
import { StaleBar, Voice } from "../../screens/stale-bar.screen.tsx";
import { Over } from "../dialogs/over.screen.tsx";
import { SureAsked } from "../dialogs/sure-dialog.screen.tsx";
import type { Store } from "../live/store.screen.ts";
import { Door } from "./door.screen.tsx";
import { Header } from "./header.screen.tsx";
import { PlanView } from "./plan.screen.tsx";
import { Side } from "./side.screen.tsx";
import { Timeline } from "./timeline.screen.tsx";
import { UndoBar } from "./undo-bar.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

export function App({ store }: StoreProps): JSX.Element {
  const { width, height } = store.layout.value.bounds;
  return (
    <div class={store.stale.value ? "stand is-stale" : "stand"}>
      <Header store={store} />
      <StaleBar store={store} />
      <ReadOnlyBar store={store} />
      <main class={width > height ? "work plan-is-wide" : "work"}>
        <div class="aside">
          <Door store={store} />
          <Side store={store} />
        </div>
        <Panes store={store} />
      </main>
      <ReleaseBar store={store} isCalm />
      <div class="foot-bars">
        {!isCovered(store) && <Notices store={store} />}
        <UndoBar store={store} />
      </div>
      <Voice store={store} />
      <Over store={store} />
      <SureAsked store={store} />
      <PersonAsked store={store} />
    </div>
  );
}

/** Plan and timeline; where only one has room, two buttons say which. */
function Panes({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const pane = store.pane.value;
  return (
    <div class={`panes pane-${pane}`}>
      <div class="pane-switch" role="group" aria-label={say("pane.title")}>
        {(["plan", "timeline"] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="quiet"
            aria-pressed={pane === name}
            onClick={() => (store.pane.value = name)}
          >
            {say(`pane.${name}`)}
          </button>
        ))}
      </div>
      <PlanView store={store} />
      <Timeline store={store} />
    </div>
  );
}

/** One sentence why nothing can be done here. */
function ReadOnlyBar({ store }: StoreProps): JSX.Element | null {
  const { readOnly } = store.stand.value.settings;
  if (readOnly === null) return null;
  return (
    <section class="bar warn" aria-labelledby="read-only">
      <p>
        <b id="read-only">{store.say(`read_only.${readOnly}`)}</b>
      </p>
    </section>
  );
}
