-- An app lists its own holds, newest first (rules/bookings 5.7).
CREATE INDEX booking_holds_of_app ON booking_holds (app_id, id) WHERE app_id IS NOT NULL;
