-- Each booking and waitlist entry says who changed it last (rules/bookings 9.5, rules/waitlist 2.9).
ALTER TABLE bookings ADD COLUMN updated_by text CHECK (updated_by IN ('partner', 'store', 'guest', 'service'));
UPDATE bookings SET updated_by = CASE
  WHEN status = 'cancelled_by_guest' AND app_id IS NULL THEN 'guest'
  WHEN repairs_since > 0 THEN 'service'
  WHEN app_id IS NULL THEN 'guest' ELSE 'partner' END;
ALTER TABLE bookings ALTER COLUMN updated_by SET NOT NULL;
COMMENT ON COLUMN bookings.updated_by IS 'who made the last change; of rows from before this column, who is likely to have';

ALTER TABLE waitlist_entries ADD COLUMN updated_by text CHECK (updated_by IN ('partner', 'store', 'guest', 'service'));
UPDATE waitlist_entries SET updated_by = CASE
  WHEN status = 'expired' THEN 'service' WHEN app_id IS NULL THEN 'guest' ELSE 'partner' END;
ALTER TABLE waitlist_entries ALTER COLUMN updated_by SET NOT NULL;
COMMENT ON COLUMN waitlist_entries.updated_by IS 'who made the last change; of rows from before this column, who is likely to have';
