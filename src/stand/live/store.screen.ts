/** The state of the stand while it is shown, as signals: views read them and are drawn again when they change. */
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { GuestWire } from "../../console/stand/stand-guests.schemas.ts";
import type { Say } from "../../words/message-arguments.ts";
import { sayParsed } from "../../words/say-parsed.ts";
import type { Parts } from "../../words/speak.ts";
import { keepOnDevice, readKeptOnDevice } from "../../screens/browsers/kept.screen.ts";
import { createScreenSignals, forgetFailures, type ScreenStore } from "../../screens/screen-store.screen.ts";
import type { ScreenStart } from "../../screens/shell.ts";
import { latestUndo } from "../state/acts-of.ts";
import { canTakeBack, type Back } from "../state/done.ts";
import type { Hindrance } from "../state/fitting-tables.ts";
import type { TabName } from "../state/lists.ts";
import { isOfDay } from "../state/news.ts";
import { nextThings, type NextThing } from "../state/next-things.ts";
import { layOut, type PlanLayout } from "../state/plan-layout.ts";
import { readSnapshot } from "../state/read-wire.ts";
import { everyParty, noOtherDay, type OtherDay } from "../state/other-days.ts";
import type { Group } from "../state/stand-model.ts";
import type { StandShown } from "../state/stand-start.ts";
import type { StandState } from "../state/stand-state.ts";
import { tablesNow, type TableNow } from "../state/tables-now.ts";
import type { Changed } from "../state/what-changed.ts";

export const partyDialogs = [
  "party",
  "seat",
  "move",
  "late",
  "time",
  "size",
  "notes",
  "guest",
  "cancel",
  "undo",
] as const;
export const waiterDialogs = [
  "waiter",
  "seat_waiter",
  "notify",
  "waiter_size",
  "quote",
  "waiter_notes",
  "remove",
  "undo_waiter",
] as const;

/** What lies over the stand: at most one thing at a time. */
export type Dialog =
  | { readonly kind: (typeof partyDialogs)[number]; readonly partyId: string }
  | { readonly kind: (typeof waiterDialogs)[number]; readonly waiterId: string }
  | { readonly kind: "table" | "block"; readonly unitId: string }
  | { readonly kind: "walk_in"; readonly unitIds: readonly string[] }
  | { readonly kind: "conflict"; readonly changed: Changed; readonly again: (() => void) | undefined }
  | {
      readonly kind: "booking";
      readonly name?: string;
      readonly phone?: string;
      /** "2026-12-04"; today where it is absent. */
      readonly date?: string;
      readonly group?: Group;
    }
  | { readonly kind: "caller"; readonly guest: GuestWire }
  | { readonly kind: "groups" | "alerts" }
  /** `from`: the party whose sheet was open, where the list comes back. */
  | { readonly kind: "day"; readonly from?: string }
  | { readonly kind: "queue" | "find" | "help" | "account" };

/** A question over whatever is open, which stays open below with what was typed there. */
export interface Sure {
  readonly hindrances: readonly Hindrance[];
  readonly answer: (isSure: boolean) => void;
}

/** What was done at this screen last. */
export interface Done {
  readonly text: string;
  readonly back: Back | undefined;
  /** When, in the location's time. */
  readonly at: number;
}

/** So long an act can be taken back by the bar; later by the sheet of the party, and by `u`. */
const backMs = 60_000;
/** So long an act is named that cannot be taken back. */
const toldMs = 8_000;

/** What a device keeps for itself. */
export interface Kept {
  readonly keys: boolean;
}

