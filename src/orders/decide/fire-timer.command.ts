/** Applies the timer of a locked order if it is due. The sweep and every decision call this, so both agree. */
import type { Tx } from "../../platform/postgres/database.ts";
import { removeOffered } from "./remove-items.command.ts";
import { beginPayment } from "./begin-payment.command.ts";
import { rejectOrder } from "./reject-order.command.ts";
import { sendUndecided } from "./undecided.sql.ts";
import type { TimerKind } from "../order/order.ts";
import type { OrderWork } from "../order/order-work.ts";
import type { LockedOrder } from "../order/orders.sql.ts";

/** Answers which timer acted, or undefined when none is due by the location's clock. */
export async function fireTimer(
  tx: Tx,
  work: OrderWork,
  location: Omit<LockedOrder, "order" | "now">,
): Promise<TimerKind | undefined> {
  const { timer_kind: kind, timer_at: dueAt, status } = work.order;
  if (kind === null || dueAt === null || dueAt > work.now) return undefined;
  if ((kind === "item_change") === (status === "PENDING")) return undefined;
  switch (kind) {
    case "item_change":
      await removeOffered(tx, work, "service");
      break;
    case "decision":
      if (location.decisionTimeout === "accept") {
        work.change("auto_accepted", "service", { status: "AUTO_ACCEPTED" });
        work.tell("order.updated", "updated", true);
      } else {
        await rejectOrder(tx, work, "decision_window_lapsed", "DECISION_TIMEOUT");
        if (work.order.receiver === "staff") sendUndecided(tx, work.order.location_id);
      }
      break;
    case "validation":
      await lapseValidation(tx, work, location);
      break;
    case "payment":
      await rejectOrder(tx, work, "payment_window_lapsed", "PAYMENT_TIMEOUT");
      break;
    case "hand_over":
      break;
  }
  work.proceed(location);
  return kind;
}

async function lapseValidation(
  tx: Tx,
  work: OrderWork,
  location: Pick<LockedOrder, "validationTimeout" | "isAttended">,
): Promise<void> {
  const { validation } = work.order;
  if (validation === null) throw new Error(`order ${work.order.id} has a validation timer and no validation`);
  const lapsed = { ...validation, status: "lapsed" as const };
  if (location.validationTimeout === "reject") {
    await rejectOrder(tx, work, "validation_lapsed", "VALIDATION_TIMEOUT", lapsed);
  } else {
    work.change("validation_lapsed", "service", { validation: lapsed });
    await beginPayment(tx, work, location);
  }
}
