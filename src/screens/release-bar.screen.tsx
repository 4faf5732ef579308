/**
 * What says that there is a new release of the screen. Whoever works decides when the screen is loaded again. A whole
 * screen has a bar and hears its stream; a part of a page has a notice, and the answers to its calls say the release.
 */
import { signal, type Signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Say } from "../words/message-arguments.ts";
import type { Parts } from "../words/speak.ts";
import { listenToReleases } from "./calls.screen.ts";
import { beginRelease, dismissRelease, hearRelease, isReplaced, type Release } from "./release.ts";
import { isCovered, type ScreenStore } from "./screen-store.screen.ts";
import type { PartStart } from "./shell.ts";

interface ReleaseProps {
  readonly store: ScreenStore;
  /** Nobody is about to tap anything: the bar comes at such a moment, and then stays. */
  readonly isCalm: boolean;
  /** What there is to do after loading. */
  readonly then?: string;
}

/** Stands in the flow under everything else, so it covers nothing; a screen without a connection could not load. */
export function ReleaseBar({ store, isCalm, then }: ReleaseProps): JSX.Element | null {
  const { sayScreen: say, release } = store;
  const isDue = isReplaced(release.value);
  const mayCome = isDue && isCalm && !isCovered(store);
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(isDue && (isHere || mayCome)), [isDue, mayCome]);
  if (!isHere || !isDue) return null;
  return (
    <section class="bar release" aria-labelledby="release">
      <p role="status">
        <b id="release">{say("release.title")}</b> {then}
      </p>
      <div class="acts-row">
        <button type="button" class="quiet" disabled={store.stale.value} onClick={() => location.reload()}>
          {say("release.load")}
        </button>
        <button type="button" class="quiet" onClick={() => (release.value = dismissRelease(release.peek()))}>
          {say("release.later")}
        </button>
      </div>
    </section>
  );
}

/** The release of a part, and of the service as its calls hear it. */
export function followRelease(start: Pick<PartStart, "release">): Signal<Release> {
  const release = signal(beginRelease(start.release));
  listenToReleases((header) => {
    release.value = hearRelease(release.peek(), header);
  });
  return release;
}

interface PartReleaseProps {
  readonly release: Signal<Release>;
  readonly sayScreen: Say<Parts["screens"]>;
  /** Nothing that is not saved would be lost. */
  readonly isCalm: boolean;
}

/** The notice, while nothing is left to save. */
export function PartRelease({ release, sayScreen: say, isCalm }: PartReleaseProps): JSX.Element | null {
  if (!isCalm || !isReplaced(release.value)) return null;
  return (
    <section class="notice" aria-labelledby="release">
      <p role="status" id="release">
        {say("release.title")}
      </p>
      <div class="row">
        <button type="button" class="quiet" onClick={() => location.reload()}>
          {say("release.load")}
        </button>
        <button type="button" class="quiet" onClick={() => (release.value = dismissRelease(release.peek()))}>
          {say("release.later")}
        </button>
      </div>
    </section>
  );
}
