-- An order that is paid by link ends when it is not paid in time (rules/ordering 6.4): every order that waits for its
-- payment has a time until which it can be paid, and the timer of that time.
ALTER TABLE locations
  ADD COLUMN payment_window_minutes integer NOT NULL DEFAULT 15 CHECK (payment_window_minutes BETWEEN 5 AND 60);
COMMENT ON COLUMN locations.payment_window_minutes IS 'from the moment at which the link of an order can be paid until the order ends unpaid';

ALTER TABLE orders ADD COLUMN payment_deadline timestamptz;
COMMENT ON COLUMN orders.payment_deadline IS 'until when the order can be paid, in the clock of the location; null until its link can be paid, and for those that are never paid by link';

-- Orders that wait for a payment now get the whole window from now on, and none beyond its own time.
UPDATE orders o
  SET payment_deadline = d.deadline, timer_kind = 'payment', timer_at = d.deadline
  FROM (SELECT w.id, least(w.scheduled_for,
        clock_timestamp() + l.clock_offset_seconds * interval '1 second' + interval '15 minutes') AS deadline
      FROM orders w JOIN locations l ON l.id = w.location_id
      WHERE w.status = 'PENDING' AND w.payment_status IN ('unpaid', 'failed', 'pending')
        AND w.handed_over_at IS NULL AND coalesce(w.validation ->> 'status', 'valid') <> 'pending') d
  WHERE o.id = d.id;

ALTER TABLE orders ADD CONSTRAINT orders_unpaid_ends CHECK (
  status <> 'PENDING' OR payment_status NOT IN ('unpaid', 'failed', 'pending')
  OR timer_kind IN ('validation', 'payment'));
