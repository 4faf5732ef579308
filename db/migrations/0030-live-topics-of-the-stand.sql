-- What a stand shows is followed live too: bookings one by one, the waitlist and the floor of a location as wholes.
ALTER TABLE live_changes DROP CONSTRAINT live_changes_topic_check,
  ADD CONSTRAINT live_changes_topic_check CHECK (topic IN ('orders', 'bookings', 'waitlist', 'floor', 'settings'));
