/** The bar that says that there is a new release of the screen. Whoever works decides when the screen is loaded again. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { dismissRelease, isReplaced } from "./release.ts";
import { isCovered, type ScreenStore } from "./screen-store.screen.ts";

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
