-- What a host takes out of use for a while, and where tables stand (rules/stand 2 and 4).
CREATE TABLE table_blocks (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations (id),
  unit_ids text[] NOT NULL CHECK (cardinality(unit_ids) BETWEEN 1 AND 10),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at >= starts_at AND ends_at <= starts_at + interval '24 hours'),
  reason text,
  created_at timestamptz NOT NULL,
  created_by jsonb,
  lifted_at timestamptz
);
CREATE INDEX table_blocks_by_time ON table_blocks (location_id, ends_at) WHERE lifted_at IS NULL;
COMMENT ON TABLE table_blocks IS 'in the clock of the location; the tables themselves are claims of kind block, which end by their time';
COMMENT ON COLUMN table_blocks.created_by IS 'the person or device that made it';
COMMENT ON COLUMN table_blocks.lifted_at IS 'when it was ended early';

CREATE TABLE floor_plans (
  location_id id PRIMARY KEY REFERENCES locations (id),
  revision integer NOT NULL CHECK (revision >= 1),
  document jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  saved_by jsonb
);
COMMENT ON TABLE floor_plans IS 'apart from the booking configuration: what a partner publishes never loses where tables stand';
