/** Keeps the stand current: its parties, the line, the taken tables, and the settings. */
import type { StandSnapshot } from "../../console/stand/stand-wire.schemas.ts";
import { followLocation } from "../../screens/follow.screen.ts";
import { isDayOver, isOfDay } from "../state/news.ts";
import { readChange, readSnapshot, type StandChange } from "../state/read-wire.ts";
import { applyNews, standOf, type NumberedNews, type StandState } from "../state/stand-state.ts";
import { withParty } from "../state/other-days.ts";
import { readDay } from "./other-days.screen.ts";
import type { Party } from "../state/stand-model.ts";
import type { Store } from "./store.screen.ts";

/** Starts following; goes on as long as the page is there. `onChange` is called after each change of the stand. */
export function followStand(store: Store, onChange: (before: StandState, after: StandState) => void): void {
  const put = (after: StandState): void => {
    const before = store.stand.peek();
    if (after === before) return;
    store.stand.value = after;
    onChange(before, after);
  };
  const read = (change: StandChange, stand: StandState): NumberedNews | undefined => {
    const found = readChange(change, stand);
    for (const party of found?.news.parties ?? []) followOtherDay(store, party);
    const parties = found?.news.parties?.filter((party) => stand.parties.has(party.id) || isOfDay(stand, party));
    return found === undefined || parties === undefined ? found : { ...found, news: { ...found.news, parties } };
  };
  followLocation<StandChange>(store, {
    locationId: store.stand.peek().settings.locationId,
    screen: "stand",
    topics: ["bookings", "waitlist", "floor", "settings"],
    sequence: () => store.stand.peek().sequence,
    apply(change) {
      if (change.sequence <= store.stand.peek().sequence) return true;
      const news = read(change, store.stand.peek());
      if (news !== undefined) put(applyNews(store.stand.peek(), news));
      return news !== undefined;
    },
    open(snapshot, missed) {
      const stand = readSnapshot(snapshot as StandSnapshot);
      // What happened on the other day while nothing was heard is not told again.
      if (store.dialog.peek()?.kind === "day") void readDay(store, "news");
      put(
        standOf(
          stand,
          missed.flatMap((change) => read(change, stand) ?? []),
        ),
      );
    },
    onTick: () => {},
    isOver: () => isDayOver(store.stand.peek(), store.minute.peek()),
  });
}

/** Keeps what was read of other days; the list that is shown has what came to its day, and not what left. */
function followOtherDay(store: Store, party: Party): void {
  const { otherDay, stand } = store;
  otherDay.value = withParty(otherDay.peek(), party);
  const { date, ids } = otherDay.peek();
  const isListed = date === stand.peek().settings.day.date || ids?.includes(party.id) === true;
  if (store.dialog.peek()?.kind === "day" && (isListed || !isOfDay(stand.peek(), party))) void readDay(store, "news");
}
