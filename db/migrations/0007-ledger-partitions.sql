-- The ledger becomes partitioned by weeks of the event's id, so that 30 days of retention are partitions dropped, not rows
-- deleted. All three tables share the bounds: an event goes together with its deliveries and their attempts. Weeks are
-- made ahead, here and by a job; what comes when a week is missing (no worker for weeks) goes into the default partitions and
-- is moved by the job. The service's role needs no right to change the schema: the functions run as their owner.

CREATE TEMP TABLE kept_events ON COMMIT DROP AS TABLE events;
CREATE TEMP TABLE kept_deliveries ON COMMIT DROP AS TABLE deliveries;
CREATE TEMP TABLE kept_attempts ON COMMIT DROP AS
  SELECT d.event_id, a.* FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id;
DROP TABLE events, deliveries, delivery_attempts;

CREATE TABLE events (
  id id PRIMARY KEY,
  app_id id NOT NULL,
  event_type text NOT NULL,
  location_id id,
  resource_type text NOT NULL
    CHECK (resource_type IN ('order', 'menu_sync', 'location', 'booking', 'waitlist_entry', 'webhook_subscription')),
  resource_id id NOT NULL,
  resource_path text NOT NULL,
  idempotency_key text NOT NULL,
  sequence bigint NOT NULL,
  data json,
  created timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
) PARTITION BY RANGE (id);
COMMENT ON TABLE events IS 'the ledger: written in the transaction of the change, never changed afterwards; one partition a week';
COMMENT ON COLUMN events.app_id IS 'the app that held the connection when the change was made';
COMMENT ON COLUMN events.sequence IS 'strictly increasing per resource';
COMMENT ON COLUMN events.data IS 'json, not jsonb: the text is sent as it was written';
COMMENT ON COLUMN events.created IS 'location time, which the sandbox may have moved; recorded_at is real time';
CREATE INDEX events_app ON events (app_id, id);

CREATE TABLE deliveries (
  id id NOT NULL,
  event_id id NOT NULL,
  subscription_id id NOT NULL,
  location_id id,
  resource_type text NOT NULL,
  resource_id id NOT NULL,
  sequence bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'held', 'skipped')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  attempts_before integer NOT NULL DEFAULT 0 CHECK (attempts_before BETWEEN 0 AND attempts),
  next_at timestamptz,
  ordered_until timestamptz NOT NULL,
  leased_by text COLLATE "C",
  leased_until timestamptz,
  held_at timestamptz,
  delivered_at timestamptz,
  last_response_status integer,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, subscription_id),
  CHECK ((state = 'pending') = (next_at IS NOT NULL)),
  CHECK ((state = 'held') = (held_at IS NOT NULL)),
  CHECK (state <> 'delivered' OR delivered_at IS NOT NULL),
  CHECK ((leased_by IS NULL) = (leased_until IS NULL)),
  CHECK (leased_by IS NULL OR state = 'pending')
) PARTITION BY RANGE (event_id);
COMMENT ON TABLE deliveries IS 'one row per event and subscription: the queue entry and the ledger in one';
COMMENT ON COLUMN deliveries.id IS 'looked up with its event, which names the partition';
COMMENT ON COLUMN deliveries.attempts IS 'attempts started; with leased_by it fences an outcome that comes too late';
COMMENT ON COLUMN deliveries.attempts_before IS 'attempts made before the last release or replay; the retry schedule counts from there';
COMMENT ON COLUMN deliveries.next_at IS 'real time, moved with the sandbox clock; when the next attempt is due';
COMMENT ON COLUMN deliveries.ordered_until IS 'until then later events of the resource wait for this one';
COMMENT ON COLUMN deliveries.leased_by IS 'the worker that attempts it now; its lease lasts 20 seconds';
-- What can be claimed, by subscription; the claim walks the subscriptions by skipping through this index.
CREATE INDEX deliveries_due ON deliveries (subscription_id, next_at, event_id) WHERE state = 'pending' AND leased_by IS NULL;
CREATE INDEX deliveries_ordered ON deliveries (subscription_id, resource_id, sequence) WHERE state = 'pending';
CREATE INDEX deliveries_leased ON deliveries (leased_until) WHERE leased_by IS NOT NULL;
CREATE INDEX deliveries_held ON deliveries (subscription_id, event_id) WHERE state = 'held';

