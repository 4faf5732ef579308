-- When a location takes orders, besides its status and hours. All times are in the location's own clock.
ALTER TABLE locations
  ADD COLUMN ordering_paused_until timestamptz,
  ADD COLUMN preparation_minutes integer NOT NULL DEFAULT 0 CHECK (preparation_minutes BETWEEN 0 AND 1440),
  ADD COLUMN busy_delay_minutes integer NOT NULL DEFAULT 0 CHECK (busy_delay_minutes BETWEEN 0 AND 480),
  ADD COLUMN capacity_interval_minutes integer CHECK (capacity_interval_minutes IN (5, 10, 15, 20, 30, 60)),
  ADD COLUMN capacity_max_orders integer CHECK (capacity_max_orders BETWEEN 1 AND 10000),
  ADD CHECK ((capacity_interval_minutes IS NULL) = (capacity_max_orders IS NULL));
COMMENT ON COLUMN locations.ordering_paused_until IS 'no order is prepared before this time; later ones are still taken';
COMMENT ON COLUMN locations.preparation_minutes IS 'from placing to ready on a quiet day';
COMMENT ON COLUMN locations.busy_delay_minutes IS 'added to preparation_minutes while it is set';
COMMENT ON COLUMN locations.capacity_max_orders IS 'orders per interval, by the time for which they are due';

ALTER TABLE orders
  ADD COLUMN due_at timestamptz,
  DROP CONSTRAINT orders_timer_kind_check,
  ADD CONSTRAINT orders_timer_kind_check CHECK (timer_kind IN ('validation', 'payment', 'hand_over', 'decision'));
COMMENT ON COLUMN orders.due_at IS 'when it is to be ready, where the location counts its orders; null: it takes up no place';
-- Without a capacity an order has no row in it.
CREATE INDEX orders_due ON orders (location_id, due_at) WHERE due_at IS NOT NULL;
