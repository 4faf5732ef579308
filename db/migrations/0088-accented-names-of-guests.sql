-- Names of ASCII alone have their index by small letters. The others have these, so that most bookings pay nothing.
CREATE INDEX CONCURRENTLY bookings_of_accented_last_name
  ON bookings (location_id, fold_letters(guest_last_name) text_pattern_ops)
  WHERE octet_length(guest_last_name) <> length(guest_last_name);
CREATE INDEX CONCURRENTLY bookings_of_accented_first_name
  ON bookings (location_id, fold_letters(guest_first_name) text_pattern_ops)
  WHERE octet_length(guest_first_name) <> length(guest_first_name);
