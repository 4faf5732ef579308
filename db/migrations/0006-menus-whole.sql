-- Redemptions of coupons. A coupon is known by its externalId within its location, whatever version of the menu has it.
CREATE TABLE coupon_uses (
  location_id id NOT NULL REFERENCES locations,
  external_id text COLLATE "C" NOT NULL,
  redeemed integer NOT NULL DEFAULT 0 CHECK (redeemed >= 0),
  PRIMARY KEY (location_id, external_id)
);
COMMENT ON TABLE coupon_uses IS 'one row per coupon ever redeemed; its lock is what parallel orders with the coupon queue on';
COMMENT ON COLUMN coupon_uses.redeemed IS 'the number of coupon_redemptions rows that are not given back';

CREATE TABLE coupon_redemptions (
  order_id id NOT NULL REFERENCES orders,
  location_id id NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  customer_hash bytea NOT NULL,
  redeemed_at timestamptz NOT NULL,
  given_back_at timestamptz,
  PRIMARY KEY (order_id, external_id),
  FOREIGN KEY (location_id, external_id) REFERENCES coupon_uses
);
COMMENT ON COLUMN coupon_redemptions.customer_hash IS 'SHA-256 of the location and the digits of the phone number: who may use the coupon how often, without the number';
COMMENT ON COLUMN coupon_redemptions.redeemed_at IS 'location time';
COMMENT ON COLUMN coupon_redemptions.given_back_at IS 'real time at which the order ended without food; the redemption no longer counts';
CREATE INDEX coupon_redemptions_by_customer ON coupon_redemptions (location_id, external_id, customer_hash)
  WHERE given_back_at IS NULL;

-- What a publish was made from, so that the very same bytes are known again without being read.
ALTER TABLE menu_versions ADD COLUMN entity_count integer NOT NULL DEFAULT 0 CHECK (entity_count >= 0);
COMMENT ON COLUMN menu_versions.entity_count IS 'everything with an externalId; object_count has only what counts towards the limit';
ALTER TABLE menu_catalogs ADD COLUMN source_hash bytea;
COMMENT ON COLUMN menu_catalogs.source_hash IS 'SHA-256 of the request body from which the live version was last published; null when it was restored';
ALTER TABLE menu_syncs ADD COLUMN entity_count integer, ADD COLUMN source_hash bytea;
-- A waiting document is read once and dropped: compressing it would only cost time.
ALTER TABLE menu_syncs ALTER COLUMN document SET STORAGE EXTERNAL;
