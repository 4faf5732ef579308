/**
 * A decision on an order, of its app or of the restaurant. Guarantees: two decisions at once are judged one after the
 * other, the second against the result of the first (row lock). A decision after the deadline has the same effect before
 * and after the sweep. A repeat changes nothing. A crash leaves the order before or after, never between.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { markOutOfStock } from "../../stock/mark-out-of-stock.command.ts";
import { decideOrder, type Decision, type Move } from "./decide-order.ts";
import { reversePaymentFor } from "./end-order.command.ts";
import { fireTimer } from "./fire-timer.command.ts";
import { orderedAmong } from "../order/ordered-ids.ts";
import type { ActedBy, Order } from "../order/order.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder, type LockedOrder } from "../order/orders.sql.ts";
import { sendDecided } from "./undecided.sql.ts";
import { removeOffered } from "./remove-items.command.ts";
import { saveOrder } from "../save/save-order.command.ts";

/** What any decision can be refused with. */
export type AnyDecisionRefusal = Refusal<"not_found" | "illegal_transition" | "order_not_ready" | "invalid_request">;

/** Applies a decision of the app that receives the order; done when it took effect or held already. */
export function decideOrderOfApp(
  tx: Tx,
  orderId: Id<"ord">,
  app: Id<"app">,
  decision: Decision,
): Promise<Done | AnyDecisionRefusal> {
  const by = { kind: "app", id: app } as const;
  const party: DecidingParty<never> = { app, actor: "partner", by, decision: () => decision };
  return decideAs(tx, orderId, party);
}

/** Applies a decision made for the store, which may cancel from any live status; done as above. */
export function decideOrderAtStore(
  tx: Tx,
  orderId: Id<"ord">,
  decision: Decision,
  by: ActedBy | null = null,
): Promise<Done | AnyDecisionRefusal> {
  const party: DecidingParty<never> = { app: null, actor: "store", by, decision: () => decision };
  return decideAs(tx, orderId, party);
}

export interface DecidingParty<Refused extends Refusal> {
  /** Only orders that this app receives; null: any order. */
  readonly app: Id<"app"> | null;
  readonly actor: "partner" | "store";
  readonly by: ActedBy | null;
  /** What is decided, at the time of the location's clock. */
  readonly decision: (now: Instant) => Decision;
  /** Refuses a decision that would take effect otherwise; asked under the order's lock. */
  readonly permit?: (order: Order, decision: Decision, locked: LockedOrder, now: Instant) => Promise<Done | Refused>;
}

/** Judges a decision on the locked order and applies it; done when it took effect or held already. */
export async function decideAs<Refused extends Refusal = never>(
  tx: Tx,
  orderId: Id<"ord">,
  { app, actor, by, decision: decisionAt, permit }: DecidingParty<Refused>,
): Promise<Done | AnyDecisionRefusal | Refused> {
  const locked = await lockOrder(tx, orderId, app);
  if (locked === undefined)
    return refuse("not_found", `there is no order ${orderId}${app === null ? "" : " that this app receives"}`);
  const work = new OrderWork(locked.order, locked);
  await fireTimer(tx, work, locked);
  work.actedBy = by;
  const decision = decisionAt(work.now);
  const judgement = decideOrder(work.order, decision, actor, work.now);
  if (isRefusal(judgement)) return judgement;
  if (judgement.kind === "moves") {
    const permitted = (await permit?.(work.order, decision, locked, work.now)) ?? done;
    if (isRefusal(permitted)) return permitted;
    await applyMove(tx, work, { decision, move: judgement.move, actor, locked });
  }
  await saveOrder(tx, work, locked.connectedApp);
  return done;
}

interface Moving {
  readonly decision: Decision;
  readonly move: Move;
  readonly actor: "partner" | "store";
  readonly locked: LockedOrder;
}

async function applyMove(tx: Tx, work: OrderWork, { decision, move, actor, locked }: Moving): Promise<void> {
  const { to, ...fields } = move;
  if (work.order.status === "PENDING" && work.order.receiver === "staff") sendDecided(tx, work.order.location_id);
  // What is ready was made without what is unavailable.
  if (to === "READY") await removeOffered(tx, work, actor);
  const payment_status = await reversePaymentFor(tx, work.order, to);
  work.change(decision.kind === "status" ? `status_${to.toLowerCase()}` : decision.kind, actor, {
    status: to,
    payment_status,
    ...fields,
  });
  work.proceed(locked);
  if (to === "STORE_CANCELLED") work.tell("order.cancelled", "cancelled");
  else work.tell("order.updated", "updated", true);
  if (decision.kind === "deny")
    await markOutOfStock(tx, work.order.location_id, orderedAmong(work.order.line_items, decision.outOfStock));
}
