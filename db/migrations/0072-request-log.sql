-- Developers read what their app asked and was answered (rules/http 13). Requests become partitioned by days of their id, so
-- that seven days of retention are partitions dropped, not rows deleted. Days are made ahead by a job; what comes when a day is
-- missing goes into the default partition and is moved by the job. A process of the version before goes on writing.

CREATE TEMP TABLE kept_requests ON COMMIT DROP AS TABLE requests;
DROP TABLE requests;

CREATE TABLE requests (
  id id NOT NULL PRIMARY KEY,
  app_id id,
  route text NOT NULL,
  status integer NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer CHECK (duration_ms >= 0),
  code text CHECK (length(code) <= 100),
  method text,
  path text,
  query json,
  operation text,
  resource_id id,
  key_last_four text,
  user_agent text,
  idempotency_key text,
  replayed boolean NOT NULL DEFAULT false,
  event_ids text[] NOT NULL DEFAULT '{}',
  fault json,
  request_body json,
  response_body json
) PARTITION BY RANGE (id);
COMMENT ON TABLE requests IS 'what apps asked and were answered, redacted before it is written; one partition a day';
COMMENT ON COLUMN requests.code IS 'of the refusal; null for a success, and for an answer that was kept and given again';
COMMENT ON COLUMN requests.path IS 'null for what a process of an older version wrote';
COMMENT ON COLUMN requests.resource_id IS 'what the path names last, or what was answered';
COMMENT ON COLUMN requests.event_ids IS 'the events that the request made';
COMMENT ON COLUMN requests.request_body IS 'json, not jsonb: shown as it was written; in live only of answers from 400';
CREATE INDEX requests_of_app ON requests (app_id, id);
CREATE INDEX requests_of_resource ON requests (app_id, resource_id, id) WHERE resource_id IS NOT NULL;

CREATE TABLE requests_default PARTITION OF requests DEFAULT;
INSERT INTO requests (id, app_id, route, status, at, duration_ms, code)
  SELECT id, app_id, route, status, at, duration_ms, code FROM kept_requests;

-- The smallest id that a request made at this time can have.
CREATE FUNCTION request_id_at(p_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'req_' || substr(event_id_at(p_at), 5)
$$;

-- Makes the partition of a day (UTC), with what the default partition has of it.
CREATE FUNCTION make_request_day(p_day date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  partition text := 'requests_' || to_char(p_day, 'YYYYMMDD');
  first text := request_id_at(p_day::timestamp AT TIME ZONE 'UTC');
  past text := request_id_at((p_day + 1)::timestamp AT TIME ZONE 'UTC');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple request days', 0));
  IF to_regclass(partition) IS NOT NULL THEN
    RETURN false;
  END IF;
  LOCK TABLE requests IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE requests INCLUDING ALL)', partition);
  EXECUTE format('WITH moved AS (DELETE FROM requests_default WHERE id >= %L AND id < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
    first, past, partition);
  EXECUTE format('ALTER TABLE requests ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition, first, past);
  RETURN true;
END $$;

-- Drops the days whose last request was answered more than seven days ago; answers their names.
CREATE FUNCTION drop_request_days() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  kept_from timestamptz := clock_timestamp() - interval '7 days';
  partition text;
  is_kept boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple request days', 0));
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'requests'::regclass AND c.relname ~ '_\d{8}$'
      AND (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::timestamp AT TIME ZONE 'UTC' <= kept_from
    ORDER BY c.relname
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE at > $1)', partition) INTO is_kept USING kept_from;
    CONTINUE WHEN is_kept;
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
END $$;

SELECT make_request_day((now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(0, 1) AS ahead;
