/**
 * The state of a board: the snapshot of its location and every change since. Pure: the same snapshot and changes give the
 * same board on each tablet.
 */
import type {
  BoardOrder,
  BoardSettings,
  BoardSnapshot,
  StreamMessage,
} from "../../console/board/board-wire.schemas.ts";

export type Change = Extract<StreamMessage, { readonly object: "change" }>;

export interface BoardState {
  /** The number of the last change that is in here. */
  readonly sequence: number;
  readonly settings: BoardSettings;
  readonly orders: ReadonlyMap<string, BoardOrder>;
}

/** The board of a snapshot, with the changes that arrived while the snapshot was under way. */
export function boardOf(snapshot: BoardSnapshot, arrived: readonly Change[] = []): BoardState {
  const board: BoardState = {
    sequence: snapshot.sequence,
    settings: snapshot.settings,
    orders: new Map(snapshot.orders.map((order) => [order.id, order])),
  };
  return arrived.reduce(applyChange, board);
}

/** The board after a change. Changes have whole resources and rising numbers: a number that is not higher is known already. */
export function applyChange(board: BoardState, change: Change): BoardState {
  if (change.sequence <= board.sequence) return board;
  const { sequence } = change;
  if (change.topic === "settings") return { ...board, sequence, settings: change.resource };
  return { ...board, sequence, orders: new Map(board.orders).set(change.resource.id, change.resource) };
}
