/** Discounts, the promotions that apply them, and the coupons that unlock a promotion. */
import type { BenefitType, Coupon, Discount, Promotion } from "./menu-document.ts";
import { entity, fault, list, optional, required, type Parse } from "./menu-reader.ts";
import {
  availability,
  boolean,
  externalId,
  instant,
  integer,
  money,
  name,
  oneOf,
  percentage,
  reference,
  text,
} from "./menu-scalars.ts";
import { maxCommercial, maxCoupons } from "./parse-taxes.ts";
import { nameTranslations } from "./parse-translations.ts";

type ValueField =
  | "percentage"
  | "amount"
  | "setPrice"
  | "freeQuantity"
  | "buyQuantity"
  | "getQuantity"
  | "buyProductSetId";

/** The value fields of each benefit type: those it needs, and those it may also have. */
const valueFields: Record<
  BenefitType,
  { readonly needs: readonly ValueField[]; readonly allows: readonly ValueField[] }
> = {
  percentage: { needs: ["percentage"], allows: [] },
  amount: { needs: ["amount"], allows: [] },
  set_price: { needs: ["setPrice"], allows: [] },
  free_item: { needs: [], allows: ["freeQuantity"] },
  bxgy: { needs: ["buyQuantity", "getQuantity"], allows: ["buyProductSetId", "percentage"] },
};
const allValueFields: readonly ValueField[] = [
  "percentage",
  "amount",
  "setPrice",
  "freeQuantity",
  "buyQuantity",
  "getQuantity",
  "buyProductSetId",
];
const quantity = integer(1, 1_000_000);

const discount: Parse<Discount> = entity<Discount>(
  "discount",
  {
    externalId: required(externalId),
    name: required(name),
    benefitType: required(oneOf(["percentage", "amount", "set_price", "free_item", "bxgy"])),
    percentage: optional(percentage),
    amount: optional(money),
    setPrice: optional(money),
    freeQuantity: optional(quantity),
    buyQuantity: optional(quantity),
    getQuantity: optional(quantity),
    buyProductSetId: optional(reference("product_set")),
    benefitTargetProductSetId: required(reference("product_set")),
  },
  (parsed, node, reading) => {
    const { needs, allows } = valueFields[parsed.benefitType];
    for (const field of allValueFields) {
      if (needs.includes(field) && parsed[field] === undefined) {
        fault(reading, node, [field], "required", `${field} is required for benefitType ${parsed.benefitType}`);
      } else if (parsed[field] !== undefined && !needs.includes(field) && !allows.includes(field)) {
        fault(reading, node, [field], "exactly_one", `${field} does not belong to benefitType ${parsed.benefitType}`);
      }
    }
    if (Number(parsed.percentage ?? 0) > 100) {
      fault(reading, node, ["percentage"], "range", "a discount is at most 100 percent");
    }
  },
);

const promotion: Parse<Promotion> = entity<Promotion>(
  "promotion",
  {
    externalId: required(externalId),
    name: required(name),
    translations: optional(nameTranslations),
    discountId: required(reference("discount")),
    applicationMode: required(oneOf(["automatic", "coupon"])),
    minSubtotal: optional(money),
    availability: optional(availability),
    validFrom: optional(instant),
    validUntil: optional(instant),
    priority: optional(integer(-1_000_000, 1_000_000)),
    combinable: optional(boolean),
  },
  ({ validFrom, validUntil }, node, reading) => {
    if (validFrom === undefined || validUntil === undefined) return;
    if (Temporal.Instant.compare(validFrom, validUntil) < 0) return;
    fault(reading, node, ["validUntil"], "range", "validUntil is not after validFrom");
  },
);

const coupon: Parse<Coupon> = entity<Coupon>(
  "coupon",
  {
    externalId: required(externalId),
    code: required(text(64)),
    promotionId: required(reference("promotion")),
    maxRedemptions: optional(quantity),
    maxPerCustomer: optional(quantity),
  },
  ({ code }, node, reading) => {
    if (reading.rememberCouponCode(code)) return;
    fault(reading, node, ["code"], "duplicate_value", "another coupon has this code (capitals do not count)");
  },
);

export const discounts: Parse<readonly Discount[]> = list(discount, maxCommercial);
export const promotions: Parse<readonly Promotion[]> = list(promotion, maxCommercial);
export const coupons: Parse<readonly Coupon[]> = list(coupon, maxCoupons);
