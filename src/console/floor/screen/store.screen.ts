/** The state of the plan's editor while it is shown, as signals. */
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { namesOnPlan } from "../../../floor/plan-lettering.ts";
import type { Box } from "../../../floor/plan-view.ts";
import type { PlanHandle } from "../../../floor/plan-gestures.screen.ts";
import { followRelease } from "../../../screens/release-bar.screen.tsx";
import type { Release } from "../../../screens/release.ts";
import type { PartStart } from "../../../screens/shell.ts";
import type { Say } from "../../../words/message-arguments.ts";
import { sayParsed } from "../../../words/say-parsed.ts";
import type { Parts } from "../../../words/speak.ts";
import { draftOf, isSamePlan, type Draft, type ItemKey } from "../draft.ts";
import { beginHistory, record, redo, undo, type EditHistory } from "../edit-history.ts";
import type { Shift } from "../edits.ts";
import type { ConfiguredUnit, FloorShown } from "../floor-start.ts";
import type { UnitClash } from "../merge-plans.ts";

export interface Message {
  readonly kind: "good" | "warn" | "bad";
  readonly text: string;
  readonly link?: { readonly href: string; readonly text: string };
}

/** The part of the page that shows the plan, once it is drawn. */
export interface Canvas extends PlanHandle {
  /** The middle of what is seen, on the plan. */
  middle(): Shift;
}

export interface Store {
  readonly say: Say<Parts["floor"]>;
  readonly sayScreen: Say<Parts["screens"]>;
  readonly locale: string;
  readonly shown: FloorShown;
  readonly units: ReadonlyMap<string, ConfiguredUnit>;
  /** The short name of each table on the plan, by the id of its unit. */
  readonly shortNames: ReadonlyMap<string, string>;
  readonly history: Signal<EditHistory>;
  /** The plan as a drag that is under way would leave it. */
  readonly preview: Signal<Draft | undefined>;
  /** What is drawn. */
  readonly draft: ReadonlySignal<Draft>;
  /** The plan that was last read or saved, and its revision. */
  readonly base: Signal<Draft>;
  readonly revision: Signal<number>;
  readonly isChanged: ReadonlySignal<boolean>;
  readonly chosen: Signal<ReadonlySet<ItemKey>>;
  /** A tap adds to what is chosen. */
  readonly several: Signal<boolean>;
  /** The rectangle that chooses what lies inside. */
  readonly band: Signal<Box | undefined>;
  readonly clashes: Signal<readonly UnitClash[]>;
  /** Who saved the plan that clashes, and when. */
  readonly metBy: Signal<string>;
  readonly message: Signal<Message | undefined>;
  readonly isSaving: Signal<boolean>;
  /** What a screen reader says next. */
  readonly spoken: Signal<string>;
  /** The release of the editor, and of the service. */
  readonly release: Signal<Release>;
  readonly canvas: { current: Canvas | undefined };
}

/** The store of an editor that begins with what the server sent. */
export function createStore(start: PartStart<FloorShown>): Store {
  const { shown } = start;
  const first = draftOf(shown.plan);
  const history = signal(beginHistory(first));
  const preview = signal<Draft | undefined>(undefined);
  const base = signal(first);
  const clashes = signal<readonly UnitClash[]>([]);
  return {
    say: sayParsed<Parts["floor"]>(start.words.floor ?? {}, start.locale),
    sayScreen: sayParsed<Parts["screens"]>(start.words.screens ?? {}, start.locale),
    locale: start.locale,
    shown,
    units: new Map(shown.units.map((unit) => [unit.id, unit])),
    shortNames: namesOnPlan(shown.units),
    history,
    preview,
    draft: computed(() => preview.value ?? history.value.present),
    base,
    revision: signal(shown.plan.revision),
    isChanged: computed(() => clashes.value.length > 0 || !isSamePlan(history.value.present, base.value)),
    chosen: signal<ReadonlySet<ItemKey>>(new Set()),
    several: signal(false),
    band: signal<Box | undefined>(undefined),
    clashes,
    metBy: signal(""),
    message: signal<Message | undefined>(undefined),
    isSaving: signal(false),
    spoken: signal(""),
    release: followRelease(start),
    canvas: { current: undefined },
  };
}

/** Takes an edit; edits of one run are one step of undo. */
export function edit(store: Store, draft: Draft, run?: string): void {
  store.history.value = record(store.history.peek(), draft, run);
  forgetThatSaved(store);
}

/** "Saved." is true only until the next change, also one that takes another back. */
function forgetThatSaved(store: Store): void {
  if (store.isChanged.peek() && store.message.peek()?.kind === "good") store.message.value = undefined;
}

export function takeBack(store: Store): void {
  step(store, undo(store.history.peek()), store.say("say.undone"));
}

export function doAgain(store: Store): void {
  step(store, redo(store.history.peek()), store.say("say.redone"));
}

function step(store: Store, next: EditHistory, spoken: string): void {
  if (next === store.history.peek()) return;
  store.history.value = next;
  forgetThatSaved(store);
  store.spoken.value = spoken;
  const { walls, labels } = next.present;
  const ids = new Set([...walls.map(({ id }) => `wall:${id}`), ...labels.map(({ id }) => `label:${id}`)]);
  store.chosen.value = new Set([...store.chosen.peek()].filter((key) => key.startsWith("unit:") || ids.has(key)));
}

/** Chooses one thing; where several are chosen, adds it or leaves it out. */
export function choose(store: Store, key: ItemKey, more: boolean): void {
  const chosen = store.chosen.peek();
  if (!more) {
    store.chosen.value = new Set([key]);
    return;
  }
  store.chosen.value = chosen.has(key) ? new Set([...chosen].filter((one) => one !== key)) : new Set([...chosen, key]);
}

/** What a table is called; a table that was added after the page was opened has its id only. */
export function nameOf({ units }: Store, unitId: string): string {
  return units.get(unitId)?.name ?? unitId;
}
