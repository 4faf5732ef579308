/** The column of each order on the board, and the order of the cards. Pure. */
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { foldLetters } from "../../kernel/fold-letters.ts";
import type { BoardState } from "./board-state.ts";
import type { DelayedAct } from "./delayed-acts.ts";

export const columnNames = ["new", "preparing", "ready"] as const;
export type ColumnName = (typeof columnNames)[number];
export type ColumnOrDrawer = ColumnName | "later" | "done";

export interface Columns {
  readonly new: readonly BoardOrder[];
  readonly preparing: readonly BoardOrder[];
  readonly ready: readonly BoardOrder[];
  /** Drawers: scheduled or unpaid orders, and those that ended within 24 hours. */
  readonly later: readonly BoardOrder[];
  readonly done: readonly BoardOrder[];
}

const dayMs = 86_400_000;

/** Where an order stands; undefined when it ended more than 24 hours ago. */
export function columnOf(order: BoardOrder, nowMs: number): ColumnOrDrawer | undefined {
  switch (order.status) {
    case "PENDING":
      return order.handed_over_at === null ? "later" : "new";
    case "ACCEPTED":
    case "AUTO_ACCEPTED":
      return "preparing";
    case "READY":
    case "IN_DELIVERY":
      return "ready";
    default:
      return nowMs - Date.parse(order.updated_at) < dayMs ? "done" : undefined;
  }
}

const statusAfter = { ready: "READY", out_for_delivery: "IN_DELIVERY", complete: "FULFILLED" } as const;

/** The orders by where they stand. An act that still can be undone is shown as done. */
export function columnsOf(board: BoardState, delayed: readonly DelayedAct[], nowMs: number): Columns {
  const columns: Record<ColumnOrDrawer, BoardOrder[]> = { new: [], preparing: [], ready: [], later: [], done: [] };
  const acts = new Map(delayed.map(({ orderId, act }) => [orderId, act]));
  for (const order of board.orders.values()) {
    const act = acts.get(order.id);
    const shown = act === undefined ? order : { ...order, status: statusAfter[act] };
    const column = columnOf(shown, nowMs);
    if (column !== undefined) columns[column].push(shown);
  }
  return {
    new: columns.new.toSorted(by((order) => order.decision_deadline ?? order.created)),
    preparing: columns.preparing.toSorted(by(dueAt)),
    ready: columns.ready.toSorted(by(dueAt)),
    later: columns.later.toSorted(by((order) => order.scheduled_for ?? order.created)),
    done: columns.done.toSorted(by((order) => -Date.parse(order.updated_at))),
  };
}

/** When an order is due, in Unix seconds. */
export function dueAt(order: BoardOrder): number {
  return order.estimated_ready_at ?? order.scheduled_for ?? order.created;
}

/** By a number, then by when it was placed, so that cards never jump. */
function by(key: (order: BoardOrder) => number): (a: BoardOrder, b: BoardOrder) => number {
  return (a, b) => key(a) - key(b) || a.created - b.created || (a.id < b.id ? -1 : 1);
}

/** Orders whose number or name holds the text, whatever the accents, those that are open first. */
export function findOrders(columns: Columns, text: string): readonly BoardOrder[] {
  const wanted = foldLetters(text.trim());
  if (wanted === "") return [];
  return [...columns.new, ...columns.preparing, ...columns.ready, ...columns.later, ...columns.done].filter(
    ({ display_number, customer }) =>
      foldLetters(display_number).includes(wanted) || foldLetters(customer.name).includes(wanted),
  );
}
