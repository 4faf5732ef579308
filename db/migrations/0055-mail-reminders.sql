-- Reminders by e-mail go out in the evening before; those by text have a mark of their own.
ALTER TABLE bookings ADD COLUMN mail_reminded_for timestamptz;
COMMENT ON COLUMN bookings.mail_reminded_for IS 'the start of which its guest was reminded by e-mail';
