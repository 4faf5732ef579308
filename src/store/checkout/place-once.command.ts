/**
 * Places the order of a form once, however often the form is sent (rules/ordering 14.3). The key of the form, which
 * nobody can guess, makes the diner's key to the order. A second sending finds the order. When two arrive at once, a
 * constraint admits one. When the answer of the database is lost, the order is looked for; if there is none, the same
 * form may be sent again.
 */
import { createHash } from "node:crypto";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { makeGuestToken } from "../../guest-links/make-guest-link.command.ts";
import { endUnpaidOrder, noteReplaced } from "../../orders/decide/end-unpaid-order.command.ts";
import { findOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import type { Order } from "../../orders/order/order.ts";
import type { OrderRequest } from "../../orders/order/order-request.ts";
import { placeOrder, type PlacingDeps, type PlacingRefusal } from "../../orders/place/place-order.command.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import type { KeyedSemaphore } from "../../platform/postgres/keyed-semaphore.ts";

export interface PlaceOnceDeps {
  readonly database: Database;
  readonly placing: PlacingDeps;
  readonly permits: KeyedSemaphore;
}

export interface OrderOfForm {
  readonly order: Order;
  /** The diner's key to it, or that of a link to it. */
  readonly dinerToken: string;
}

/** An order of before, whose place a new one may take. */
export interface OrderBefore {
  readonly order: Order;
  /** The diner's key to it; null where another window has it. */
  readonly dinerToken: string | null;
}

/** The diner's key to the order of a form: 192 bits, and the same for the same form. */
export function dinerTokenOf(formKey: string, locationId: Id<"str">): string {
  const digest = createHash("sha256")
    .update(JSON.stringify(["order of a form", formKey, locationId]))
    .digest();
  return digest.subarray(0, 24).toString("base64url");
}

/** The order that this form has placed before; undefined when it has placed none. */
export async function findOrderOfForm(database: Database, dinerToken: string): Promise<OrderOfForm | undefined> {
  const order = await findOrderByToken(database.read, dinerToken);
  return order === undefined ? undefined : { order, dinerToken };
}

/**
 * Places it, or answers the order that the form has placed already. An unpaid order whose place it takes ends in the same
 * transaction, or the one that another window has placed in its place meanwhile; where that was paid, nothing is placed,
 * and it is the order.
 */
export async function placeOnce(
  { database, placing, permits }: PlaceOnceDeps,
  request: OrderRequest & { readonly dinerToken: string },
  replaced?: OrderBefore,
): Promise<OrderOfForm | PlacingRefusal> {
  const releasePermit = await permits.take(request.locationId);
  try {
    const placed = await database.transaction(async (tx) => {
      const end = replaced === undefined ? undefined : await endUnpaidOrder(tx, replaced.order.id);
      if (end?.kind === "stays") return keyTo(tx, end.order, replaced);
      const now = await placeOrder(tx, request, placing);
      if (!isRefusal(now) && end !== undefined) noteReplaced(tx, end.orderId, now.order.id);
      return now;
    });
    return isRefusal(placed) ? placed : { order: placed.order, dinerToken: placed.dinerToken };
  } catch (error) {
    const known = await findOrderOfForm(database, request.dinerToken);
    if (known === undefined) throw error;
    return known;
  } finally {
    releasePermit();
  }
}

/** An order of before with a key to it. */
export async function withKey(database: Database, { order, dinerToken }: OrderBefore): Promise<OrderOfForm> {
  return dinerToken === null ? database.transaction(async (tx) => keyTo(tx, order)) : { order, dinerToken };
}

/** The key to an order that stays: the browser's own, or a new link to the one that another window has placed. */
function keyTo(tx: Tx, order: Order, known?: OrderBefore): OrderOfForm {
  if (known?.order.id === order.id && known.dinerToken !== null) return { order, dinerToken: known.dinerToken };
  return { order, dinerToken: makeGuestToken(tx, { locationId: order.location_id, orderId: order.id }) };
}
