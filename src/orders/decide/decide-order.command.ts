/**
 * A partner's decision on an order. Guarantees: two decisions at once are judged one after the other, the second against
 * the result of the first (row lock); a decision that comes after the deadline is judged as if the timer had acted, even
 * when the sweep has not; a repeat changes nothing. A crash leaves the order before or after, never between.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { markOutOfStock } from "../../stock/mark-out-of-stock.command.ts";
import { decideOrder, type Decision } from "./decide-order.ts";
import { settlePaymentFor } from "./end-order.command.ts";
import { fireTimer } from "./fire-timer.command.ts";
import { orderedAmong } from "../order/ordered-ids.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { removeOffered } from "./remove-items.command.ts";
import { saveOrder } from "../order/save-order.command.ts";

type AnyRefusal = Refusal<"not_found" | "illegal_transition" | "order_not_ready" | "invalid_request">;

/** What a decision can be refused with: only accepting can come too early, only accept has a time to get wrong. */
export type DecisionRefusal<D extends Decision> = D extends { readonly kind: "accept" }
  ? AnyRefusal
  : D extends { readonly kind: "status" }
    ? Refusal<"not_found" | "illegal_transition" | "order_not_ready">
    : Refusal<"not_found" | "illegal_transition">;

/** Applies a decision of the app that receives the order; undefined when it took effect or held already. */
export async function decideOrderOfApp<const D extends Decision>(
  tx: Tx,
  orderId: Id<"ord">,
  app: Id<"app">,
  decision: D,
): Promise<undefined | DecisionRefusal<D>> {
  return (await decide(tx, orderId, app, decision, "partner")) as undefined | DecisionRefusal<D>;
}

/** Applies a decision made at the store's own console, which may cancel from any live status. */
export async function decideOrderAtStore<const D extends Decision>(
  tx: Tx,
  orderId: Id<"ord">,
  decision: D,
): Promise<undefined | DecisionRefusal<D>> {
  return (await decide(tx, orderId, null, decision, "store")) as undefined | DecisionRefusal<D>;
}

async function decide(
  tx: Tx,
  orderId: Id<"ord">,
  app: Id<"app"> | null,
  decision: Decision,
  actor: "partner" | "store",
): Promise<undefined | AnyRefusal> {
  const locked = await lockOrder(tx, orderId, app);
  if (locked === undefined) return refuse("not_found", `there is no order ${orderId} that this app receives`);
  const work = new OrderWork(locked.order, locked.now);
  await fireTimer(tx, work, locked);
  const judgement = decideOrder(work.order, decision, actor, work.now);
  if (isRefusal(judgement)) return judgement;
  if (judgement.kind === "moves") {
    const { to, ...fields } = judgement.move;
    // What is ready was made without what is unavailable.
    if (to === "READY") await removeOffered(tx, work, actor);
    const payment_status = await settlePaymentFor(tx, work.order, to);
    work.change(decision.kind === "status" ? `status_${to.toLowerCase()}` : decision.kind, actor, {
      status: to,
      payment_status,
      ...fields,
    });
    work.proceed(locked);
    if (to === "STORE_CANCELLED") work.tell("order.cancelled", "cancelled");
    else work.tell("order.updated", "updated", true);
    if (decision.kind === "deny") {
      await markOutOfStock(tx, work.order.location_id, orderedAmong(work.order.line_items, decision.outOfStock));
    }
  }
  await saveOrder(tx, work, locked.receiver);
  return undefined;
}
