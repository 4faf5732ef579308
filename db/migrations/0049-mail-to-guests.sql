-- E-mail beside texts: a message has a channel, and an e-mail has an address and a letter of its own. SMTP cannot be asked
-- what became of a message, so one whose end is not known ends as unconfirmed and is never sent again.
ALTER TABLE messages
  ADD COLUMN channel text NOT NULL DEFAULT 'sms',
  ADD COLUMN email text,
  ADD COLUMN letter jsonb,
  ADD COLUMN instead jsonb,
  ADD CONSTRAINT messages_channel_check CHECK (channel IN ('sms', 'email')),
  ADD CONSTRAINT messages_mail_check CHECK (channel = 'email' OR (email IS NULL AND letter IS NULL AND instead IS NULL)),
  DROP CONSTRAINT messages_kind_check,
  ADD CONSTRAINT messages_kind_check CHECK (kind IN (
    'waitlist_joined', 'table_ready', 'waitlist_expired', 'booking_confirmed', 'booking_requested', 'booking_declined',
    'booking_reminder', 'booking_changed', 'booking_cancelled', 'booking_payment', 'booking_refunded', 'order_received',
    'order_accepted', 'order_delayed', 'order_changed', 'order_ready', 'order_out_for_delivery', 'order_denied',
    'order_cancelled', 'order_unpaid', 'order_refunded', 'table_offer', 'group_answer', 'find_links', 'staff_alert',
    'invitation')),
  DROP CONSTRAINT messages_status_check,
  ADD CONSTRAINT messages_status_check CHECK (status IN (
    'queued', 'sent', 'unconfirmed', 'delivered', 'undelivered', 'failed', 'suppressed')),
  DROP CONSTRAINT messages_sender_check,
  ADD CONSTRAINT messages_sender_check CHECK (sender IN ('outbox', 'twilio', 'smtp'));
CREATE INDEX messages_of_email ON messages (email) WHERE email IS NOT NULL;
COMMENT ON COLUMN messages.email IS 'of an e-mail, lower-cased; null once the guest was forgotten, as body and letter';
COMMENT ON COLUMN messages.letter IS 'of an e-mail: its words and values, from which it is written out';
COMMENT ON COLUMN messages.instead IS 'of an e-mail: the text that goes out when the e-mail is not known to have been taken';
COMMENT ON COLUMN messages.uncertain_since IS
  'an attempt began and its outcome is not known: a provider of texts is asked before another; an e-mail is never tried again';

-- Who carries e-mail; null: as a process of the version before left it, the outbox.
ALTER TABLE message_settings ADD COLUMN mail_sender text,
  ADD CONSTRAINT message_settings_mail_sender_check CHECK (mail_sender IN ('outbox', 'smtp'));

-- Addresses that are not written to. `until` is when a bounced address is tried again; what was asked for has no end.
CREATE TABLE mail_stops (
  address text COLLATE "C" NOT NULL,
  scope text NOT NULL CHECK (scope IN ('all', 'reminders')),
  reason text NOT NULL CHECK (reason IN ('asked', 'bounced')),
  stopped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  until timestamptz,
  PRIMARY KEY (address, scope),
  CHECK ((reason = 'bounced') = (until IS NOT NULL))
);
COMMENT ON TABLE mail_stops IS 'e-mail addresses that are not written to: stays when a guest is erased, who asked for that';

-- What a location tells diners of their orders, beside the page of the order.
ALTER TABLE locations ADD COLUMN order_messages text NOT NULL DEFAULT 'email',
  ADD CONSTRAINT locations_order_messages_check CHECK (order_messages IN ('off', 'email', 'email_and_sms'));
COMMENT ON COLUMN locations.order_messages IS 'by what diners are told of their orders; beside it stands how each chose to be told';
