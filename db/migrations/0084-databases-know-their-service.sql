-- Which service a database is of, test or live. Before, only the variable that named the database said so: with
-- DATABASE_URL and LIVE_DATABASE_URL exchanged, a worker of test would have acted on live orders. One row, written by the
-- first migration of an empty database, or by the first process of this release that starts on an older one.
CREATE TABLE service_mark (
  single boolean NOT NULL DEFAULT true,
  name text NOT NULL,
  marked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT service_mark_pkey PRIMARY KEY (single),
  CONSTRAINT service_mark_single_check CHECK (single),
  CONSTRAINT service_mark_name_check CHECK (name IN ('test', 'live'))
);
COMMENT ON TABLE service_mark IS 'one row: which service the database is of; a process does not start on it for the other one';
COMMENT ON COLUMN service_mark.single IS 'true, so that there is one row';
