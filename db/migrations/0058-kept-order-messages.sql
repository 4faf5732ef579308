-- Messages about orders that still say to whom they went: what the retention of a location looks for, by their age.
CREATE INDEX messages_kept_of_orders ON messages (location_id, created_at)
  WHERE subject_id LIKE 'ord%' AND (phone IS NOT NULL OR email IS NOT NULL);
