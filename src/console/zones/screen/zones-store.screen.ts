/** The state of the page of delivery zones while it is shown, as signals. */
import { signal, type Signal } from "@preact/signals";
import { createFormats, type Formats } from "../../../screens/formats.screen.ts";
import { followRelease } from "../../../screens/release-bar.screen.tsx";
import type { Release } from "../../../screens/release.ts";
import type { PartStart } from "../../../screens/shell.ts";
import type { Say } from "../../../words/message-arguments.ts";
import { sayParsed } from "../../../words/say-parsed.ts";
import type { Parts } from "../../../words/speak.ts";
import type { Clash } from "../../shell/merge-three.ts";
import type { Corner, CornerPosition, Shape } from "../shape.ts";
import { drawn, type Draft, type Mistakes, type WireZone } from "../zone-draft.ts";
import type { ZonesShown } from "../zones-shown.ts";

export interface News {
  readonly kind: "good" | "bad";
  readonly text: string;
  readonly link?: { readonly href: string; readonly text: string };
}

/** Both sides changed the same fields: what is to be chosen. */
export interface Meeting {
  readonly clashes: readonly Clash[];
  /** Who saved the other side, and when. */
  readonly who: string;
}

export interface Checked {
  readonly at: Corner;
  readonly text: string;
  readonly delivers: boolean;
}

export interface Store {
  readonly say: Say<Parts["zones"]>;
  readonly sayScreen: Say<Parts["screens"]>;
  /** The release of the map, and of the service. */
  readonly release: Signal<Release>;
  readonly formats: Formats;
  readonly locale: string;
  readonly shown: ZonesShown;
  readonly zones: Signal<readonly WireZone[]>;
  readonly draft: Signal<Draft | undefined>;
  readonly mistakes: Signal<Mistakes>;
  /** What is wrong with the area, in words of the server's answer. */
  readonly areaMistake: Signal<string | undefined>;
  /** The fields of the area, by their id, that say no number: the area has not what was typed there. */
  readonly unread: Set<string>;
  readonly meeting: Signal<Meeting | undefined>;
  /** What a tap on the map means. */
  readonly taps: Signal<"look" | "draw" | "check">;
  readonly checked: Signal<Checked | undefined>;
  readonly news: Signal<News | undefined>;
  readonly isBusy: Signal<boolean>;
  /** The corner that has the focus next. */
  readonly focused: Signal<CornerPosition | undefined>;
  /** The zone whose row has the focus next. */
  readonly left: Signal<string | undefined>;
  /** The middle of the map, once there is one. */
  middle: () => Corner;
  /** Moves the map so that the shape is seen. */
  reveal: (shape: Shape) => void;
}

export function createStore(start: PartStart<ZonesShown>): Store {
  const { shown, locale } = start;
  const { coordinate } = shown;
  return {
    say: sayParsed<Parts["zones"]>(start.words.zones ?? {}, locale),
    sayScreen: sayParsed<Parts["screens"]>(start.words.screens ?? {}, locale),
    release: followRelease(start),
    formats: createFormats(locale, "UTC"),
    locale,
    shown,
    zones: signal(shown.zones),
    draft: signal(undefined),
    mistakes: signal(new Map()),
    areaMistake: signal(undefined),
    unread: new Set(),
    meeting: signal(undefined),
    taps: signal("look"),
    checked: signal(undefined),
    news: signal(undefined),
    isBusy: signal(false),
    focused: signal(undefined),
    left: signal(undefined),
    middle: () => [coordinate?.longitude ?? 0, coordinate?.latitude ?? 0],
    reveal: () => {},
  };
}

/** Draws the area of the draft anew; the one before can be taken back. */
export function draw(store: Store, shape: Shape): void {
  const draft = store.draft.peek();
  if (draft === undefined) return;
  store.areaMistake.value = undefined;
  store.draft.value = drawn(draft, shape);
}

/** Opens a draft, or none. */
export function startDraft(store: Store, draft: Draft | undefined, taps: "look" | "draw" = "look"): void {
  store.draft.value = draft;
  store.mistakes.value = new Map();
  store.areaMistake.value = undefined;
  store.meeting.value = undefined;
  store.checked.value = undefined;
  store.focused.value = undefined;
  store.news.value = undefined;
  store.taps.value = taps;
}
