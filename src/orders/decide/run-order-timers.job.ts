/**
 * Fires the timers of orders. Guarantees: a timer acts once, never before the clock of its location has reached it, and
 * also after a restart. Each order is its own transaction, so one bad order delays nobody else.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { fireTimer } from "./fire-timer.command.ts";
import type { TimerKind } from "../order/order.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { listDueTimers } from "../order/order-timers.sql.ts";
import { saveOrder } from "../save/save-order.command.ts";

export interface FiredTimer {
  readonly orderId: Id<"ord">;
  readonly kind: TimerKind;
  readonly dueAt: Instant;
  /** The location's clock when it acted. */
  readonly at: Instant;
}

const batch = 100;
const atOnce = 4;

/** Fires what is due; answers true when there may be more. */
export async function runDueOrderTimers(database: Database, onFired: (fired: FiredTimer) => void): Promise<boolean> {
  const due = await listDueTimers(database.read, batch);
  for (let i = 0; i < due.length; i += atOnce) {
    const fired = await Promise.all(due.slice(i, i + atOnce).map(({ id }) => fireOne(database, id)));
    for (const timer of fired) if (timer !== undefined) onFired(timer);
  }
  return due.length === batch;
}

function fireOne(database: Database, id: Id<"ord">): Promise<FiredTimer | undefined> {
  return database.transaction(async (tx) => {
    const locked = await lockOrder(tx, id, null);
    if (locked === undefined || locked.order.timer_at === null) return undefined;
    const work = new OrderWork(locked.order, locked);
    const kind = await fireTimer(tx, work, locked);
    if (kind === undefined) return undefined;
    await saveOrder(tx, work, locked.connectedApp);
    return { orderId: id, kind, dueAt: locked.order.timer_at, at: work.now };
  });
}
