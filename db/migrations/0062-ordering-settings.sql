-- What a till says of a location's ordering (rules/ordering 17): why it is paused, until when the kitchen is busy, and whose
-- change of the location was the last.
ALTER TABLE locations ADD COLUMN pause_reason text;
ALTER TABLE locations ADD COLUMN busy_until timestamptz;
ALTER TABLE locations ADD COLUMN updated_by text NOT NULL DEFAULT 'service'
  CHECK (updated_by IN ('partner', 'store', 'service'));
COMMENT ON COLUMN locations.pause_reason IS 'why ordering is paused, in the words of who paused it';
COMMENT ON COLUMN locations.busy_until IS 'in the clock of the location; a delay that has ended reads as none';
COMMENT ON COLUMN locations.updated_by IS 'whose change was the last, as apps are told';
