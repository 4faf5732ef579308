/**
 * Redeems coupons with an order, and gives them back.
 *
 * Guarantees: redemptions are counted under a lock of the coupon and written in the transaction that places the order.
 * Parallel orders never exceed a limit, and a crash leaves neither order nor redemption. An order that ends without food
 * gives its redemptions back once. Called by placing and ending orders. A basket without coupons costs no statement.
 */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { refuseFor, type ReasonedRefusal } from "../kernel/refusal.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { lockCoupons, sendGivingBack, sendRedemptions } from "./coupons.sql.ts";
import type { RefusalReason, UsedCoupon } from "./priced-basket.ts";
import { hashCustomer, hashesOfCustomer, spentCoupons } from "./spent-coupons.ts";

export interface CouponCustomer {
  readonly locationId: Id<"str">;
  /** E.164. */
  readonly phone: string;
}

/** Locks the coupons until the transaction ends and answers them, or every reason against redeeming them once more. */
export async function reserveCoupons(
  tx: Tx,
  { locationId, phone }: CouponCustomer,
  coupons: readonly UsedCoupon[],
): Promise<readonly UsedCoupon[] | ReasonedRefusal<"basket_refused", RefusalReason>> {
  if (coupons.length === 0) return coupons;
  const uses = await lockCoupons(tx, locationId, idsOf(coupons), hashesOfCustomer(locationId, phone));
  const spent = spentCoupons(coupons, uses);
  return spent.length === 0 ? coupons : refuseFor("basket_refused", spent);
}

/** Redeems reserved coupons with the order, which has been sent before. `at` is location time. */
export function redeemCoupons(
  tx: Tx,
  { locationId, phone }: CouponCustomer,
  coupons: readonly UsedCoupon[],
  order: { readonly id: Id<"ord">; readonly at: Instant },
): void {
  if (coupons.length === 0) return;
  const customerHash = hashCustomer(locationId, phone);
  sendRedemptions(tx, { orderId: order.id, locationId, externalIds: idsOf(coupons), customerHash, at: order.at });
}

/** Gives the coupons of an order back; a repetition changes nothing. */
export function giveCouponsBack(tx: Tx, orderId: Id<"ord">): void {
  sendGivingBack(tx, orderId);
}

function idsOf(coupons: readonly UsedCoupon[]): string[] {
  return coupons.map(({ externalId }) => externalId);
}
