-- How long a location keeps who its guests were.
ALTER TABLE locations
  ADD COLUMN guest_retention_days integer CHECK (guest_retention_days BETWEEN 1 AND 3650);
COMMENT ON COLUMN locations.guest_retention_days IS 'days after the end of a stay at which its guest is erased; null: kept until somebody asks';

-- What the retention job looks for: rows leave it once their guest is erased.
CREATE INDEX bookings_with_guest ON bookings (location_id, ends_at) WHERE guest_erased_at IS NULL;
