/**
 * The venue reports items of an accepted order as unavailable. Guarantees: the diner has at most one unanswered offer,
 * with one timer. The same report again changes nothing. Another report replaces the offer by one that names everything.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { markOutOfStock } from "../../stock/mark-out-of-stock.command.ts";
import { fireTimer } from "../decide/fire-timer.command.ts";
import { itemChangeWindowMs } from "../order/hand-over.ts";
import {
  endOffered,
  findOffered,
  gatherUnavailable,
  isSameReport,
  type ItemChange,
  type ReportedLine,
} from "../order/item-change.ts";
import type { ActedBy, Order } from "../order/order.ts";
import { orderedAmong } from "../order/ordered-ids.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder } from "../order/orders.sql.ts";
import { priceWithout } from "../decide/remove-items.command.ts";
import { saveOrder } from "../save/save-order.command.ts";

export interface UnavailableReport {
  readonly lines: readonly ReportedLine[];
  readonly reason: string | null;
  /** menu_entity_ids that become out of stock. */
  readonly outOfStock: readonly string[];
}

type ReportRefusal = Refusal<"not_found" | "illegal_transition" | "invalid_request" | "nothing_left">;

/** Who reports: the app that receives the order, or the restaurant at its board. */
export type Reporter =
  | { readonly app: Id<"app">; readonly actor: "partner"; readonly by: ActedBy }
  | { readonly app: null; readonly actor: "store"; readonly by: ActedBy };

/** Takes a report of items that are unavailable; answers the open offer. */
export async function reportUnavailable(
  tx: Tx,
  orderId: Id<"ord">,
  { app, actor, by }: Reporter,
  report: UnavailableReport,
): Promise<{ readonly order: Order; readonly change: ItemChange } | ReportRefusal> {
  const locked = await lockOrder(tx, orderId, app);
  if (locked === undefined)
    return refuse("not_found", `there is no order ${orderId}${app === null ? "" : " that this app receives"}`);
  const work = new OrderWork(locked.order, locked);
  await fireTimer(tx, work, locked);
  work.actedBy = by;
  const { status, line_items, item_changes } = work.order;
  if (status !== "ACCEPTED" && status !== "AUTO_ACCEPTED") {
    return refuse(
      "illegal_transition",
      `items can be reported of accepted orders that are not ready; this one is ${status}`,
      {
        from_status: status,
        decision: "unavailable_items",
        to_status: status,
      },
    );
  }
  const offered = findOffered(item_changes);
  const gathered = gatherUnavailable(line_items, offered, report.lines);
  if (isRefusal(gathered)) return gathered;
  await markOutOfStock(tx, work.order.location_id, orderedAmong(line_items, report.outOfStock));
  let change = offered;
  if (change === undefined || !isSameReport(change.lines, gathered)) {
    const priced = await priceWithout(tx, work.order, gathered);
    if (priced === undefined) {
      return refuse("nothing_left", "nothing of the order would be left; cancel it instead");
    }
    change = {
      id: newId("och"),
      status: "offered",
      lines: gathered,
      reason: report.reason ?? offered?.reason ?? null,
      offered_at: work.now,
      answer_by: work.now + itemChangeWindowMs,
      answered_at: null,
      answered_by: null,
      total: priced.totals.total,
      refund: priced.refund,
    };
    const before = endOffered(item_changes, "replaced", actor, work.now);
    work.change("items_unavailable", actor, { item_changes: [...before, change] });
    work.tell("order.updated", "updated", true);
    work.proceed(locked);
  }
  await saveOrder(tx, work, locked.connectedApp);
  return { order: work.order, change };
}
