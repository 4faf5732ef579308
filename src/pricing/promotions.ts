/**
 * The promotions of a basket, and the amount that each takes off. Automatic promotions apply by themselves; the others
 * apply with one of their coupons. The highest priority goes first, then the order of the menu. The first promotion with
 * an effect is the only one unless it is `combinable`; after it only combinable ones follow, on the rest of the amounts.
 */
import { minorDigits } from "../kernel/minor-units.ts";
import type { Coupon } from "../menus/document/menu-document.ts";
import {
  foldCouponCode,
  isOffered,
  type OrderablePromotion,
  type OrderingMoment,
} from "../menus/read/orderable-menu.ts";
import { takeBenefit } from "./discount-benefits.ts";
import { startBalances, type LineBalance } from "./line-balance.ts";
import type { RefusalReason } from "./priced-basket.ts";
import type { ComposedLine } from "./price-line.ts";

export interface AppliedPromotion {
  readonly promotion: OrderablePromotion;
  /** The coupon that unlocked it. */
  readonly given: GivenCoupon | undefined;
  /** Minor units by line. */
  readonly taken: ReadonlyMap<LineBalance, number>;
}

export interface Discounted {
  /** One for each line, in the order of the basket. */
  readonly balances: readonly LineBalance[];
  readonly applied: readonly AppliedPromotion[];
}

export interface GivenCoupon {
  readonly coupon: Coupon;
  /** Where its code stands in the basket. */
  readonly index: number;
}

/** Takes every promotion that applies off the lines; a coupon that gives nothing is a reason against the basket. */
export function applyPromotions(
  moment: OrderingMoment,
  lines: readonly ComposedLine[],
  given: ReadonlyMap<string, GivenCoupon>,
  reasons: RefusalReason[],
): Discounted {
  const balances = startBalances(lines);
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const applied: AppliedPromotion[] = [];
  for (const promotion of moment.menu.promotions) {
    const entry = given.get(promotion.promotion.externalId);
    const isKept = moment.placedWith?.has(promotion.promotion.externalId) === true;
    if (promotion.promotion.applicationMode === "coupon" && entry === undefined && !isKept) continue;
    const against = whyNot(promotion, moment, subtotal) ?? whyNotBeside(promotion, applied);
    const taken = against === undefined ? takeBenefit(promotion, balances) : new Map<LineBalance, number>();
    if (taken.size > 0) applied.push({ promotion, given: entry, taken });
    else if (entry !== undefined) refuseCoupon(entry, against ?? "nothing in the basket is discounted by it", reasons);
  }
  const byLine = new Map(balances.map((balance) => [balance.line, balance]));
  return { balances: lines.flatMap((line) => byLine.get(line) ?? []), applied };
}

/** The coupons by the promotion that they unlock; codes are compared without regard to capitals. */
export function recogniseCoupons(
  { menu }: OrderingMoment,
  codes: readonly string[],
  reasons: RefusalReason[],
): ReadonlyMap<string, GivenCoupon> {
  const given = new Map<string, GivenCoupon>();
  codes.forEach((code, index) => {
    const coupon = menu.coupons.get(foldCouponCode(code));
    if (coupon === undefined) {
      const path = `/coupon_codes/${index}`;
      reasons.push({ code: "coupon_invalid", message: `There is no coupon ${code}.`, path });
    } else if (given.has(coupon.promotionId)) {
      refuseCoupon({ coupon, index }, "its promotion has been given already", reasons);
    } else given.set(coupon.promotionId, { coupon, index });
  });
  return given;
}

function refuseCoupon({ coupon, index }: GivenCoupon, why: string, reasons: RefusalReason[]): void {
  reasons.push({
    code: "coupon_invalid",
    message: `The coupon ${coupon.code} cannot be used: ${why}.`,
    path: `/coupon_codes/${index}`,
    menu_entity_id: coupon.externalId,
  });
}

/** What stands against a promotion for this basket at this moment, in words; undefined when nothing does. */
function whyNot(
  { promotion, validFrom, validUntil, discount }: OrderablePromotion,
  moment: OrderingMoment,
  subtotal: number,
): string | undefined {
  if (moment.placedWith !== undefined) {
    return moment.placedWith.has(promotion.externalId) ? undefined : "the order was placed without it";
  }
  if (validFrom !== null && moment.at < validFrom) return "it is not valid yet";
  if (validUntil !== null && moment.at >= validUntil) return "it has ended";
  if (!isOffered(promotion.availability, moment)) return "it does not hold at this time";
  const { minSubtotal } = promotion;
  const currency = moment.currency ?? moment.menu.currency;
  const inCurrency = [minSubtotal, discount.amount, discount.setPrice].every(
    (money) => money === undefined || money.currency === currency,
  );
  if (!inCurrency) return `it has no amount in ${currency}`;
  if (minSubtotal !== undefined && subtotal < minSubtotal.amountMinor) {
    const [needed, has] = [minSubtotal.amountMinor, subtotal].map((amount) => moneyText(amount, currency));
    return `it needs goods for ${needed} and the basket has ${has}`;
  }
  return undefined;
}

function whyNotBeside({ promotion }: OrderablePromotion, applied: readonly AppliedPromotion[]): string | undefined {
  const [first] = applied;
  if (first === undefined) return undefined;
  const alone = first.promotion.promotion.combinable !== true || promotion.combinable !== true;
  return alone ? `it cannot be combined with ${first.promotion.promotion.name}` : undefined;
}

/** An amount for a person, as "12.00 USD": with as many decimals as its currency has. */
function moneyText(amountMinor: number, currency: string): string {
  const digits = minorDigits(currency);
  return `${(amountMinor / 10 ** digits).toFixed(digits)} ${currency}`;
}
