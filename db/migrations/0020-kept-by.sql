-- Who keeps the book that a hold or booking stands in, said by its own row. What a provider keeps has no table of ours.
ALTER TABLE bookings ADD COLUMN kept_by text;
UPDATE bookings SET kept_by = CASE WHEN cardinality(unit_ids) = 0 THEN 'provider' ELSE 'native' END;
ALTER TABLE bookings
  ALTER COLUMN kept_by SET NOT NULL,
  ADD CONSTRAINT bookings_kept_by_check CHECK (kept_by IN ('native', 'provider')),
  ADD CONSTRAINT bookings_tables_check CHECK ((kept_by = 'native') = (cardinality(unit_ids) > 0));
COMMENT ON COLUMN bookings.kept_by IS 'whose book it stands in: ours, or a reservation provider''s; it never changes';

ALTER TABLE booking_holds ADD COLUMN kept_by text;
UPDATE booking_holds SET kept_by = CASE WHEN cardinality(unit_ids) = 0 THEN 'provider' ELSE 'native' END;
ALTER TABLE booking_holds
  ALTER COLUMN kept_by SET NOT NULL,
  ADD CONSTRAINT booking_holds_kept_by_check CHECK (kept_by IN ('native', 'provider')),
  ADD CONSTRAINT booking_holds_tables_check CHECK ((kept_by = 'native') = (cardinality(unit_ids) > 0));
COMMENT ON COLUMN booking_holds.kept_by IS 'whose book it stands in: ours, or a reservation provider''s; it never changes';
