-- Ids are compared byte by byte, so that they sort by the time they were made on every server.
CREATE DOMAIN id AS text COLLATE "C";

-- One row per (caller, Idempotency-Key), written in the transaction of the effect: both are there or neither is.
CREATE TABLE idempotency_keys (
  scope text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  operation_id id NOT NULL,
  fingerprint bytea NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status integer,
  body text,
  leased_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key),
  CHECK ((status IS NULL) = (leased_until IS NOT NULL))
);
COMMENT ON COLUMN idempotency_keys.scope IS 'the app id, or the surface for callers without one';
COMMENT ON COLUMN idempotency_keys.fingerprint IS 'SHA-256 of method, path with query, and raw body';
COMMENT ON COLUMN idempotency_keys.body IS 'the answer, byte for byte, secrets left out; null once the 24 hours are over';
COMMENT ON COLUMN idempotency_keys.leased_until IS 'work of several steps is under way until then; after it, the work may be run again';
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_answers ON idempotency_keys (created_at) WHERE body IS NOT NULL;
CREATE INDEX idempotency_keys_operation ON idempotency_keys (operation_id);

-- Takes the key for this transaction. Statements of a volatile function see what committed before each of them, so the
-- row of a first call that ended while we took the lock is found. State: fresh, in_flight, stored.
CREATE FUNCTION claim_idempotency_key(p_scope text, p_key text)
RETURNS TABLE (state text, fingerprint bytea, status integer, body text, age_seconds double precision, operation_id text,
  leased boolean)
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(p_scope || ' ' || p_key, 0)) THEN
    RETURN QUERY SELECT 'in_flight', NULL::bytea, NULL::integer, NULL::text, NULL::double precision, NULL::text,
      NULL::boolean;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT 'stored', k.fingerprint, k.status, k.body,
      extract(epoch FROM now() - k.created_at)::double precision, k.operation_id::text, k.leased_until > clock_timestamp()
    FROM idempotency_keys k WHERE k.scope = p_scope AND k.key = p_key;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'fresh', NULL::bytea, NULL::integer, NULL::text, NULL::double precision, NULL::text, NULL::boolean;
  END IF;
END $$;

-- What the operator or a program did, append-only, each row carrying the hash of the one before it.
CREATE TABLE audit_log (
  sequence bigint PRIMARY KEY,
  id id NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);
COMMENT ON COLUMN audit_log.hash IS 'SHA-256 over the previous hash and the canonical text of this row';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Requests of the last seven days, so that feedback can be matched with them.
CREATE TABLE requests (
  id id PRIMARY KEY,
  app_id id,
  route text NOT NULL,
  status integer NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX requests_at ON requests (at);

CREATE TABLE feedback (
  id id PRIMARY KEY,
  app_id id NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL CHECK (kind IN ('bug', 'missing_capability', 'wrong_behavior', 'unclear_error', 'other')),
  summary text NOT NULL,
  description text,
  request_ids text[] NOT NULL,
  matched_request_ids text[] NOT NULL
);
CREATE INDEX feedback_created ON feedback (created_at);
