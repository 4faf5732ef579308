-- What the operator's first page shows of the last day: the figures of the alerts, once a minute, written by a worker.
CREATE TABLE health_samples (
  at timestamptz PRIMARY KEY,
  oldest_due_seconds double precision NOT NULL CHECK (oldest_due_seconds >= 0),
  late_timer_seconds double precision NOT NULL CHECK (late_timer_seconds >= 0),
  drain_age_seconds double precision NOT NULL CHECK (drain_age_seconds >= 0),
  refused_share double precision NOT NULL CHECK (refused_share BETWEEN 0 AND 1),
  unattended_orders integer NOT NULL CHECK (unattended_orders >= 0),
  owed_refunds integer NOT NULL CHECK (owed_refunds >= 0)
);
COMMENT ON TABLE health_samples IS 'the figures of the alerts as a worker read them, kept for seven days';
COMMENT ON COLUMN health_samples.at IS 'the minute, by the database; of several workers the first one writes it';
COMMENT ON COLUMN health_samples.refused_share IS 'calls of the last five minutes that were answered 503, of all processes alive';
