/**
 * A decision of the operator for the store, on an order that no app decides (rules/ordering 1.9). The rules and refusals
 * are those of a partner's decision; history and events name the store. The change is in the audit log.
 */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Order } from "../order/order.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { decideOrderAtStore, type AnyDecisionRefusal } from "./decide-order.command.ts";
import type { Decision } from "./decide-order.ts";

/** Applies the decision; done when it took effect or held already. */
export async function decideOrderByHand(
  tx: Tx,
  orderId: Id<"ord">,
  decision: Decision,
  by: Author,
): Promise<Done | AnyDecisionRefusal | Refusal<"app_decides">> {
  const before = await lockOrder(tx, orderId, null);
  if (before === undefined) return refuse("not_found", `there is no order ${orderId}`);
  const { connectedApp } = before;
  if (connectedApp !== null)
    return refuse("app_decides", `app ${connectedApp} receives the orders of this location and decides them`, {
      app_id: connectedApp,
    });
  const decided = await decideOrderAtStore(tx, orderId, decision, by.by ?? { kind: "operator_token", id: null });
  if (isRefusal(decided)) return decided;
  const after = await lockOrder(tx, orderId, null);
  if (after === undefined || after.order.status === before.order.status) return done;
  await recordAudit(tx, {
    ...by,
    action: "order.decided",
    subject: orderId,
    before: stateOf(before.order),
    after: stateOf(after.order),
  });
  return done;
}

/** What a decision changes, and nothing of the diner. */
function stateOf({ status, payment_status, external_id, denial, cancellation }: Order) {
  return { status, payment_status, external_id, denial, cancellation };
}
