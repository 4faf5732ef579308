/** Coupons in a quote: the same limits as when the order is placed, without redeeming or locking anything. */
import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import { listCouponUses } from "./coupons.sql.ts";
import type { RefusalReason, UsedCoupon } from "./priced-basket.ts";
import type { CouponCustomer } from "./redeem-coupons.command.ts";
import { hashesOfCustomer, spentCoupons } from "./spent-coupons.ts";

/** Every reason against redeeming the coupons now; placing the order decides. What the order `instead` of which they are asked for has redeemed is free. */
export async function checkCoupons(
  db: Db,
  { locationId, phone }: CouponCustomer,
  coupons: readonly UsedCoupon[],
  instead: Id<"ord"> | null = null,
): Promise<RefusalReason[]> {
  if (coupons.length === 0) return [];
  const ids = coupons.map(({ externalId }) => externalId);
  return spentCoupons(coupons, await listCouponUses(db, locationId, ids, hashesOfCustomer(locationId, phone), instead));
}
