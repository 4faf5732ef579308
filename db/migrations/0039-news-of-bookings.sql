-- Guests are told when a booking is changed, and when the restaurant cancels it (rules/messages-and-privacy 1.1).
ALTER TABLE messages DROP CONSTRAINT messages_kind_check, ADD CONSTRAINT messages_kind_check CHECK (kind IN (
  'waitlist_joined', 'table_ready', 'booking_confirmed', 'booking_reminder', 'booking_changed', 'booking_cancelled', 'staff_alert'));
