/** The price of a basket with sold-out lines: these lines are left out, and the rest is priced. */
import { isRefusal } from "../../kernel/refusal.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { DeliveryTerms } from "../../orders/order/delivery-terms.ts";
import type { QuoteRequest } from "../../orders/order/order-request.ts";
import { quoteOrder } from "../../orders/place/quote-order.query.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { PricedBasket, PricedLine } from "../../pricing/priced-basket.ts";
import { knownTimes } from "../shared/store-location.ts";
import { reasonsIn, type SaidReason } from "../shared/reason-words.ts";

export interface PricedLines {
  /** The places of the lines that are sold out or no longer on the menu. */
  readonly gone: ReadonlySet<number>;
  /** Of the rest; null where it has no price. */
  readonly priced: PricedBasket | null;
  /** By the place in the basket. */
  readonly lines: ReadonlyMap<number, PricedLine>;
  /** Why the rest cannot be ordered as it is, in the words of the reader; a path names the line by its place in the basket. */
  readonly reasons: readonly SaidReason[];
  /** Unix seconds: the first time that it can be ordered for, where the time is at fault. */
  readonly nextTime: number | null;
  /** Null where the location does not say how long it needs. */
  readonly readyAt: Instant | null;
}

/** What is asked, and whose coupons are counted. */
export type LinesRequest = QuoteRequest & { readonly phone: string | null };

const gonePath = /^\/items\/(\d{1,4})(?=\/|$)/;

/** Prices the lines that there are. */
export async function priceLines(
  db: Db,
  request: LinesRequest,
  deliveryTerms: DeliveryTerms,
  reader: Reader,
): Promise<PricedLines> {
  const gone = new Set<number>();
  for (;;) {
    const indexes = request.items.flatMap((_, index) => (gone.has(index) ? [] : [index]));
    const items = indexes.flatMap((index) => request.items[index] ?? []);
    const quote = await quoteOrder(db, { ...request, items }, deliveryTerms);
    if (isRefusal(quote)) throw new Error(`a basket of a menu that was read is refused: ${quote.code}`);
    if ("readyAt" in quote) return { ...none(gone), ...pricedOf(quote.priced, indexes), readyAt: quote.readyAt };
    const refusal = reasonsIn(reader, quote.refusal, knownTimes(quote.context.location));
    const reasons = (refusal.details?.["reasons"] ?? []) as readonly SaidReason[];
    const lost = reasons.flatMap((reason) => lostIndex(reason, indexes) ?? []);
    for (const index of lost) gone.add(index);
    if (lost.length > 0 && gone.size < request.items.length) continue;
    const next = refusal.details?.["next_possible_time"];
    return {
      ...none(gone),
      ...(quote.priced === null ? {} : pricedOf(quote.priced, indexes)),
      reasons: gone.size === request.items.length ? [] : reasons.map((reason) => atIndex(reason, indexes)),
      nextTime: typeof next === "number" ? next : null,
    };
  }
}

function none(gone: ReadonlySet<number>): PricedLines {
  return { gone, priced: null, lines: new Map(), reasons: [], nextTime: null, readyAt: null };
}

function pricedOf(priced: PricedBasket, indexes: readonly number[]): Pick<PricedLines, "priced" | "lines"> {
  return { priced, lines: new Map(priced.lines.map((line, index) => [indexes[index] ?? index, line])) };
}

/** The line that a reason names as sold out or as no longer on the menu. */
function lostIndex({ code, path = "" }: SaidReason, indexes: readonly number[]): number | undefined {
  if (code !== "out_of_stock" && code !== "unknown_item") return undefined;
  return indexes[Number(gonePath.exec(path)?.[1] ?? -1)];
}

function atIndex(reason: SaidReason, indexes: readonly number[]): SaidReason {
  const { path = "" } = reason;
  return { ...reason, path: path.replace(gonePath, (_, index: string) => `/items/${indexes[Number(index)] ?? index}`) };
}
