-- What the people of a restaurant do with bookings: who did it, parties that are late, and what can be undone (rules/bookings 16).
ALTER TABLE bookings
  ADD COLUMN acted_by jsonb,
  ADD COLUMN late_until timestamptz,
  ADD COLUMN undo_point jsonb;
COMMENT ON COLUMN bookings.acted_by IS 'the person, device or app that made the last change; null for guests and the service';
COMMENT ON COLUMN bookings.late_until IS 'until when the party said that it will be late; its table stays';
COMMENT ON COLUMN bookings.undo_point IS 'the latest transition, until when it can be undone, and what the booking was before';
