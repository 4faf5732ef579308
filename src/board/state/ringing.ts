/** When the board rings, and what a countdown shows. Pure; `nowMs` is of the location's clock. */
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { columnOf } from "./columns.ts";

const calmMs = 4_000;
const urgentMs = 2_000;
/** So close to its deadline an order rings twice as often. */
const urgentWithinMs = 90_000;

/** Whether staff may accept and deny the order now. */
export function mayDecide(order: BoardOrder, nowMs: number): boolean {
  return columnOf(order, nowMs) === "new" && order.staff_from !== null && order.staff_from * 1_000 <= nowMs;
}

/** Whether the order rings: staff may decide it, and nobody has just seen it. */
export function rings(order: BoardOrder, nowMs: number): boolean {
  return mayDecide(order, nowMs) && (order.seen_until === null || order.seen_until * 1_000 <= nowMs);
}

/** Milliseconds from ring to ring; undefined when nothing rings. */
export function ringEvery(orders: readonly BoardOrder[], nowMs: number): number | undefined {
  const ringing = orders.filter((order) => rings(order, nowMs));
  if (ringing.length === 0) return undefined;
  return ringing.some((order) => leftMs(order, nowMs) <= urgentWithinMs) ? urgentMs : calmMs;
}

export interface Countdown {
  /** Whole seconds, rounded up, never below 0. */
  readonly seconds: number;
  /** The part of the window that is left, 0 to 1. */
  readonly share: number;
  readonly urgent: boolean;
}

/** How much of the time to decide is left; undefined when the order waits for no decision. */
export function countdownOf(order: BoardOrder, windowSeconds: number, nowMs: number): Countdown | undefined {
  if (order.decision_deadline === null || columnOf(order, nowMs) !== "new") return undefined;
  const left = Math.max(0, leftMs(order, nowMs));
  return {
    seconds: Math.ceil(left / 1_000),
    share: windowSeconds <= 0 ? 0 : Math.min(1, left / 1_000 / windowSeconds),
    urgent: left <= urgentWithinMs,
  };
}

/** "5:07": minutes and seconds. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function leftMs(order: BoardOrder, nowMs: number): number {
  return (order.decision_deadline ?? 0) * 1_000 - nowMs;
}
