-- What became of feedback, in the words of the operator; until now it was only listed.
ALTER TABLE feedback
  ADD COLUMN status text NOT NULL DEFAULT 'new',
  ADD COLUMN note text,
  ADD COLUMN handled_at timestamptz,
  ADD CONSTRAINT feedback_status_check CHECK (status IN ('new', 'answered', 'closed')),
  ADD CONSTRAINT feedback_note_check CHECK (length(note) <= 2000);
COMMENT ON COLUMN feedback.note IS 'for the operator''s people; no app reads it';
COMMENT ON COLUMN feedback.handled_at IS 'when status or note last changed; null: never';
