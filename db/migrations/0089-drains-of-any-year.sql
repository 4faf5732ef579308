-- The locks of a drain name tenths of a second by a number of 32 bits. It ran out of range in June 2037, and where the clock
-- of the server was before November 2023: nothing could be placed or booked. Now the count begins anew when it ends, and a
-- number means the time nearest to the present. Until 2037 the numbers stay what they were.
CREATE FUNCTION drain_number(p_at timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (((floor(extract(epoch FROM p_at) * 10)::bigint - 17000000000) & 4294967295) - 2147483648)::integer
$$;

-- The time that a lock names: `p_lock` is the number as pg_locks shows it, without its sign.
CREATE FUNCTION drain_time(p_lock oid, p_now timestamptz) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT to_timestamp((tenths + ((p_lock::bigint + 2147483648 - (tenths - 17000000000) + 2147483648) & 4294967295)
      - 2147483648) / 10.0)
  FROM (SELECT floor(extract(epoch FROM p_now) * 10)::bigint AS tenths) AS present
$$;

CREATE OR REPLACE FUNCTION enter_order_drain() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(19796, drain_number(clock_timestamp()));
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;

CREATE OR REPLACE FUNCTION enter_booking_drain() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(19797, drain_number(clock_timestamp()));
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;

CREATE OR REPLACE FUNCTION order_drain_horizon() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  before_locks timestamptz := date_trunc('milliseconds', clock_timestamp());
  oldest timestamptz;
BEGIN
  SELECT min(drain_time(objid, before_locks)) INTO oldest FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 19796 AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(before_locks, oldest);
END $$;

CREATE OR REPLACE FUNCTION booking_drain_horizon() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  before_locks timestamptz := date_trunc('milliseconds', clock_timestamp());
  oldest timestamptz;
BEGIN
  SELECT min(drain_time(objid, before_locks)) INTO oldest FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 19797 AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(before_locks, oldest);
END $$;
