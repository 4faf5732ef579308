-- An order of long ago is copied into a file and deleted (rules/operating 6.4). Its payment and its coupons stay: money is
-- never deleted, and a coupon counts who used it. So they name an order that need not be there any more. Both are written in
-- the transaction that writes the order.
ALTER TABLE payments DROP CONSTRAINT payments_order_id_fkey;
ALTER TABLE coupon_redemptions DROP CONSTRAINT coupon_redemptions_order_id_fkey;
COMMENT ON COLUMN payments.order_id IS 'an order that was archived is not there any more';
COMMENT ON COLUMN coupon_redemptions.order_id IS 'an order that was archived is not there any more';
