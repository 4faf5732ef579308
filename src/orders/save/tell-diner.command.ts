/**
 * Tells the diner of the changes of an order, in the transaction that makes them (rules/messages-and-privacy 1.20). A
 * later time is told when it is ten minutes later than the last one told.
 */
import { makeGuestLink } from "../../guest-links/make-guest-link.command.ts";
import { getMenuVersion } from "../../menus/read/get-orderable-menu.query.ts";
import { findLastOccasion } from "../../messaging/message/read-messages.query.ts";
import { tellGuest } from "../../messaging/queue/tell-guest.command.ts";
import { withdrawMessages } from "../../messaging/queue/withdraw-messages.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { readPlacedWith } from "../order/item-changes.sql.ts";
import type { OrderWork } from "../order/order-work.ts";
import { orderLetter } from "./order-letter.ts";
import { delayWorthTellingMs, newsOf, untrueAfter, type OrderNews } from "./order-news.ts";

/** Changes that come within this are one message: the last of them. */
const gatherSeconds = 20;

/** Queues what the diner is told of a unit of work; nothing where the diner left no way to be written to. */
export async function tellDiner(tx: Tx, work: OrderWork): Promise<void> {
  for (const news of newsOf(work.before, work.order, work.changes)) {
    const untrue = untrueAfter[news.kind];
    if (untrue !== undefined) withdrawMessages(tx, work.order.id, untrue);
    if (news.kind !== "order_delayed" || (await isWorthTelling(tx, work))) await tell(tx, work, news);
  }
}

async function isWorthTelling(tx: Tx, { order, before }: OrderWork): Promise<boolean> {
  const told = await findLastOccasion(tx, order.id, ["order_accepted", "order_delayed"]);
  const since = Number(told ?? 0) || before.estimated_ready_at || 0;
  return order.estimated_ready_at !== null && order.estimated_ready_at - since >= delayWorthTellingMs;
}

async function tell(tx: Tx, { order, before }: OrderWork, news: OrderNews): Promise<void> {
  const { id, location_id: locationId, customer } = order;
  // Only letters name the dishes.
  const menu =
    customer.email === null ? null : await getMenuVersion(tx, (await readPlacedWith(tx, id)).menu_version_id);
  await tellGuest(tx, {
    locationId,
    kind: news.kind,
    subjectId: id,
    occasion: news.occasion,
    contact: { phone: customer.phone.startsWith("+") ? customer.phone : null, email: customer.email },
    language: order.language,
    ...(news.isOwn ? { only: ["email"] as const } : {}),
    letter: (terms) => {
      const link = makeGuestLink(tx, { locationId, orderId: id });
      return orderLetter(news, { order, menu, link, wentBack: order.refunded - before.refunded }, terms);
    },
    sendWithinSeconds: news.sendWithinSeconds,
    ...(news.settles ? { settleSeconds: gatherSeconds } : {}),
  });
}
