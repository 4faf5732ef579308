-- What the people of a restaurant do with the line: who did it, and versions, so that two hosts do not undo each other.
ALTER TABLE waitlist_entries
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  ADD COLUMN acted_by jsonb;
COMMENT ON COLUMN waitlist_entries.version IS 'grows with every change that a host may not have seen; processes of the version before leave it as it is';
COMMENT ON COLUMN waitlist_entries.acted_by IS 'the person, device or app that made the last change; null for guests and the service';

-- A party that is moved to another place takes its number from among those of the line: they are exchanged in one statement.
ALTER TABLE waitlist_entries DROP CONSTRAINT waitlist_entries_location_id_line_number_key,
  ADD CONSTRAINT waitlist_entries_location_id_line_number_key UNIQUE (location_id, line_number) DEFERRABLE INITIALLY IMMEDIATE;
CREATE INDEX waitlist_gone ON waitlist_entries (location_id, ended_at) WHERE ended_at IS NOT NULL;
