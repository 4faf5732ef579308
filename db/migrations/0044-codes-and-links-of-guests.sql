-- A diner names an order by its code. Orders from before have none of their own: theirs is read from their id, so that this
-- migration does not write a large table anew.
ALTER TABLE orders ADD COLUMN code text;
COMMENT ON COLUMN orders.code IS 'the confirmation code; null for orders placed by a version that gave none: theirs is made of the id';

-- Links in messages to guests: each is made for one message and leads to an order or a booking (rules/messages-and-privacy 4).
CREATE TABLE guest_links (
  token_hash bytea PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  order_id id REFERENCES orders,
  booking_id id REFERENCES bookings,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nonnulls(order_id, booking_id) = 1)
);
CREATE INDEX guest_links_by_age ON guest_links (made_at);
CREATE INDEX guest_links_of_order ON guest_links (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX guest_links_of_booking ON guest_links (booking_id) WHERE booking_id IS NOT NULL;
COMMENT ON COLUMN guest_links.token_hash IS 'SHA-256 of the 22 characters behind /g/';
COMMENT ON COLUMN guest_links.made_at IS 'real time';
