-- How a guest chose to be told of an order, a booking or a place in line: kept as consent, with the sentence that was shown.
CREATE TABLE message_choices (
  subject_id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  channel text NOT NULL CHECK (channel IN ('sms', 'email', 'page')),
  sentence text NOT NULL CHECK (char_length(sentence) BETWEEN 1 AND 500),
  chosen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE message_choices IS 'consent of guests; an order, booking or entry without a row was made where nobody asked';
COMMENT ON COLUMN message_choices.sentence IS 'as the guest read it, in their language';
