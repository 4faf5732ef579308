-- A partner did not ask for a repair: a version that only repairs have passed is still taken as expected_version.
ALTER TABLE bookings
  ADD COLUMN repairs_since integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT bookings_repairs_since_check CHECK (repairs_since >= 0 AND repairs_since < version);
COMMENT ON COLUMN bookings.repairs_since IS 'how many of the latest versions in a row were made by repair alone';
