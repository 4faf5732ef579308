-- Requests of groups are mailed to the restaurant.
ALTER TABLE messages
  DROP CONSTRAINT messages_kind_check,
  ADD CONSTRAINT messages_kind_check CHECK (kind IN (
    'waitlist_joined', 'table_ready', 'waitlist_expired', 'booking_confirmed', 'booking_requested',
    'booking_declined', 'booking_reminder', 'booking_changed', 'booking_cancelled', 'booking_payment',
    'booking_refunded', 'order_received', 'order_accepted', 'order_delayed', 'order_changed', 'order_ready',
    'order_out_for_delivery', 'order_denied', 'order_cancelled', 'order_unpaid', 'order_refunded', 'table_offer',
    'group_request', 'group_answer', 'find_links', 'staff_alert', 'invitation'));
