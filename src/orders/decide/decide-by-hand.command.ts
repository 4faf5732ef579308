/**
 * A decision of the operator for the store, on an order that no app decides (rules/ordering 1.9). The same rules and
 * refusals as a partner's decision; history and events name the store. What changes is in the audit log.
 */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Order } from "../order/order.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { decideOrderAtStore, type DecisionRefusal } from "./decide-order.command.ts";
import type { Decision } from "./decide-order.ts";

/** Applies the decision; undefined when it took effect or held already. */
export async function decideOrderByHand<const D extends Decision>(
  tx: Tx,
  orderId: Id<"ord">,
  decision: D,
  by: Author,
): Promise<undefined | DecisionRefusal<D> | Refusal<"not_found" | "app_decides">> {
  const before = await lockOrder(tx, orderId, null);
  if (before === undefined) return refuse("not_found", `there is no order ${orderId}`);
  const { connectedApp } = before;
  if (connectedApp !== null)
    return refuse("app_decides", `app ${connectedApp} receives the orders of this location and decides them`, {
      app_id: connectedApp,
    });
  const refused = await decideOrderAtStore(tx, orderId, decision, { kind: "operator_token", id: null });
  if (refused !== undefined) return refused;
  const after = await lockOrder(tx, orderId, null);
  if (after === undefined || after.order.status === before.order.status) return undefined;
  await recordAudit(tx, {
    ...by,
    action: "order.decided",
    subject: orderId,
    before: stateOf(before.order),
    after: stateOf(after.order),
  });
  return undefined;
}

/** What a decision changes, and nothing of the diner. */
function stateOf({ status, payment_status, external_id, denial, cancellation }: Order) {
  return { status, payment_status, external_id, denial, cancellation };
}