export interface Store extends ScreenStore {
  readonly start: ScreenStart<StandShown>;
  readonly say: Say<Parts["stand"]>;
  readonly sayGroups: Say<Parts["asking"]>;
  readonly stand: Signal<StandState>;
  /** The other day that was looked at last. */
  readonly otherDay: Signal<OtherDay>;
  /** The location's time in Unix milliseconds, to the minute: what parties and tables are judged by. */
  readonly minute: ReadonlySignal<number>;
  readonly tables: ReadonlySignal<ReadonlyMap<string, TableNow>>;
  readonly layout: ReadonlySignal<PlanLayout>;
  readonly next: ReadonlySignal<readonly NextThing[]>;
  readonly done: Signal<Done | undefined>;
  /** What the bar says was done; undefined once its time is over. */
  readonly shownDone: ReadonlySignal<Done | undefined>;
  /** What takes that back; undefined when nothing does, also when somebody has changed the party since. */
  readonly back: ReadonlySignal<Back | undefined>;
  /** The latest act of anybody that can be reversed. */
  readonly undo: ReadonlySignal<ReturnType<typeof latestUndo>>;
  readonly tab: Signal<TabName>;
  /** Which of plan and timeline is shown where only one has room. */
  readonly pane: Signal<"plan" | "timeline">;
  readonly dialog: Signal<Dialog | undefined>;
  /** Asks before something is done that has hindrances; undefined: nobody asks. */
  readonly question: Signal<Sure | undefined>;
  /** The chosen table, and the party or the waiter that the keys act on. */
  readonly chosenUnit: Signal<string | undefined>;
  readonly chosen: Signal<string | undefined>;
  readonly kept: Signal<Kept>;
}

const keptName = "maple-stand";

/** The store of a stand that begins with what the server sent. */
export function createStore(start: ScreenStart<StandShown>): Store {
  const { snapshot, signIn } = start.shown;
  const signals = createScreenSignals(start, snapshot.now_ms, snapshot.settings.timezone);
  const stand = signal(readSnapshot(snapshot));
  const otherDay = signal(noOtherDay);
  const dialog = signal<Dialog | undefined>(undefined);
  dialog.subscribe((shown) => shown !== undefined && forgetFailures(signals));
  const minute = computed(() => Math.floor(signals.nowMs.value / 60_000) * 60_000);
  const tables = computed(() => tablesNow(stand.value, minute.value));
  const settings = computed(() => stand.value.settings);
  const plan = computed(() => stand.value.plan);
  const done = signal<Done | undefined>(undefined);
  const shownDone = computed(() => {
    const shown = done.value;
    const ms = shown?.back === undefined ? toldMs : backMs;
    return shown !== undefined && signals.nowMs.value - shown.at < ms ? shown : undefined;
  });
  const back = computed(() => {
    const found = shownDone.value?.back;
    if (found === undefined) return undefined;
    const known = { parties: everyParty(stand.value, otherDay.value), waiters: stand.value.waiters };
    return canTakeBack(found, known, minute.value) ? found : undefined;
  });
  const kept = signal(readKept());
  kept.subscribe((value) => keepOnDevice(keptName, value));
  return {
    ...signals,
    signIn,
    closeDialog: () => {
      const shown = dialog.peek();
      const from = partyOf(shown);
      const isListed = from !== undefined && isOfOtherDay(from, stand.peek(), otherDay.peek());
      const isBookedThere = shown?.kind === "booking" && shown.date !== undefined;
      dialog.value = isListed ? { kind: "day", from } : isBookedThere ? { kind: "day" } : undefined;
    },
    start,
    say: sayParsed<Parts["stand"]>(start.words.stand ?? {}, start.locale),
    sayGroups: sayParsed<Parts["asking"]>(start.words.asking ?? {}, start.locale),
    stand,
    otherDay,
    minute,
    tables,
    layout: computed(() => layOut(settings.value, plan.value)),
    next: computed(() => nextThings(stand.value, tables.value, minute.value)),
    done,
    shownDone,
    back,
    undo: computed(() => latestUndo(stand.value, minute.value)),
    tab: signal<TabName>("book"),
    pane: signal<"plan" | "timeline">("plan"),
    dialog,
    question: signal<Sure | undefined>(undefined),
    chosenUnit: signal<string | undefined>(undefined),
    chosen: signal<string | undefined>(undefined),
    kept,
  };
}

/** The party that a dialog is about. */
export function partyOf(dialog: Dialog | undefined): string | undefined {
  if (dialog === undefined) return undefined;
  if (dialog.kind === "conflict") return dialog.changed.kind === "party" ? dialog.changed.now.id : undefined;
  return "partyId" in dialog ? dialog.partyId : undefined;
}

/** Whether a party is of the other day: behind its sheet is the list of that day. */
function isOfOtherDay(id: string, stand: StandState, { ids }: OtherDay): boolean {
  const today = stand.parties.get(id);
  return ids?.includes(id) === true && (today === undefined || !isOfDay(stand, today));
}

/** Keys are on until somebody says otherwise on this device. */
function readKept(): Kept {
  return { keys: readKeptOnDevice(keptName)["keys"] !== false };
}
