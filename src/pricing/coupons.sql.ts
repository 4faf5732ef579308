/** All SQL of coupon redemptions. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

/** How often a coupon is redeemed, in all and by one customer. */
export interface CouponUse {
  readonly external_id: string;
  readonly redeemed: number;
  readonly by_customer: number;
}

const ofCoupon = "r.location_id = u.location_id AND r.external_id = u.external_id AND r.given_back_at IS NULL";
const countsByCustomer = `(SELECT count(*) FROM coupon_redemptions r WHERE ${ofCoupon}
  AND r.customer_hash = ANY($3) AND r.order_id IS DISTINCT FROM $4) AS by_customer`;
const countsOfOrder = `(SELECT count(*)::integer FROM coupon_redemptions r WHERE ${ofCoupon} AND r.order_id = $4)`;

const insertMissingCouponUsesStatement = defineStatement({
  name: "insert-missing-coupon-uses",
  prepare: false,
  takes: ["text", "text[]"],
  text: `INSERT INTO coupon_uses (location_id, external_id)
    SELECT $1, c.external_id FROM unnest($2::text[]) AS c(external_id) ORDER BY c.external_id COLLATE "C"
    ON CONFLICT DO NOTHING`,
});

const lockCouponUsesStatement = defineStatement({
  name: "lock-coupon-uses",
  prepare: false,
  takes: ["text", "text[]"],
  text: `SELECT 1 FROM coupon_uses WHERE location_id = $1 AND external_id = ANY($2)
    ORDER BY external_id FOR NO KEY UPDATE`,
});

/**
 * Locks the coupons in the order of their externalIds, so that orders with several never wait for each other in a circle,
 * and answers how often each is redeemed. The counts are read by a statement of its own, which sees what was committed
 * while this one waited for the locks.
 */
export async function lockCoupons(
  tx: Tx,
  locationId: Id<"str">,
  externalIds: readonly string[],
  customerHashes: readonly Buffer[],
): Promise<CouponUse[]> {
  tx.send(insertMissingCouponUsesStatement, [locationId, externalIds]);
  tx.send(lockCouponUsesStatement, [locationId, externalIds]);
  return listCouponUses(tx, locationId, externalIds, customerHashes, null);
}

const listCouponUsesStatement = defineStatement({
  name: "list-coupon-uses",
  prepare: false,
  takes: ["text", "text[]", "bytea[]", "text"],
  gives: row<CouponUse>({ external_id: "text", redeemed: "int4", by_customer: "int8" }),
  text: `SELECT u.external_id, u.redeemed - ${countsOfOrder} AS redeemed, ${countsByCustomer} FROM coupon_uses u
    WHERE u.location_id = $1 AND u.external_id = ANY($2)`,
});

/** How often the coupons are redeemed now by all orders but one; a coupon that never was has no row. */
export function listCouponUses(
  db: Db,
  locationId: Id<"str">,
  externalIds: readonly string[],
  customerHashes: readonly Buffer[],
  except: Id<"ord"> | null,
): Promise<CouponUse[]> {
  return db.rows(listCouponUsesStatement, [locationId, externalIds, customerHashes, except]);
}

export interface NewRedemption {
  readonly orderId: Id<"ord">;
  readonly locationId: Id<"str">;
  readonly externalIds: readonly string[];
  readonly customerHash: Buffer;
  /** Location time. */
  readonly at: Instant;
}

const countCouponUsesStatement = defineStatement({
  name: "count-coupon-uses",
  prepare: false,
  takes: ["text", "text[]"],
  text: "UPDATE coupon_uses SET redeemed = redeemed + 1 WHERE location_id = $1 AND external_id = ANY($2)",
});

const insertCouponRedemptionsStatement = defineStatement({
  name: "insert-coupon-redemptions",
  prepare: false,
  takes: ["text", "text", "text[]", "bytea", "timestamptz"],
  text: `INSERT INTO coupon_redemptions (order_id, location_id, external_id, customer_hash, redeemed_at)
    SELECT $1, $2, c.external_id, $4, $5 FROM unnest($3::text[]) AS c(external_id)`,
});

/** Counts and stores the redemptions of one order, whose coupons are locked. */
export function sendRedemptions(tx: Tx, { orderId, locationId, externalIds, customerHash, at }: NewRedemption): void {
  tx.send(countCouponUsesStatement, [locationId, externalIds]);
  tx.send(insertCouponRedemptionsStatement, [orderId, locationId, externalIds, customerHash, new Date(at)]);
}

const lockCouponUsesOfOrderStatement = defineStatement({
  name: "lock-coupon-uses-of-order",
  prepare: false,
  takes: ["text"],
  text: `SELECT 1 FROM coupon_uses u JOIN coupon_redemptions r USING (location_id, external_id)
    WHERE r.order_id = $1 AND r.given_back_at IS NULL ORDER BY u.external_id FOR NO KEY UPDATE OF u`,
});

const giveBackCouponsStatement = defineStatement({
  name: "give-back-coupons",
  prepare: false,
  takes: ["text"],
  text: `WITH given AS (
      UPDATE coupon_redemptions SET given_back_at = clock_timestamp() WHERE order_id = $1 AND given_back_at IS NULL
      RETURNING location_id, external_id
    )
    UPDATE coupon_uses u SET redeemed = u.redeemed - 1 FROM given
    WHERE u.location_id = given.location_id AND u.external_id = given.external_id`,
});

/** Gives the redemptions of an order back, once; the locks are taken in the order in which placing takes them. */
export function sendGivingBack(tx: Tx, orderId: Id<"ord">): void {
  tx.send(lockCouponUsesOfOrderStatement, [orderId]);
  tx.send(giveBackCouponsStatement, [orderId]);
}
