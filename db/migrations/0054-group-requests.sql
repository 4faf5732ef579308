-- Groups that are larger than guests book by themselves (rules/bookings 18).
CREATE TABLE group_requests (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations (id),
  status text NOT NULL DEFAULT 'new',
  version integer NOT NULL DEFAULT 1,
  on_date date NOT NULL,
  from_time text NOT NULL,
  until_time text NOT NULL,
  party_size integer NOT NULL,
  guest_first_name text NOT NULL,
  guest_last_name text NOT NULL,
  guest_phone text,
  guest_email text,
  language text,
  words text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  answer text,
  booking_id id REFERENCES bookings (id),
  acted_by jsonb,
  CONSTRAINT group_requests_status_check CHECK (status IN ('new', 'answered', 'booked', 'declined', 'expired')),
  CONSTRAINT group_requests_party_size_check CHECK (party_size BETWEEN 1 AND 500),
  CONSTRAINT group_requests_language_check CHECK (language IN ('en', 'fr', 'de', 'es', 'it', 'nl', 'pt')),
  CONSTRAINT group_requests_contact_check CHECK (guest_phone IS NOT NULL OR guest_email IS NOT NULL)
);
CREATE UNIQUE INDEX group_requests_once ON group_requests
  (location_id, (coalesce(guest_phone, lower(guest_email))), on_date) WHERE status = 'new';
CREATE INDEX group_requests_open ON group_requests (location_id, on_date) WHERE status IN ('new', 'answered');
CREATE INDEX group_requests_by_day ON group_requests (on_date);
COMMENT ON TABLE group_requests IS 'in the clock of the location; deleted thirty days after their day';
COMMENT ON COLUMN group_requests.on_date IS 'the local date that the group asks for, between two local times';
COMMENT ON COLUMN group_requests.acted_by IS 'the person or device that answered';
