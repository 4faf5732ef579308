-- Who listens to an app's events at the moment, over all processes. Before, a listener was known only to the process that
-- served its stream: nobody could say whether an event was heard, and the limit of listeners held for each process alone.
-- One row per open stream, written when the stream opens and once while it is open, never for an event.
CREATE TABLE webhook_listeners (
  app_id id NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  event_types text[],
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  counts_until timestamptz NOT NULL,
  CONSTRAINT webhook_listeners_pkey PRIMARY KEY (app_id, id),
  CONSTRAINT webhook_listeners_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id)
);
COMMENT ON TABLE webhook_listeners IS 'one row per open stream of events; deleted when the stream closes';
COMMENT ON COLUMN webhook_listeners.event_types IS 'the types that the listener hears; null for all';
COMMENT ON COLUMN webhook_listeners.counts_until IS 'by the database; a row of a killed process counts until then and is swept every hour';
