/** The state of every screen while it is shown, as signals; each screen adds its own. */
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Say } from "../words/message-arguments.ts";
import { sayParsed } from "../words/say-parsed.ts";
import type { Parts } from "../words/speak.ts";
import { beginRelease, type Release } from "./release.ts";
import { beginConnection, isStale, locationNow, type Connection } from "./connection.ts";
import { createFormats, type Formats } from "./formats.screen.ts";
import type { ScreenActor } from "./screen-actor.ts";
import type { ScreenStart } from "./shell.ts";

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: "told" | "failed";
  /** Where the notice leads. */
  readonly link?: {
    readonly href: string;
    readonly text: string;
    /** Opens in a tab of its own, so that what was typed here stays. */
    readonly isBeside?: true;
  };
}

/** The signals that every screen has from its beginning. */
export interface ScreenSignals {
  readonly sayScreen: Say<Parts["screens"]>;
  readonly formats: Formats;
  /** The browser's steady clock, in milliseconds; moves four times a second. */
  readonly at: Signal<number>;
  readonly connection: Signal<Connection>;
  /** The location's time in Unix milliseconds, to the second. */
  readonly nowMs: ReadonlySignal<number>;
  readonly stale: ReadonlySignal<boolean>;
  /** The release of the screen, and of the service. */
  readonly release: Signal<Release>;
  readonly notices: Signal<readonly Notice[]>;
  /** What a screen reader says next. */
  readonly spoken: Signal<string>;
  /** Who acts here; on a shared tablet the person changes. */
  readonly actor: Signal<ScreenActor>;
  /** Is told whether a person is known now, while a shared tablet asks who taps; undefined: nobody asks. */
  readonly asking: Signal<((isKnown: boolean) => void) | undefined>;
  /** What has a call under way, by its id or its path. */
  readonly busy: Signal<ReadonlySet<string>>;
}

export interface ScreenStore extends ScreenSignals {
  /** Where one goes to sign in again, and comes back. */
  readonly signIn: string;
  /** What lies over the screen; undefined: nothing. */
  readonly dialog: ReadonlySignal<unknown>;
  /** What lies over the dialog of the screen, where it asks before an act; undefined: nothing. */
  readonly question?: ReadonlySignal<unknown>;
  /** Ends what lies over the screen. */
  closeDialog(): void;
}

/** The signals of a screen whose first word says this time of the location, in Unix milliseconds. */
export function createScreenSignals(
  start: ScreenStart<{ readonly actor: ScreenActor }>,
  nowAtStartMs: number,
  timeZone: string,
): ScreenSignals {
  const at = signal(performance.now());
  const connection = signal(beginConnection(at.peek(), nowAtStartMs));
  return {
    sayScreen: sayParsed<Parts["screens"]>(start.words.screens ?? {}, start.locale),
    formats: createFormats(start.locale, timeZone),
    at,
    connection,
    nowMs: computed(() => Math.floor(locationNow(connection.value, at.value) / 1_000) * 1_000),
    stale: computed(() => isStale(connection.value, at.value)),
    release: signal(beginRelease(start.release)),
    notices: signal<readonly Notice[]>([]),
    spoken: signal(""),
    actor: signal(start.shown.actor),
    asking: signal<((isKnown: boolean) => void) | undefined>(undefined),
    busy: signal<ReadonlySet<string>>(new Set()),
  };
}

/** Notes who acts from now on; null on a tablet that asks. */
export function personIs({ actor }: Pick<ScreenSignals, "actor">, person: string | null): void {
  actor.value = { ...actor.peek(), person, ownAccount: false };
}

/**
 * Asks on a shared tablet who taps, over what is open there, and then goes on. Answers what going on answers, and false
 * when nobody says who taps.
 */
export function askPerson(
  { asking }: Pick<ScreenSignals, "asking">,
  goOn: () => boolean | Promise<boolean>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const earlier = asking.peek();
    const end = (isKnown: boolean): void => {
      if (asking.peek() === end) asking.value = undefined;
      resolve(isKnown && goOn());
    };
    asking.value = end;
    earlier?.(false);
  });
}

let lastNotice = 0;
/** How long a notice stays: whoever looks away for a moment still reads that something did not work. */
const noticeMs = { told: 8_000, failed: 60_000 };

/** Shows a notice: of what was done for eight seconds, of a failure for a minute, or until it is closed or forgotten. */
export function notify({ notices }: Pick<ScreenSignals, "notices">, notice: Omit<Notice, "id">): void {
  const id = ++lastNotice;
  notices.value = [...notices.value.filter(({ text }) => text !== notice.text), { ...notice, id }].slice(-3);
  setTimeout(() => closeNotice({ notices }, id), noticeMs[notice.kind]);
}

/** Takes a notice away. */
export function closeNotice({ notices }: Pick<ScreenSignals, "notices">, id: number): void {
  notices.value = notices.peek().filter((each) => each.id !== id);
}

/** Shows that something did not work. Always false, as the answer of what called. */
export function failed(store: Pick<ScreenSignals, "notices">, text: string): false {
  notify(store, { kind: "failed", text });
  return false;
}

/** Takes failures away: what comes next has nothing to do with them. A notice that leads somewhere stays. */
export function forgetFailures({ notices }: Pick<ScreenSignals, "notices">): void {
  if (notices.peek().length === 0) return;
  notices.value = notices.peek().filter(({ kind, link }) => kind !== "failed" || link !== undefined);
}

/** Does something while its thing is busy; undefined where the thing is busy already. */
export async function whileBusy<Answer>(
  { busy }: Pick<ScreenSignals, "busy">,
  id: string,
  run: () => Promise<Answer>,
): Promise<Answer | undefined> {
  if (busy.peek().has(id)) return undefined;
  busy.value = new Set(busy.peek()).add(id);
  try {
    return await run();
  } finally {
    const others = new Set(busy.peek());
    others.delete(id);
    busy.value = others;
  }
}

/** Whether something lies over the screen. */
export function isCovered({ dialog, asking, question }: Pick<ScreenStore, "dialog" | "asking" | "question">): boolean {
  return [dialog, asking, question].some((over) => over?.value !== undefined);
}

/** Closes the dialog when its act succeeded, unless it was left and another one opened before the answer came. */
export async function closeAfter(
  store: Pick<ScreenStore, "dialog" | "closeDialog">,
  act: Promise<boolean>,
): Promise<void> {
  const own = store.dialog.peek();
  if ((await act) && store.dialog.peek() === own) store.closeDialog();
}
