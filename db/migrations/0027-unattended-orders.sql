-- Orders of staff that nobody looks at (rules/board 3).
ALTER TABLE orders ADD COLUMN alerted_at timestamptz;
COMMENT ON COLUMN orders.alerted_at IS 'real time at which staff were told of the order because nobody looked at it';

ALTER TABLE board_watch ADD COLUMN undecided_in_a_row integer NOT NULL DEFAULT 0 CHECK (undecided_in_a_row >= 0);
COMMENT ON COLUMN board_watch.undecided_in_a_row IS 'orders of staff that ended without a decision since the last decision or pause';

ALTER TABLE messages DROP CONSTRAINT messages_kind_check;
ALTER TABLE messages ADD CONSTRAINT messages_kind_check
  CHECK (kind IN ('waitlist_joined', 'table_ready', 'booking_confirmed', 'booking_reminder', 'staff_alert'));
