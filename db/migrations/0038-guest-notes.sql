-- What hosts note of guests, at one location each (rules/stand 3).
CREATE TABLE guest_notes (
  location_id id NOT NULL REFERENCES locations (id),
  contact text NOT NULL,
  note text CHECK (length(note) BETWEEN 1 AND 500),
  tags text[] NOT NULL DEFAULT '{}'
    CHECK (tags <@ ARRAY['vip', 'regular', 'birthday', 'high_chair', 'wheelchair', 'allergy']),
  version integer NOT NULL CHECK (version >= 1),
  acted_by jsonb,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (location_id, contact)
);
CREATE INDEX guest_notes_of_contact ON guest_notes (contact);
COMMENT ON TABLE guest_notes IS 'read by hosts and managers only; erased with the guest, and when no booking names the guest any more';
COMMENT ON COLUMN guest_notes.contact IS 'E.164, or where the guest has no phone the e-mail address in small letters';

CREATE INDEX bookings_of_last_digits ON bookings (location_id, right(guest_phone, 4)) WHERE guest_phone IS NOT NULL;
CREATE INDEX bookings_of_last_name ON bookings (location_id, lower(guest_last_name) text_pattern_ops)
  WHERE guest_last_name IS NOT NULL;
CREATE INDEX bookings_of_first_name ON bookings (location_id, lower(guest_first_name) text_pattern_ops)
  WHERE guest_first_name IS NOT NULL;
CREATE INDEX bookings_of_address ON bookings (location_id, lower(guest_email) text_pattern_ops)
  WHERE guest_email IS NOT NULL;
