-- Invitations are texted; their text holds a secret link (rules/people 3.7).
ALTER TABLE messages DROP CONSTRAINT messages_kind_check,
  ADD CONSTRAINT messages_kind_check CHECK (kind IN (
    'waitlist_joined', 'table_ready', 'booking_confirmed', 'booking_reminder', 'booking_changed', 'booking_cancelled', 'staff_alert',
    'invitation')),
  ADD CONSTRAINT messages_secret_check CHECK (kind <> 'invitation' OR status = 'queued' OR body IS NULL);
COMMENT ON COLUMN messages.subject_id IS 'the waitlist entry, booking, order or invitation that it is about';
COMMENT ON COLUMN messages.body IS 'that of an invitation holds a secret, and is emptied when its sending ends';
