/** The whole editor: tools, the plan, the chosen things. */
import type { JSX } from "preact";
import { PartRelease } from "../../../screens/release-bar.screen.tsx";
import { addLabel, addWall, type Added, type Shift } from "../edits.ts";
import { allKeys, boundsOf } from "../plan-geometry.ts";
import type { Draft } from "../draft.ts";
import { Canvas } from "./canvas.screen.tsx";
import { Chosen } from "./chosen.screen.tsx";
import { Clashes } from "./clashes.screen.tsx";
import { save } from "./save.screen.ts";
import { doAgain, edit, takeBack, type Store } from "./store.screen.ts";

interface StoreProps {
  readonly store: Store;
}

export function App({ store }: StoreProps): JSX.Element {
  const { say } = store;
  return (
    <div class="floor">
      <Clashes store={store} />
      <SaveRow store={store} />
      <PartRelease release={store.release} sayScreen={store.sayScreen} isCalm={!store.isChanged.value} />
      <div class="floor-work">
        <div class="floor-view">
          <Tools store={store} />
          <div class="floor-sheet">
            <Canvas store={store} />
            <Zooms store={store} />
          </div>
        </div>
        <section class="card floor-side" data-scrolls aria-labelledby="floor-chosen">
          <h2 id="floor-chosen">{say("chosen.title")}</h2>
          <Chosen store={store} />
          <Unplaced store={store} />
        </section>
      </div>
      <p class="unseen" role="status">
        {store.spoken.value}
      </p>
    </div>
  );
}

/** How many tables still stand on the grid, where nobody put them. */
function Unplaced({ store }: StoreProps): JSX.Element | null {
  const count = store.draft.value.units.filter(({ placed }) => !placed).length;
  return count === 0 ? null : <p class="notice warn">{store.say("unplaced", { count })}</p>;
}

function SaveRow({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const { past, future } = store.history.value;
  const message = store.message.value;
  return (
    <div class="floor-save">
      <button
        type="button"
        aria-busy={store.isSaving.value}
        aria-disabled={!store.isChanged.value}
        onClick={() => store.isChanged.peek() && void save(store)}
      >
        {say("save")}
      </button>
      <button type="button" class="quiet" aria-disabled={past.length === 0} onClick={() => takeBack(store)}>
        {say("undo")}
      </button>
      <button type="button" class="quiet" aria-disabled={future.length === 0} onClick={() => doAgain(store)}>
        {say("redo")}
      </button>
      <p class={`floor-state ${message?.kind ?? ""}`} role="status">
        <bdi>{message?.text ?? (store.isChanged.value ? say("state.changed") : say("state.saved"))}</bdi>
        {message?.link !== undefined && (
          <>
            {" "}
            <a href={message.link.href}>{message.link.text}</a>
          </>
        )}
      </p>
    </div>
  );
}

function Zooms({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const zoom = (factor: number) => () => store.canvas.current?.zoom(factor);
  return (
    <span class="floor-zooms">
      <button type="button" class="quiet" aria-label={say("zoom.out")} onClick={zoom(0.8)}>
        <span aria-hidden="true">−</span>
      </button>
      <button type="button" class="quiet" aria-label={say("zoom.in")} onClick={zoom(1.25)}>
        <span aria-hidden="true">+</span>
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => store.canvas.current?.show(boundsOf(store.history.peek().present))}
      >
        {say("zoom.fit")}
      </button>
    </span>
  );
}

function Tools({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const add = (make: (draft: Draft, at: Shift) => Added | undefined) => () => {
    const { present } = store.history.peek();
    const added = make(present, store.canvas.current?.middle() ?? { x: 500, y: 500 });
    if (added === undefined) {
      store.message.value = { kind: "bad", text: say("full") };
      return;
    }
    edit(store, added.draft);
    store.chosen.value = new Set([added.key]);
  };
  return (
    <div class="floor-tools" role="group" aria-label={say("tools")}>
      <button type="button" class="quiet" onClick={add(addWall)}>
        {say("add.wall")}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={add((draft, at) => addLabel(draft, { x: at.x, y: at.y - 60 }, say("label.new")))}
      >
        {say("add.label")}
      </button>
      <button
        type="button"
        class="quiet"
        aria-pressed={store.several.value}
        onClick={() => (store.several.value = !store.several.peek())}
      >
        {say("several")}
      </button>
      <button type="button" class="quiet" onClick={() => (store.chosen.value = allKeys(store.history.peek().present))}>
        {say("all")}
      </button>
    </div>
  );
}
