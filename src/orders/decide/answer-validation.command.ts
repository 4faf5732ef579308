/**
 * The partner's answer to a validation: whether its point of sale would take the order. Judged once, repeatable, with a
 * deadline.
 */
import { isDeepStrictEqual } from "node:util";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { fireTimer } from "./fire-timer.command.ts";
import type { Validation, ValidationIssue } from "../order/order.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { beginPayment } from "./begin-payment.command.ts";
import { rejectOrder } from "./reject-order.command.ts";
import { saveOrder } from "../save/save-order.command.ts";

export interface ValidationAnswer {
  readonly validationId: string;
  readonly valid: boolean;
  readonly issues: readonly ValidationIssue[];
}

/** Takes the answer; the same answer again is the same result, any other is `validation_expired`. */
export async function answerValidation(
  tx: Tx,
  orderId: Id<"ord">,
  app: Id<"app">,
  answer: ValidationAnswer,
): Promise<{ readonly status: "valid" | "invalid" } | Refusal<"not_found" | "validation_expired">> {
  const locked = await lockOrder(tx, orderId, app);
  if (locked === undefined) return refuse("not_found", `there is no order ${orderId} that this app receives`);
  const work = new OrderWork(locked.order, locked);
  await fireTimer(tx, work, locked);
  work.actedBy = { kind: "app", id: app };
  const status = answer.valid ? "valid" : "invalid";
  const { validation } = work.order;
  if (validation === null || validation.id !== answer.validationId) {
    return refuse("validation_expired", `body.validation_id names no validation of this order`);
  }
  if (validation.status !== "pending") {
    if (isSame(validation, status, answer.issues)) return { status };
    const why = validation.status === "lapsed" ? "its time is over" : `it was answered as ${validation.status}`;
    return refuse("validation_expired", `this validation takes no answer any more: ${why}`);
  }
  // Cancelled or denied while it was being validated: the answer must neither charge nor end it again.
  if (work.order.status !== "PENDING") {
    return refuse("validation_expired", `this validation takes no answer any more: the order is ${work.order.status}`);
  }
  const answered: Validation = { ...validation, status, issues: answer.issues.map(known) };
  if (answer.valid) {
    work.change("validated", "partner", { validation: answered });
    await beginPayment(tx, work, locked);
  } else {
    await rejectOrder(tx, work, "validation_failed", "VALIDATION_FAILED", answered);
  }
  work.proceed(locked);
  await saveOrder(tx, work, locked.connectedApp);
  return { status };
}

function isSame(validation: Validation, status: "valid" | "invalid", issues: readonly ValidationIssue[]): boolean {
  return validation.status === status && isDeepStrictEqual(validation.issues.map(known), issues.map(known));
}

/** The fields that mean something, in one order: others are ignored, and the order of keys says nothing. */
function known({ code, message, menu_entity_id }: ValidationIssue): ValidationIssue {
  return {
    code,
    ...(message === undefined ? {} : { message }),
    ...(menu_entity_id === undefined ? {} : { menu_entity_id }),
  };
}
