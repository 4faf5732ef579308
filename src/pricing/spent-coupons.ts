/** Whether the limits of the coupons in a basket allow one more redemption. */
import { createHash } from "node:crypto";
import { nationalDigits } from "../kernel/phone.ts";
import type { RefusalReason, UsedCoupon } from "./priced-basket.ts";

export interface CountedUse {
  readonly external_id: string;
  readonly redeemed: number;
  readonly by_customer: number;
}

/** One reason for each coupon whose redemptions are used up, in all or by this customer. */
export function spentCoupons(coupons: readonly UsedCoupon[], uses: readonly CountedUse[]): RefusalReason[] {
  const byId = new Map(uses.map((use) => [use.external_id, use]));
  return coupons.flatMap((coupon) => {
    const { redeemed = 0, by_customer = 0 } = byId.get(coupon.externalId) ?? {};
    const why =
      redeemed >= (coupon.maxRedemptions ?? Infinity)
        ? "it has been redeemed as often as it may be"
        : by_customer >= (coupon.maxPerCustomer ?? Infinity)
          ? "you have redeemed it as often as one customer may"
          : undefined;
    if (why === undefined) return [];
    const message = `The coupon ${coupon.code} cannot be used: ${why}.`;
    return [{ code: "coupon_invalid", message, path: coupon.path, menu_entity_id: coupon.externalId }];
  });
}

/** How a customer is known for limits per customer: by the digits of the phone number in E.164, within one location. */
export function hashCustomer(locationId: string, phone: string): Buffer {
  return hashDigits(locationId, phone.replaceAll(/[^0-9]/g, ""));
}

/** All that the customer may be known by: redemptions of old orders have the digits as they were typed, often the national ones. */
export function hashesOfCustomer(locationId: string, phone: string): readonly Buffer[] {
  const national = nationalDigits(phone);
  return [hashCustomer(locationId, phone), ...(national === undefined ? [] : [hashDigits(locationId, national)])];
}

function hashDigits(locationId: string, digits: string): Buffer {
  return createHash("sha256").update(`${locationId} ${digits}`).digest();
}
