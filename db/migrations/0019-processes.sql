-- Each process writes that it is alive and how far its clock is off, so that processes can tell a wrong program from a
-- wrong database, and so that `verify` knows since when somebody has been there to do what is due.

CREATE TABLE processes (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('dev', 'serve', 'work')),
  host text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  stopped_at timestamptz,
  skew_seconds double precision NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE processes IS 'one row per process that runs or ran on this database; written every 10 seconds by the process';
COMMENT ON COLUMN processes.kind IS 'dev serves and works; work does the background work';
COMMENT ON COLUMN processes.host IS 'the name of the machine, for people';
COMMENT ON COLUMN processes.beat_at IS 'by the database; a process that was not heard of for 30 seconds does not count as alive';
COMMENT ON COLUMN processes.stopped_at IS 'null unless the process ended in order';
COMMENT ON COLUMN processes.skew_seconds IS 'the clock of the process minus the clock of the database, half the round trip left out';

-- Whether a process that does background work was there for long enough after an instant to have done what was due then.
CREATE FUNCTION was_worked_after(p_due timestamptz, p_grace interval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_due IS NOT NULL AND EXISTS (SELECT FROM processes
    WHERE kind IN ('dev', 'work') AND beat_at > greatest(started_at, p_due) + p_grace)
$$;
