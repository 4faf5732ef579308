-- Which reservation provider keeps the book of a location, when Maple itself does not. The row stays while the location is
-- native: bookings made at the provider are still changed and cancelled there.
CREATE TABLE booking_providers (
  location_id id PRIMARY KEY REFERENCES locations,
  adapter text NOT NULL CHECK (adapter IN ('simulated', 'booking_server_v3')),
  revision integer NOT NULL DEFAULT 1,
  base_url text,
  username text,
  password_sealed bytea,
  terms jsonb NOT NULL,
  CHECK ((adapter = 'booking_server_v3') = (base_url IS NOT NULL))
);
COMMENT ON COLUMN booking_providers.revision IS 'counts the saves: what built clients are kept by';
COMMENT ON COLUMN booking_providers.password_sealed IS 'AES-256-GCM under a key made from SECRET_KEY; never shown';
COMMENT ON COLUMN booking_providers.terms IS 'what the provider calls the location, and which starts are asked for';

-- Every write at a provider, committed before it is sent (decisions for bookings, section 9). Times are real.
CREATE TABLE provider_operations (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  app_id id,
  kind text NOT NULL CHECK (kind IN ('hold', 'book', 'change', 'cancel')),
  state text NOT NULL CHECK (state IN ('sending', 'unsettled', 'unsent', 'done', 'refused')),
  subject_id id NOT NULL,
  hold_id id,
  request jsonb NOT NULL,
  refusal jsonb,
  attempts integer NOT NULL DEFAULT 1,
  last_fault text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_attempt_at timestamptz,
  settled_at timestamptz,
  settled_by text CHECK (settled_by IN ('answer', 'asking', 'operator')),
  CHECK ((state = 'refused') = (refusal IS NOT NULL)),
  CHECK ((state IN ('done', 'refused')) = (settled_at IS NOT NULL))
);
COMMENT ON COLUMN provider_operations.id IS 'of the Idempotency-Key when there is one; what the provider is sent as idempotency token';
COMMENT ON COLUMN provider_operations.state IS 'sending: under way, or its process died; unsettled: nobody knows; unsent: it never left and may start anew';
COMMENT ON COLUMN provider_operations.subject_id IS 'the hold or booking that it makes or changes; a booking that is to be made has no row yet';
COMMENT ON COLUMN provider_operations.hold_id IS 'the hold that is booked';
COMMENT ON COLUMN provider_operations.request IS 'what to ask again with; the guest is taken out when it is settled';
COMMENT ON COLUMN provider_operations.next_attempt_at IS 'when the provider is asked (again); null: settled, or left to the operator';
CREATE UNIQUE INDEX provider_operations_one_at_a_time ON provider_operations (subject_id) WHERE state IN ('sending', 'unsettled');
CREATE UNIQUE INDEX provider_operations_one_booking_of_a_hold ON provider_operations (hold_id) WHERE state IN ('sending', 'unsettled');
CREATE INDEX provider_operations_due ON provider_operations (next_attempt_at) WHERE state IN ('sending', 'unsettled');
CREATE INDEX provider_operations_of_guest ON provider_operations (location_id, (request ->> 'guestKey')) WHERE state IN ('sending', 'unsettled');
CREATE INDEX provider_operations_newest ON provider_operations (created_at, id);

-- The bookings that providers keep, and what they call them. Their rows in bookings have no tables of ours.
CREATE TABLE provider_bookings (
  booking_id id PRIMARY KEY REFERENCES bookings,
  location_id id NOT NULL REFERENCES locations,
  reference text COLLATE "C" NOT NULL,
  next_check_at timestamptz,
  UNIQUE (location_id, reference)
);
COMMENT ON COLUMN provider_bookings.next_check_at IS 'real time at which the provider is asked what became of it; null once it is over';
CREATE INDEX provider_bookings_due ON provider_bookings (next_check_at) WHERE next_check_at IS NOT NULL;

-- What providers gave for a hold; sealed, never shown, never logged.
CREATE TABLE provider_holds (
  hold_id id PRIMARY KEY REFERENCES booking_holds,
  lease_sealed bytea NOT NULL
);

-- Booking channels: who may book at native locations through /reserve/v3.
CREATE TABLE booking_channels (
  id id PRIMARY KEY,
  name text NOT NULL,
  username text COLLATE "C" NOT NULL UNIQUE,
  password_hash bytea NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  location_ids text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN booking_channels.password_hash IS 'SHA-256 of 32 random bytes in base64url, shown once';

CREATE TABLE channel_bookings (
  booking_id id PRIMARY KEY REFERENCES bookings,
  channel_id id NOT NULL REFERENCES booking_channels,
  user_id text NOT NULL,
  token text COLLATE "C" NOT NULL,
  UNIQUE (channel_id, token)
);
COMMENT ON COLUMN channel_bookings.user_id IS 'what the channel calls the guest';
COMMENT ON COLUMN channel_bookings.token IS 'the idempotency token that the channel sent';
CREATE INDEX channel_bookings_of_user ON channel_bookings (channel_id, user_id);

-- Leases that channels asked for; each is a hold of ours.
CREATE TABLE channel_leases (
  hold_id id PRIMARY KEY REFERENCES booking_holds,
  channel_id id NOT NULL REFERENCES booking_channels,
  token text COLLATE "C" NOT NULL,
  UNIQUE (channel_id, token)
);

-- The book of the simulated provider, which stands in for somebody else's system: nothing but its adapter reads it.
CREATE TABLE simulated_reservations (
  reference text COLLATE "C" PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  token text COLLATE "C" NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('leased', 'pending', 'confirmed', 'cancelled')),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  party_size integer NOT NULL,
  guest_key text,
  until timestamptz
);
COMMENT ON COLUMN simulated_reservations.until IS 'real time: when a lease ends, or a pending one is confirmed';
CREATE INDEX simulated_reservations_by_time ON simulated_reservations (location_id, starts_at);
CREATE INDEX simulated_reservations_of_guest ON simulated_reservations (location_id, guest_key);
