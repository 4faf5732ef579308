/**
 * A decision of the restaurant's staff at their board (rules/ordering 16). The commands, transitions and refusals are
 * those of a partner's decision, from the time that `staff-window.ts` gives. The connected app is told of it as of its
 * own decisions, with the actor `store`. When app and staff decide at once, the row lock lets one decide, and the other
 * is judged against the result.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { done, firstRefusal, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { isSubscribed } from "../../webhooks/subscriptions/is-subscribed.query.ts";
import type { ActedBy, Order } from "../order/order.ts";
import type { LockedOrder } from "../order/orders.sql.ts";
import { checkReadyAt, readyAt, type ReadyTime } from "./ready-time.ts";
import { decideAs, type AnyDecisionRefusal } from "../decide/decide-order.command.ts";
import type { Decision } from "../decide/decide-order.ts";
import { checkStaffWindow } from "./staff-window.ts";

/** Who of the restaurant decides. */
export interface DecidingStaff {
  readonly by: ActedBy;
  /** A manager may cancel at any time. */
  readonly mayAlwaysCancel: boolean;
}

/** What staff decide; when the order will be ready is said from now on, or as a time. */
export type StaffDecision =
  | Exclude<Decision, { readonly kind: "accept" | "status" }>
  | { readonly kind: "out_for_delivery" }
  | { readonly kind: "accept"; readonly posTicketId: string | null; readonly ready: ReadyTime };

/** Applies the decision; done when it took effect or held already. */
export function decideOrderByStaff(
  tx: Tx,
  orderId: Id<"ord">,
  given: StaffDecision,
  { by, mayAlwaysCancel }: DecidingStaff,
): Promise<Done | AnyDecisionRefusal | Refusal<"app_decides_first">> {
  return decideAs(tx, orderId, {
    app: null,
    actor: "store",
    by,
    decision: (now) => decisionAt(given, now),
    permit: async (order, decision, locked, now) => {
      const appHears = await doesAppHear(tx, order, locked.connectedApp);
      return firstRefusal(
        checkStaffWindow(order, decision, { appHears, mayAlwaysCancel }, now),
        decision.kind === "accept" ? checkReadyAt(order, decision.estimatedReadyAt ?? now, now) : done,
      );
    },
  });
}

/** Whether the app that received the order is connected still and can hear of orders. */
export async function doesAppHear(
  db: Db,
  { receiver }: Pick<Order, "receiver">,
  connectedApp: LockedOrder["connectedApp"],
): Promise<boolean> {
  return receiver === "app" && connectedApp !== null && (await isSubscribed(db, connectedApp, "order.notification"));
}

function decisionAt(given: StaffDecision, now: Instant): Decision {
  if (given.kind === "out_for_delivery") return { kind: "status", status: "IN_DELIVERY" };
  if (given.kind !== "accept") return given;
  return { kind: "accept", posTicketId: given.posTicketId, estimatedReadyAt: readyAt(given.ready, now) };
}
