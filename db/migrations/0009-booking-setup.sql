-- Requests counted per app and budget, for one minute at a time. Unlogged: a crash forgets counts, never an effect.
CREATE UNLOGGED TABLE rate_budgets (
  app_id id NOT NULL,
  budget text NOT NULL,
  ends_at timestamptz NOT NULL,
  taken integer NOT NULL,
  PRIMARY KEY (app_id, budget)
) WITH (fillfactor = 50);
COMMENT ON COLUMN rate_budgets.ends_at IS 'real time at which the window ends; the next call then opens another';

-- How a location takes bookings: the published document, whole. Without a row, or with a null document, it takes none.
CREATE TABLE booking_configurations (
  location_id id PRIMARY KEY REFERENCES locations,
  revision integer NOT NULL CHECK (revision >= 1),
  published_at timestamptz NOT NULL,
  configuration jsonb NOT NULL,
  content_id uuid NOT NULL
);
COMMENT ON COLUMN booking_configurations.revision IS 'counts the saves, of partners and managers alike';
COMMENT ON COLUMN booking_configurations.published_at IS 'in the clock of the location';
COMMENT ON COLUMN booking_configurations.content_id IS 'new with every save, also one that is rolled back: what compiled copies are kept by';

-- When a location takes no reservations; the whole list is replaced at once. Provider-managed locations have it too.
CREATE TABLE booking_blackouts (
  location_id id PRIMARY KEY REFERENCES locations,
  revision integer NOT NULL CHECK (revision >= 1),
  blackouts jsonb NOT NULL,
  content_id uuid NOT NULL
);
COMMENT ON COLUMN booking_blackouts.content_id IS 'as in booking_configurations';
