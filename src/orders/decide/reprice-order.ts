/**
 * The price of an order without some of its items. Pure, and by the one price function of every order: menu version, time
 * and currency are those of the placing, so only the items make a difference.
 *
 * The diner never pays more because of what the venue lacks. A promotion or coupon of the order stays, also below its
 * minimum or after its hours; no other one begins. The delivery fee and tips stay. Where the rest would cost more than
 * the whole did, because a bulk price is no longer reached for example, the difference is taken off.
 */
import { isRefusal } from "../../kernel/refusal.ts";
import type { OrderableMenu } from "../../menus/read/orderable-menu.ts";
import type { BasketModifier } from "../../pricing/basket.ts";
import { priceBasket } from "../../pricing/price-basket.ts";
import type { BreakdownRow, OrderTotals, PricedModifier } from "../../pricing/priced-basket.ts";
import type { UnavailableLine } from "../order/item-change.ts";
import type { Order, OrderLine } from "../order/order.ts";

export interface PlacedOrderPrice {
  readonly menu: OrderableMenu;
  readonly timeZone: string;
  readonly breakdown: readonly BreakdownRow[];
}

/** What of an order its price depends on. */
export type PricedOrder = Pick<Order, "id" | "totals" | "fulfillment_type" | "scheduled_for" | "created_at">;

export interface Repriced {
  readonly line_items: readonly OrderLine[];
  readonly totals: OrderTotals;
  readonly breakdown: readonly BreakdownRow[];
}

/** The lines that are left; none when everything is unavailable. */
export function linesLeft(lines: readonly OrderLine[], unavailable: readonly UnavailableLine[]): readonly OrderLine[] {
  return lines.flatMap((line) => {
    const missing = unavailable.find(({ id }) => id === line.id)?.quantity ?? 0;
    return missing >= line.quantity ? [] : [{ ...line, quantity: line.quantity - missing }];
  });
}

/** Prices what is left of an order; the total is at most what it was. */
export function repriceOrder(order: PricedOrder, left: readonly OrderLine[], placed: PlacedOrderPrice): Repriced {
  const { totals } = order;
  const isDelivery = order.fulfillment_type === "delivery";
  const priced = priceBasket({
    menu: placed.menu,
    outOfStock: new Set(),
    timeZone: placed.timeZone,
    at: order.scheduled_for ?? order.created_at,
    fulfillmentType: order.fulfillment_type,
    placedWith: promotionsOf(placed.breakdown),
    basket: {
      items: left.map(({ menu_entity_id, quantity, notes, modifiers }) => ({
        menu_entity_id,
        quantity,
        modifiers: modifiers.map(choiceOf),
        ...(notes === null ? {} : { notes }),
      })),
      currency: totals.currency,
      ...(isDelivery ? {} : { tip: totals.tip }),
    },
    ...(isDelivery ? { deliveryFee: totals.delivery_fee, deliveryTip: totals.delivery_tip } : {}),
  });
  if (isRefusal(priced)) throw new Error(`order ${order.id} cannot be priced again: ${priced.message}`);
  const line_items = priced.lines.map((line, index) => ({ ...line, id: idAt(left, index) }));
  return { line_items, ...keepPrice(priced, totals.total) };
}

/** Takes off what the rest would cost beyond the price that the diner agreed to. */
function keepPrice(
  { totals, breakdown }: Pick<Repriced, "totals" | "breakdown">,
  agreed: number,
): Pick<Repriced, "totals" | "breakdown"> {
  const beyond = totals.total - agreed;
  if (beyond <= 0) return { totals, breakdown };
  const label = "Price kept: what was unavailable makes nothing dearer";
  return {
    totals: { ...totals, discount: totals.discount + beyond, total: agreed },
    breakdown: [...breakdown, { kind: "discount", path: null, menu_entity_id: null, label, amount: beyond }],
  };
}

function promotionsOf(breakdown: readonly BreakdownRow[]): ReadonlySet<string> {
  return new Set(breakdown.flatMap(({ kind, menu_entity_id: id }) => (kind === "discount" && id !== null ? [id] : [])));
}

function choiceOf({ menu_entity_id, quantity, modifiers }: PricedModifier): BasketModifier {
  return { menu_entity_id, quantity, modifiers: modifiers.map(choiceOf) };
}

function idAt(lines: readonly OrderLine[], index: number): OrderLine["id"] {
  const line = lines[index];
  if (line === undefined) throw new Error("a priced basket has a line that was not asked for");
  return line.id;
}
