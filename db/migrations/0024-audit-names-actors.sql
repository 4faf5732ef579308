-- Entries of the audit log name who acted by kind and id, the role that allowed it, and the shared device (rules/people 7.1).
-- Entries from before have format 1: their hash covers the columns of then, and verifies as before.
ALTER TABLE audit_log
  ADD COLUMN format smallint NOT NULL DEFAULT 1 CHECK (format IN (1, 2)),
  ADD COLUMN actor_kind text CHECK (actor_kind IN ('person', 'device', 'app', 'operator_token', 'system')),
  ADD COLUMN actor_id id,
  ADD COLUMN device_id id,
  ADD COLUMN role text,
  ADD CONSTRAINT audit_log_actor CHECK (CASE
    WHEN format = 1 THEN actor_kind IS NULL AND actor_id IS NULL AND device_id IS NULL AND role IS NULL
    ELSE actor_kind IS NOT NULL AND (actor_id IS NULL) = (actor_kind IN ('operator_token', 'system')) END);
ALTER TABLE audit_log ALTER COLUMN format DROP DEFAULT;
COMMENT ON COLUMN audit_log.actor IS 'a word for who acted; since format 2 actor_kind and actor_id say exactly who, and no name is stored';
COMMENT ON COLUMN audit_log.format IS 'what the hash covers: 1, the columns without those of the actor; 2, all';
