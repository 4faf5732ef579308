/** Keeps the board current: its orders and its settings. */
import type { BoardSnapshot } from "../../console/board/board-wire.schemas.ts";
import { followLocation } from "../../screens/follow.screen.ts";
import { applyChange, boardOf, type BoardState, type Change } from "../state/board-state.ts";
import type { Store } from "./store.screen.ts";

export interface FollowOptions {
  /** Called after each change of the board. */
  readonly onChange: (before: BoardState, after: BoardState) => void;
  /** Called four times a second. */
  readonly onTick: () => void;
}

/** Starts following; goes on as long as the page is there. */
export function followBoard(store: Store, { onChange, onTick }: FollowOptions): void {
  const put = (after: BoardState): void => {
    const before = store.board.peek();
    if (after === before) return;
    store.board.value = after;
    onChange(before, after);
  };
  followLocation<Change>(store, {
    locationId: store.board.peek().settings.location_id,
    screen: "board",
    topics: ["orders", "settings"],
    sequence: () => store.board.peek().sequence,
    apply(change) {
      put(applyChange(store.board.peek(), change));
      return true;
    },
    evenHidden: true,
    open: (snapshot, missed) => put(boardOf(snapshot as BoardSnapshot, missed)),
    onTick,
  });
}