CREATE TABLE delivery_attempts (
  event_id id NOT NULL,
  delivery_id id NOT NULL,
  attempt integer NOT NULL CHECK (attempt >= 1),
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  response_status integer,
  error text,
  response_body text,
  next_attempt_at timestamptz,
  PRIMARY KEY (event_id, delivery_id, attempt)
) PARTITION BY RANGE (event_id);
COMMENT ON COLUMN delivery_attempts.response_body IS 'the first 4 KiB of the answer: untrusted text';

CREATE TABLE events_default PARTITION OF events DEFAULT;
CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT
  WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);
CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;

INSERT INTO events SELECT * FROM kept_events;
INSERT INTO deliveries SELECT * FROM kept_deliveries;
INSERT INTO delivery_attempts SELECT * FROM kept_attempts;

-- What a replay sent again, for listeners that have no subscription; kept for a day.
CREATE TABLE event_replays (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  app_id id NOT NULL,
  event_id id NOT NULL,
  replayed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_replays_app ON event_replays (app_id, replayed_at);
CREATE INDEX event_replays_at ON event_replays (replayed_at);

-- The smallest id that an event made at this time can have: the first ten base-32 characters are its milliseconds.
CREATE FUNCTION event_id_at(p_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'evt_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
      ((floor(extract(epoch FROM p_at) * 1000)::bigint >> (5 * (10 - place))) & 31)::int + 1, 1), '' ORDER BY place)
  FROM generate_series(1, 10) AS place
$$;

-- The time that an event's id carries.
CREATE FUNCTION event_id_time(p_id text) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_timestamp(sum((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(p_id, 4 + place, 1)) - 1)::bigint
      << (5 * (10 - place)))::double precision / 1000)
  FROM generate_series(1, 10) AS place
$$;

-- Makes a table's partition for the week that begins on a Monday (UTC), with what the default partition has of it.
-- One table at a time: a transaction that locks several could wait in a circle with the delivery workers.
CREATE FUNCTION make_ledger_partition(p_table text, p_monday date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  partition text := p_table || '_' || to_char(p_monday, 'YYYYMMDD');
  key text := CASE p_table WHEN 'events' THEN 'id' ELSE 'event_id' END;
  first text := event_id_at(p_monday::timestamp AT TIME ZONE 'UTC');
  past text := event_id_at((p_monday + 7)::timestamp AT TIME ZONE 'UTC');
BEGIN
  IF p_table NOT IN ('events', 'deliveries', 'delivery_attempts') OR extract(isodow FROM p_monday) <> 1 THEN
    RAISE EXCEPTION 'no ledger partition % of %', p_monday, p_table;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('maple ledger partitions', 0));
  IF to_regclass(partition) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- First of all the table itself: a statement that had begun with the old list of partitions would miss the rows moved.
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', p_table);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, p_table);
  IF p_table = 'deliveries' THEN
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1)',
      partition);
  END IF;
  EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
    p_table || '_default', key, first, key, past, partition);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', p_table, partition, first, past);
  RETURN true;
END $$;

-- Drops a table's partitions of weeks that had ended by then, and answers their names.
CREATE FUNCTION drop_ledger_partitions(p_table text, p_before timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple ledger partitions', 0));
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass(p_table) AND p_table IN ('events', 'deliveries', 'delivery_attempts')
      AND c.relname ~ '_\d{8}$'
      AND (to_date(right(c.relname, 8), 'YYYYMMDD') + 7)::timestamp AT TIME ZONE 'UTC' <= p_before
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
END $$;

SELECT make_ledger_partition(each, (date_trunc('week', now() AT TIME ZONE 'UTC') + weeks * interval '7 days')::date)
FROM unnest(ARRAY['events', 'deliveries', 'delivery_attempts']) AS each, generate_series(0, 2) AS weeks;
