/**
 * Moves deliveries with the sandbox clock: called by the command that moves a location's clock, in its transaction. Due
 * times stay in the database's real time. Each is moved back by as much as the clock was moved ahead, so a time that the
 * location's clock has passed is due now. The 72-hour and 7-day rules count in the moved times.
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { sendShift } from "../subscriptions/delivery-states.sql.ts";

/** Moves the due times of a location's undelivered events `seconds` (positive) closer; workers are woken after the COMMIT. */
export function shiftDeliveries(tx: Tx, locationId: Id<"str">, seconds: number): void {
  sendShift(tx, locationId, seconds);
  tx.wake("deliveries");
}
