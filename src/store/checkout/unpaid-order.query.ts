/**
 * The order that a diner placed on this form and has not paid yet (rules/ordering 14.3): who comes back from the payment
 * finds what was typed and the way to pay, and an order that is placed now takes its place. The browser sends the key to
 * that order below the path of the checkout alone.
 */
import type { Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { findChosenChannel } from "../../messaging/message/read-messages.query.ts";
import { findLatestByToken } from "../../orders/order/find-order-by-token.query.ts";
import { isUnpaid } from "../../orders/order/order-wire.ts";
import type { Order } from "../../orders/order/order.ts";
import type { PageCall, PageCookie } from "../../pages/page.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { typedTip } from "./typed-tip.ts";

const name = "unpaid";
/** No order can be paid for longer. */
const keptSeconds = 3_600;

/** Keeps the key to an order that is to be paid. */
export function unpaidCookie(locationId: Id<"str">, dinerToken: string): PageCookie {
  return { name, value: dinerToken, path: `/store/${locationId}/checkout`, seconds: keptSeconds, isLax: true };
}

export interface EarlierOrder {
  readonly order: Order;
  /** The diner's key to it; null where the browser's key is to the order whose place it took. */
  readonly dinerToken: string | null;
  /** It still waits for its payment. */
  readonly isUnpaid: boolean;
  /** Of the restaurant. */
  readonly timezone: string | null;
}

/** The order whose key this browser has, at this location, or the latest that another window placed in its place; undefined where there is none. */
export async function findEarlierOrder(
  db: Db,
  { cookie }: Pick<PageCall, "cookie">,
  locationId: Id<"str">,
): Promise<EarlierOrder | undefined> {
  const dinerToken = cookie(name);
  if (dinerToken === undefined) return undefined;
  const found = await findLatestByToken(db, dinerToken);
  if (found === undefined || found.order.location_id !== locationId) return undefined;
  const { order, isLater } = found;
  const key = isLater ? null : dinerToken;
  return { order, dinerToken: key, isUnpaid: isUnpaid(order), timezone: order.location_timezone };
}

/** Whether money for it has come or is on its way. */
export function isPaidOrBeingPaid({ payment_status: status }: Order): boolean {
  return status === "paid" || status === "pending";
}

/** The fields of an address, and what the diner typed for the unpaid order where the address says nothing. */
export async function withTyped(
  db: Db,
  fields: URLSearchParams,
  { order, timezone }: EarlierOrder,
  shares: readonly number[],
): Promise<URLSearchParams> {
  const { customer, notes, scheduled_for: at } = order;
  const filled = new URLSearchParams(fields);
  const typed = {
    how: order.fulfillment_type,
    name: customer.name,
    phone: customer.phone,
    email: customer.email,
    notes,
    payment: "link",
    told_by: await findChosenChannel(db, order.id),
    ...(at === null ? {} : { day: localDate(timezone ?? "UTC", at), when: String(Math.floor(at / 1_000)) }),
    ...typedTip(order.totals, shares),
  };
  for (const [field, value] of Object.entries(typed))
    if (typeof value === "string" && !filled.has(field)) filled.set(field, value);
  return filled;
}
