CREATE TABLE apps (
  id id PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled')),
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  id id PRIMARY KEY,
  app_id id NOT NULL REFERENCES apps,
  hash bytea NOT NULL UNIQUE,
  last_four text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the whole key; the key itself is shown once and never stored';
CREATE INDEX api_keys_app ON api_keys (app_id);

CREATE TABLE locations (
  id id PRIMARY KEY,
  name text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'paused')),
  timezone text,
  phone text,
  address jsonb NOT NULL,
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  opening_hours jsonb,
  order_routing text NOT NULL DEFAULT 'app' CHECK (order_routing IN ('app', 'manual')),
  decision_timeout text NOT NULL DEFAULT 'reject' CHECK (decision_timeout IN ('reject', 'accept')),
  validation_timeout text NOT NULL DEFAULT 'reject' CHECK (validation_timeout IN ('reject', 'continue')),
  lead_minutes integer CHECK (lead_minutes BETWEEN 0 AND 1440),
  payment_options text[] NOT NULL DEFAULT '{link}',
  booking_mode text NOT NULL DEFAULT 'native' CHECK (booking_mode IN ('native', 'provider')),
  bookings_enabled boolean NOT NULL DEFAULT false,
  messaging boolean NOT NULL DEFAULT false,
  clock_offset_seconds bigint NOT NULL DEFAULT 0 CHECK (clock_offset_seconds BETWEEN 0 AND 34560000),
  event_sequence bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((latitude IS NULL) = (longitude IS NULL))
);
COMMENT ON COLUMN locations.opening_hours IS 'availability windows of the menu document; null is always open';
COMMENT ON COLUMN locations.lead_minutes IS 'how long before its time a scheduled order is handed over; null is at once';
COMMENT ON COLUMN locations.clock_offset_seconds IS 'how far the sandbox has moved this location''s clock ahead; 0 in live';
COMMENT ON COLUMN locations.event_sequence IS 'counts the location''s own events (provisioned, deprovisioned, status)';

CREATE TABLE grants (
  app_id id NOT NULL REFERENCES apps,
  location_id id NOT NULL REFERENCES locations,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (app_id, location_id)
);
CREATE INDEX grants_location ON grants (location_id);

-- At most one app receives a location's orders; losing the grant ends the connection in the same statement.
CREATE TABLE connections (
  location_id id PRIMARY KEY,
  app_id id NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (app_id, location_id) REFERENCES grants ON DELETE CASCADE
);
CREATE INDEX connections_app ON connections (app_id, location_id);
