-- What the order board of a location keeps (rules/board 2), and whom to alert.
ALTER TABLE locations
  ADD COLUMN alert_phone text,
  ADD COLUMN auto_pause_after integer NOT NULL DEFAULT 3 CHECK (auto_pause_after BETWEEN 0 AND 10);
COMMENT ON COLUMN locations.alert_phone IS 'E.164; texted when nobody looks at an order of staff';
COMMENT ON COLUMN locations.auto_pause_after IS 'so many orders of staff in a row that nobody decided in time pause ordering until tomorrow; 0: never';

ALTER TABLE orders
  ADD COLUMN seen_until timestamptz,
  ADD COLUMN printed integer NOT NULL DEFAULT 0 CHECK (printed >= 0);
COMMENT ON COLUMN orders.seen_until IS 'until then no tablet rings for the order, in the clock of the location';
COMMENT ON COLUMN orders.printed IS 'how many tickets were printed';
