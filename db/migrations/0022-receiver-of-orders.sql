-- Who decides an order is fixed when the order is handed over (rules/ordering 16), and each order says who changed it
-- last (rules/ordering 2.7).
ALTER TABLE orders
  ADD COLUMN receiver text CHECK (receiver IN ('app', 'staff')),
  ADD COLUMN updated_by text CHECK (updated_by IN ('partner', 'store', 'diner', 'service')),
  ADD COLUMN acted_by jsonb;
UPDATE orders o SET
  receiver = CASE WHEN handed_over_at IS NULL THEN NULL
    WHEN EXISTS (SELECT FROM connections c WHERE c.location_id = o.location_id) THEN 'app' ELSE 'staff' END,
  updated_by = coalesce(
    (SELECT h.actor FROM order_changes h WHERE h.order_id = o.id ORDER BY h.sequence DESC LIMIT 1), 'diner');
ALTER TABLE orders
  ALTER COLUMN updated_by SET NOT NULL,
  ADD CONSTRAINT orders_receiver_of_handed_over CHECK ((receiver IS NULL) = (handed_over_at IS NULL));
COMMENT ON COLUMN orders.receiver IS 'who decides first: fixed at hand-over; app becomes staff when the app leaves';
COMMENT ON COLUMN orders.updated_by IS 'the actor of the last change';
COMMENT ON COLUMN orders.acted_by IS 'kind and id of the person, device, app or operator token of the last change; never shown to partners';

CREATE INDEX orders_open ON orders (location_id) WHERE status IN ('PENDING', 'ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY');
COMMENT ON INDEX orders_open IS 'the orders that a board shows and that an app leaves behind';

ALTER TABLE order_changes ADD COLUMN acted_by jsonb;
COMMENT ON COLUMN order_changes.acted_by IS 'kind and id of the person, device, app or operator token that made the change; null for the diner and the service';
