-- Scalar columns with = inside exclusion constraints.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- A booking as a partner reads it. Times are in the location's own clock (real time plus what the sandbox added), but
-- written_at, which is real.
CREATE TABLE bookings (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  app_id id,
  written_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  event_sequence integer NOT NULL DEFAULT 0,
  status text NOT NULL CHECK (status IN ('pending', 'confirmed', 'in_service', 'completed', 'no_show',
    'cancelled_by_guest', 'cancelled_by_venue', 'declined')),
  source text NOT NULL CHECK (source IN ('partner', 'online', 'phone', 'walk_in', 'waitlist', 'provider')),
  confirmation_code text COLLATE "C" NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  local_start text NOT NULL,
  time_zone text NOT NULL,
  party_size integer NOT NULL CHECK (party_size >= 1),
  area_id text,
  area_name text,
  unit_ids text[] NOT NULL,
  experience_id text,
  experience_name text,
  guest_first_name text,
  guest_last_name text,
  guest_phone text,
  guest_email text,
  guest_erased_at timestamptz,
  notes text,
  venue_notes text,
  changeable_until timestamptz NOT NULL,
  cancellable_until timestamptz NOT NULL,
  seated_at timestamptz,
  completed_at timestamptz,
  cancellation jsonb,
  waitlist_entry_id id,
  guest_token_hash bytea UNIQUE,
  pinned boolean NOT NULL DEFAULT false,
  CHECK (coalesce(seated_at, starts_at) < ends_at),
  CHECK ((status IN ('cancelled_by_guest', 'cancelled_by_venue')) = (cancellation IS NOT NULL)),
  CHECK (status NOT IN ('in_service', 'completed') OR seated_at IS NOT NULL),
  UNIQUE (location_id, confirmation_code)
);
COMMENT ON COLUMN bookings.app_id IS 'the app that made it; null when the venue or a guest did';
COMMENT ON COLUMN bookings.written_at IS 'real time of the last change, taken after enter_booking_drain(): the order in which GET /bookings drains';
COMMENT ON COLUMN bookings.version IS 'counts the changes, from 1; what expected_version is compared with';
COMMENT ON COLUMN bookings.local_start IS 'the local wall time that the guest was promised, with its offset';
COMMENT ON COLUMN bookings.guest_phone IS 'E.164';
COMMENT ON COLUMN bookings.guest_erased_at IS 'when the guest''s data was erased; null while it is kept';
COMMENT ON COLUMN bookings.guest_token_hash IS 'SHA-256 of the guest''s own key to the booking, when there is one';
COMMENT ON COLUMN bookings.pinned IS 'the guest was promised this very table: it is never moved to make room';
CREATE INDEX bookings_by_start ON bookings (location_id, starts_at, id);
CREATE INDEX bookings_drain ON bookings (location_id, written_at, id);
CREATE INDEX bookings_by_phone ON bookings (location_id, guest_phone, starts_at) WHERE guest_phone IS NOT NULL;
CREATE INDEX bookings_of_phone ON bookings (guest_phone) WHERE guest_phone IS NOT NULL;
CREATE INDEX bookings_of_email ON bookings (lower(guest_email)) WHERE guest_email IS NOT NULL;
CREATE INDEX bookings_in_service ON bookings (location_id) WHERE status = 'in_service';

-- A slot kept for an app until it is booked, released or past expires_at (location clock).
CREATE TABLE booking_holds (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  app_id id,
  created_at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('live', 'pending', 'consumed', 'released', 'expired')),
  expires_at timestamptz NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  party_size integer NOT NULL CHECK (party_size >= 1),
  area_id text NOT NULL,
  area_name text NOT NULL,
  unit_ids text[] NOT NULL,
  experience jsonb,
  booking_id id REFERENCES bookings,
  CHECK (starts_at < ends_at),
  CHECK ((status = 'consumed') = (booking_id IS NOT NULL))
);
COMMENT ON COLUMN booking_holds.app_id IS 'the app that made it; null when a guest did on the booking page';
COMMENT ON COLUMN booking_holds.status IS 'a live hold past expires_at counts as expired, with or without the sweep';
CREATE INDEX booking_holds_open ON booking_holds (location_id, app_id, expires_at) WHERE status IN ('live', 'pending');
CREATE INDEX booking_holds_due ON booking_holds (expires_at) WHERE status = 'live';

-- Who has which table when: one row per table of each live claim. A released claim is deleted; a hold becomes a booking
-- by updating its rows.
CREATE TABLE claims (
  location_id id NOT NULL REFERENCES locations,
  unit_id text COLLATE "C" NOT NULL,
  during tstzrange NOT NULL CHECK (NOT isempty(during) AND lower_inc(during) AND NOT upper_inc(during)),
  kind text NOT NULL CHECK (kind IN ('booking', 'hold', 'walk_in', 'block')),
  owner_id id NOT NULL,
  area_id text NOT NULL,
  starts_at timestamptz NOT NULL,
  party_size integer NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (owner_id, unit_id),
  CHECK ((kind = 'hold') = (expires_at IS NOT NULL)),
  CONSTRAINT claims_never_overlap EXCLUDE USING gist (location_id WITH =, unit_id WITH =, during WITH &&)
);
COMMENT ON TABLE claims IS 'written under the advisory locks of (location, local date); the constraint is the backstop';
COMMENT ON COLUMN claims.during IS 'the stay and the buffer after it, in the clock of the location';
COMMENT ON COLUMN claims.starts_at IS 'the start of the stay for pacing; seating early or late leaves it';
CREATE INDEX claims_by_time ON claims USING gist (location_id, during);
CREATE INDEX claims_expiring ON claims (location_id, expires_at) WHERE expires_at IS NOT NULL;

-- Counts the writes that touched a local date of a location: caches and floor snapshots are keyed by it.
CREATE TABLE booking_days (
  location_id id NOT NULL REFERENCES locations,
  day date NOT NULL,
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (location_id, day)
);
COMMENT ON COLUMN booking_days.changed_at IS 'in the clock of the location';

-- As enter_order_drain() of 0004, for bookings.
CREATE FUNCTION enter_booking_drain() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    19797, ((floor(extract(epoch FROM clock_timestamp()) * 10) - 17000000000) - 2147483648)::integer);
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;

-- The time before which every change that will ever be listed is already visible. The clock is read before the locks.
CREATE FUNCTION booking_drain_horizon() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  before_locks timestamptz := date_trunc('milliseconds', clock_timestamp());
  oldest bigint;
BEGIN
  SELECT min((objid::bigint + 2147483648) % 4294967296) INTO oldest FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 19797 AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(before_locks, to_timestamp((oldest + 17000000000) / 10.0));
END $$;
