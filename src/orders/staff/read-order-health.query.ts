/** The health of the orders of the whole service, for the operator. */
import type { Db } from "../../platform/postgres/database.ts";
import { readTimerLateness } from "../order/order-timers.sql.ts";
import { listUnattendedBoards, type UnattendedBoard } from "./attendance.sql.ts";

export interface OrderHealth {
  /** How long the timer that is due for longest has been due. */
  readonly lateTimerSeconds: number;
  /** Locations whose staff have orders to decide that nobody looks at. */
  readonly unattended: readonly UnattendedBoard[];
}

/** Reads at most so many locations. */
export async function readOrderHealth(db: Db, limit: number): Promise<OrderHealth> {
  return { lateTimerSeconds: await readTimerLateness(db), unattended: await listUnattendedBoards(db, limit) };
}
