/** Answers the price of a basket and whether the location takes the order now. Nothing is kept for the diner. */
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Instant } from "../../kernel/clock.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { checkCoupons } from "../../pricing/check-coupons.query.ts";
import type { PricedBasket } from "../../pricing/priced-basket.ts";
import type { DeliveryTerms } from "../order/delivery-terms.ts";
import { checkCapacity } from "./find-next-time.query.ts";
import type { QuoteRequest } from "../order/order-request.ts";
import { dueAt } from "../order/order-times.ts";
import { basketRefused, findOrderContext, priceOrder, type OrderContext, type Reason } from "./price-order.query.ts";

export interface OrderQuote {
  /** What it was priced with. */
  readonly context: OrderContext;
  readonly priced: PricedBasket;
  /** Null where the location does not say how long it needs. */
  readonly readyAt: Instant | null;
}

export interface RefusedQuote {
  readonly context: OrderContext;
  readonly refusal: Refusal<"basket_refused">;
  readonly priced: PricedBasket | null;
}

/** The quote, or the refusal with the price where there is one. The phone tells whose coupons are counted. */
export async function quoteOrder(
  db: Db,
  request: QuoteRequest & { readonly phone: string | null },
  deliveryTerms: DeliveryTerms,
): Promise<OrderQuote | RefusedQuote | Refusal<"not_found" | "menu_not_published" | "invalid_phone">> {
  const context = await findOrderContext(db, request.locationId);
  if (isRefusal(context)) return context;
  const { location } = context;
  const phone =
    request.phone === null ? "" : normalizePhone(request.phone, location.address.country, "body.customer.phone");
  if (isRefusal(phone)) return phone;
  const [judged, capacity] = await Promise.all([
    priceOrder(db, request, context, deliveryTerms),
    checkCapacity(db, location, request.scheduledFor, request.instead),
  ]);
  const priced = isRefusal(judged) ? judged.priced : judged;
  const reasons: Reason[] = isRefusal(judged) ? [...judged.reasons] : [];
  if (capacity !== undefined) reasons.push(capacity);
  const customer = { locationId: location.id, phone };
  if (priced !== null) reasons.push(...(await checkCoupons(db, customer, priced.coupons, request.instead)));
  if (reasons.length > 0)
    return { context, refusal: await basketRefused(db, location, reasons, request.instead), priced };
  if (priced === null) throw new Error("a quote has neither a price nor a reason");
  const ready = location.preparation_minutes + location.busy_delay_minutes > 0;
  return { context, priced, readyAt: request.scheduledFor ?? (ready ? dueAt(location, null) : null) };
}
