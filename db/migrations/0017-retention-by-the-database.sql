-- Nothing is deleted by a program's clock: the ledger drops its weeks by the database's clock alone, and a week whose id
-- says that it is old stays until its newest event was recorded 30 days ago.

-- Few pages each: the newest event of a week is found without reading the week.
CREATE INDEX events_recorded ON events USING brin (recorded_at) WITH (autosummarize = on);

DROP FUNCTION drop_ledger_partitions(text, timestamptz);

-- Drops a table's partitions of weeks whose events were all recorded more than 30 days ago, and answers their names.
CREATE FUNCTION drop_ledger_partitions(p_table text) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  kept_from timestamptz := clock_timestamp() - interval '30 days';
  partition text;
  events text;
  is_kept boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple ledger partitions', 0));
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass(p_table) AND p_table IN ('events', 'deliveries', 'delivery_attempts')
      AND c.relname ~ '_\d{8}$'
      AND (to_date(right(c.relname, 8), 'YYYYMMDD') + 7)::timestamp AT TIME ZONE 'UTC' <= kept_from
    ORDER BY c.relname
  LOOP
    events := 'events_' || right(partition, 8);
    is_kept := false;
    IF to_regclass(events) IS NOT NULL THEN
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE recorded_at > $1)', events) INTO is_kept USING kept_from;
    END IF;
    CONTINUE WHEN is_kept;
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
END $$;
