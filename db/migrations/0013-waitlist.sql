-- The language of what guests read; null follows the country.
ALTER TABLE locations ADD COLUMN language text CHECK (language ~ '^[a-z]{2}$');
COMMENT ON COLUMN locations.language IS 'ISO 639-1, of messages and pages for guests; null: the language of the country';

-- The queue of a location as a whole. Its row is the lock under which the queue changes.
CREATE TABLE waitlists (
  location_id id PRIMARY KEY REFERENCES locations,
  open boolean NOT NULL DEFAULT false,
  version bigint NOT NULL DEFAULT 1
);
COMMENT ON COLUMN waitlists.open IS 'whether remote parties may join; without a row they may not';
COMMENT ON COLUMN waitlists.version IS 'grows with every change of the queue; also gives each party its number in line';

-- A party that waits for a table, or did. Times are in the clock of the location.
CREATE TABLE waitlist_entries (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  app_id id,
  line_number bigint NOT NULL,
  joined_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  event_sequence integer NOT NULL DEFAULT 1,
  status text NOT NULL CHECK (status IN ('waiting', 'notified', 'seated', 'removed', 'cancelled', 'expired')),
  channel text NOT NULL CHECK (channel IN ('in_person', 'partner', 'online', 'phone')),
  party_size integer NOT NULL CHECK (party_size >= 1),
  guest_first_name text,
  guest_last_name text,
  guest_phone text,
  guest_email text,
  guest_erased_at timestamptz,
  guest_token text COLLATE "C" UNIQUE,
  notes text,
  quoted_parties_ahead integer NOT NULL CHECK (quoted_parties_ahead >= 0),
  quoted_min integer NOT NULL CHECK (quoted_min >= 0),
  quoted_max integer NOT NULL CHECK (quoted_max >= quoted_min),
  notified_at timestamptz,
  notify_expires_at timestamptz,
  on_my_way_at timestamptz,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_reason text,
  booking_id id UNIQUE REFERENCES bookings,
  CHECK ((status = 'seated') = (booking_id IS NOT NULL)),
  CHECK ((status IN ('waiting', 'notified')) = (ended_at IS NULL)),
  CHECK (status <> 'notified' OR (notified_at IS NOT NULL AND notify_expires_at IS NOT NULL)),
  UNIQUE (location_id, line_number)
);
COMMENT ON COLUMN waitlist_entries.app_id IS 'the app that added it; null when the guest joined on a page';
COMMENT ON COLUMN waitlist_entries.line_number IS 'the place in line: positions are counted by it, given under the lock of the queue';
COMMENT ON COLUMN waitlist_entries.guest_phone IS 'E.164';
COMMENT ON COLUMN waitlist_entries.guest_token IS 'the guest''s own key to the live page; gone with the guest''s data';
COMMENT ON COLUMN waitlist_entries.notify_expires_at IS 'when a notified party that has not come is taken off';
COMMENT ON COLUMN waitlist_entries.expires_at IS 'the end of the service day';
CREATE INDEX waitlist_queue ON waitlist_entries (location_id, line_number) WHERE status IN ('waiting', 'notified');
CREATE UNIQUE INDEX waitlist_phone_once ON waitlist_entries (location_id, guest_phone)
  WHERE status IN ('waiting', 'notified') AND guest_phone IS NOT NULL;
CREATE INDEX waitlist_due ON waitlist_entries (least(expires_at, notify_expires_at))
  WHERE status IN ('waiting', 'notified');
CREATE INDEX waitlist_of_phone ON waitlist_entries (guest_phone) WHERE guest_phone IS NOT NULL;
CREATE INDEX waitlist_of_email ON waitlist_entries (lower(guest_email)) WHERE guest_email IS NOT NULL;

-- What a party was told and what came of it: the score of the estimate, and what it learns from.
CREATE TABLE wait_quotes (
  entry_id id PRIMARY KEY REFERENCES waitlist_entries,
  location_id id NOT NULL,
  quoted_at timestamptz NOT NULL,
  party_size integer NOT NULL,
  parties_ahead integer NOT NULL,
  simulated_low double precision NOT NULL,
  simulated_high double precision NOT NULL,
  band_min integer NOT NULL,
  band_max integer NOT NULL,
  settled_at timestamptz,
  waited_minutes double precision
);
COMMENT ON COLUMN wait_quotes.simulated_low IS 'minutes: the 10 % quantile of the simulation, before correction and rounding';
COMMENT ON COLUMN wait_quotes.settled_at IS 'when the party left the queue, in any way';
COMMENT ON COLUMN wait_quotes.waited_minutes IS 'until its table was ready; null for parties that left without one';
CREATE INDEX wait_quotes_scored ON wait_quotes (location_id, settled_at DESC)
  WHERE waited_minutes IS NOT NULL AND band_max > 0;

-- What the estimate has learned at a location. One row that every process reads, so that all answer the same.
CREATE TABLE wait_models (
  location_id id PRIMARY KEY REFERENCES locations,
  learned_at timestamptz NOT NULL,
  learned jsonb NOT NULL
);
COMMENT ON COLUMN wait_models.learned_at IS 'real time';

-- Text messages to guests. Times are real.
CREATE TABLE messages (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  kind text NOT NULL CHECK (kind IN ('waitlist_joined', 'table_ready', 'booking_confirmed', 'booking_reminder')),
  subject_id id NOT NULL,
  dedupe_key text COLLATE "C" NOT NULL UNIQUE,
  language text NOT NULL,
  phone text,
  body text,
  segments integer NOT NULL CHECK (segments >= 1),
  sender text NOT NULL CHECK (sender IN ('outbox', 'twilio')),
  status text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'undelivered', 'failed', 'suppressed')),
  provider_id text COLLATE "C" UNIQUE,
  error text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz,
  send_before timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  uncertain_since timestamptz,
  leased_by text,
  leased_until timestamptz,
  CHECK ((status = 'queued') = (due_at IS NOT NULL))
);
COMMENT ON COLUMN messages.subject_id IS 'the waitlist entry or booking that it is about';
COMMENT ON COLUMN messages.dedupe_key IS 'one message per occasion, however often it is asked for';
COMMENT ON COLUMN messages.phone IS 'E.164; null once the guest was forgotten, as the body';
COMMENT ON COLUMN messages.send_before IS 'after that it would only confuse: it fails instead';
COMMENT ON COLUMN messages.uncertain_since IS 'an attempt began and its outcome is not known: the provider is asked before another';
CREATE INDEX messages_due ON messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX messages_of_subject ON messages (subject_id, created_at);
CREATE INDEX messages_of_location ON messages (location_id, id);
CREATE INDEX messages_of_phone ON messages (phone) WHERE phone IS NOT NULL;

-- Who carries the messages of this environment, as the service was last started; without a row the outbox does.
CREATE TABLE message_settings (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  sender text NOT NULL CHECK (sender IN ('outbox', 'twilio'))
);

-- Numbers that answered STOP.
CREATE TABLE message_opt_outs (
  phone text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Reminders of bookings look for starts across locations.
ALTER TABLE bookings ADD COLUMN reminded_for timestamptz;
COMMENT ON COLUMN bookings.reminded_for IS 'the start that the guest was reminded of';
CREATE INDEX bookings_expected ON bookings (starts_at) WHERE status = 'confirmed';
