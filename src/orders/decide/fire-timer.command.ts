/** Applies the timer of a locked order if it is due. The sweep and every decision go through here, so both agree. */
import type { Tx } from "../../platform/postgres/database.ts";
import { settlePaymentFor } from "./end-order.command.ts";
import { removeOffered } from "./remove-items.command.ts";
import { openPaymentStep } from "./pay-order.command.ts";
import type { TimerKind } from "../order/order.ts";
import type { OrderWork } from "../order/order-work.ts";
import type { LockedOrder } from "../order/orders.sql.ts";

/** Answers which timer acted, or undefined when none is due by the location's clock. */
export async function fireTimer(
  tx: Tx,
  work: OrderWork,
  location: Pick<LockedOrder, "leadMinutes" | "decisionTimeout" | "validationTimeout">,
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
      } else await reject(tx, work, "decision_window_lapsed", "DECISION_TIMEOUT");
      break;
    case "validation":
      await lapseValidation(tx, work, location.validationTimeout);
      break;
    case "payment":
      await reject(tx, work, "payment_window_lapsed", "PAYMENT_TIMEOUT");
      break;
    case "hand_over":
      break;
  }
  work.proceed(location.leadMinutes);
  return kind;
}

async function lapseValidation(tx: Tx, work: OrderWork, timeout: "reject" | "continue"): Promise<void> {
  const { validation } = work.order;
  if (validation === null) throw new Error(`order ${work.order.id} has a validation timer and no validation`);
  const lapsed = { ...validation, status: "lapsed" as const };
  if (timeout === "reject") {
    await reject(tx, work, "validation_lapsed", "VALIDATION_TIMEOUT", lapsed);
  } else {
    work.change("validation_lapsed", "service", { validation: lapsed });
    await openPaymentStep(tx, work);
  }
}

/** Rejects an order by the service's own rules; the money goes back. */
export async function reject(
  tx: Tx,
  work: OrderWork,
  what: string,
  reason: string,
  validation = work.order.validation,
): Promise<void> {
  const payment_status = await settlePaymentFor(tx, work.order, "REJECTED");
  work.change(what, "service", {
    status: "REJECTED",
    payment_status,
    validation,
    denial: { reason, out_of_stock: [] },
  });
  work.tell("order.updated", "updated", true);
}
