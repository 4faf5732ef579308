-- Answers of idempotency keys leave the table of the keys (rules/operating 6.2): their days are partitions that are dropped,
-- and a key is never updated when its answer goes. The keys stay one table, which is what makes a key unique. A process of the
-- release before goes on writing its answers into the keys; they are read there, and forgotten there after 24 hours.
CREATE SEQUENCE idempotency_answer_ids;

-- The key says where its answer is: the day (UTC) of its created_at, and this number.
ALTER TABLE idempotency_keys ADD COLUMN answer_id bigint;
COMMENT ON COLUMN idempotency_keys.answer_id IS 'with the day (UTC) of created_at it finds the answer in idempotency_answers; null while there is none';
COMMENT ON COLUMN idempotency_keys.body IS 'the answer, where a process of the release before wrote it; null once the 24 hours are over';

CREATE TABLE idempotency_answers (
  day date NOT NULL,
  id bigint NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (day, id)
) PARTITION BY RANGE (day);
COMMENT ON TABLE idempotency_answers IS 'answers for replays; one partition a day (UTC), dropped when the day began 48 hours ago';
COMMENT ON COLUMN idempotency_answers.day IS 'on which the key was used first, by the clock of the database';
COMMENT ON COLUMN idempotency_answers.body IS 'the answer, byte for byte, secrets left out';
CREATE TABLE idempotency_answers_default PARTITION OF idempotency_answers DEFAULT;

-- Makes the partition of a day (UTC), with what the default partition has of it.
CREATE FUNCTION make_answer_day(p_day date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  partition text := 'idempotency_answers_' || to_char(p_day, 'YYYYMMDD');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple answer days', 0));
  IF to_regclass(partition) IS NOT NULL THEN
    RETURN false;
  END IF;
  LOCK TABLE idempotency_answers IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE idempotency_answers INCLUDING ALL)', partition);
  EXECUTE format('WITH moved AS (DELETE FROM idempotency_answers_default WHERE day = %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
    p_day, partition);
  EXECUTE format('ALTER TABLE idempotency_answers ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition, p_day, p_day + 1);
  RETURN true;
END $$;

-- Drops the days that began 48 hours ago or earlier: the youngest key of such a day is 24 hours old. Answers their names.
CREATE FUNCTION drop_answer_days() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple answer days', 0));
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'idempotency_answers'::regclass AND c.relname ~ '_\d{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' <= clock_timestamp() - interval '48 hours'
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
END $$;

SELECT make_answer_day((now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(0, 1) AS ahead;

-- As before, and the answer is read where the key says that it is. A call whose key is new reads no answers.
CREATE OR REPLACE FUNCTION claim_idempotency_key(p_scope text, p_key text)
RETURNS TABLE (state text, fingerprint bytea, status integer, body text, age_seconds double precision, operation_id text,
  leased boolean)
LANGUAGE plpgsql AS $$
DECLARE
  k idempotency_keys;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(p_scope || ' ' || p_key, 0)) THEN
    RETURN QUERY SELECT 'in_flight', NULL::bytea, NULL::integer, NULL::text, NULL::double precision, NULL::text,
      NULL::boolean;
    RETURN;
  END IF;
  SELECT * INTO k FROM idempotency_keys AS found WHERE found.scope = p_scope AND found.key = p_key;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'fresh', NULL::bytea, NULL::integer, NULL::text, NULL::double precision, NULL::text, NULL::boolean;
    RETURN;
  END IF;
  IF k.answer_id IS NOT NULL THEN
    SELECT a.body INTO k.body FROM idempotency_answers a
      WHERE a.day = (k.created_at AT TIME ZONE 'UTC')::date AND a.id = k.answer_id;
  END IF;
  RETURN QUERY SELECT 'stored', k.fingerprint, k.status, k.body,
    extract(epoch FROM now() - k.created_at)::double precision, k.operation_id::text, k.leased_until > clock_timestamp();
END $$;
