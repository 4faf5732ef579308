/** The free starts of a day as buttons. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { searchStarts, type Start } from "../live/starts.screen.ts";
import type { Store } from "../live/store.screen.ts";

/** The starts of a date for a party; undefined while they are looked for. */
export function useStarts(store: Store, search: Parameters<typeof searchStarts>[1]): readonly Start[] | undefined {
  const [starts, setStarts] = useState<readonly Start[]>();
  const { date, size } = search;
  useEffect(() => {
    let isOld = false;
    setStarts(undefined);
    if (/^\d{4}-\d\d-\d\d$/.test(date))
      void searchStarts(store, search).then((found) => {
        if (!isOld) setStarts(found ?? []);
      });
    return () => {
      isOld = true;
    };
  }, [date, size]);
  return starts;
}

interface StartsProps {
  readonly store: Store;
  readonly starts: readonly Start[] | undefined;
  readonly chosen?: Start | undefined;
  readonly onChoose: (start: Start) => void;
}

/** One button for each start; the area is named where there are several. */
export function StartChoice({ store, starts, chosen, onChoose }: StartsProps): JSX.Element {
  const { say, formats } = store;
  const hasAreas = new Set(starts?.map(({ areaId }) => areaId)).size > 1;
  return (
    <fieldset class="starts">
      <legend>{say("starts.title")}</legend>
      <p role="status">
        {starts === undefined ? say("starts.looking") : starts.length === 0 ? say("starts.none") : ""}
      </p>
      <div class="starts-grid">
        {starts?.map((start) => (
          <button
            key={`${start.startsAt}${start.areaId}`}
            type="button"
            class="quiet"
            disabled={store.stale.value}
            aria-pressed={start.token === chosen?.token}
            onClick={() => onChoose(start)}
          >
            <time>{formats.time(start.startsAt)}</time>
            {hasAreas && (
              <span class="small">
                <bdi>{start.area}</bdi>
              </span>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
