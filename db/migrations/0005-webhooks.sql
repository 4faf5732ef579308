-- Events, subscriptions, deliveries and their attempts. Ids sort by time, so each of the three growing tables can later
-- be partitioned by ranges of its key without a new key. There are no foreign keys between them: a key share lock on the
-- subscription would make every event of an app queue on one row, and old partitions must drop without checks.

CREATE TABLE webhook_subscriptions (
  id id PRIMARY KEY,
  app_id id NOT NULL,
  notification_url text NOT NULL CHECK (char_length(notification_url) BETWEEN 1 AND 2048),
  event_types text[] NOT NULL CHECK (cardinality(event_types) >= 1),
  status text NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled')),
  disabled_reason text CHECK (disabled_reason IN ('by_hand', 'gone', 'failures')),
  sealed_secret bytea NOT NULL,
  previous_sealed_secret bytea,
  previous_secret_until timestamptz,
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  failing_since timestamptz,
  event_sequence bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)),
  CHECK ((previous_sealed_secret IS NULL) = (previous_secret_until IS NULL)),
  CHECK ((failures = 0) = (failing_since IS NULL))
);
COMMENT ON COLUMN webhook_subscriptions.sealed_secret IS 'AES-256-GCM under SECRET_KEY, row id and environment as associated data; empty once deleted';
COMMENT ON COLUMN webhook_subscriptions.previous_secret_until IS 'until then the previous secret signs too';
COMMENT ON COLUMN webhook_subscriptions.failures IS 'failed attempts since the last success; written only while it changes';
COMMENT ON COLUMN webhook_subscriptions.failing_since IS 'the first of those failures; moved back with the sandbox clock';
COMMENT ON COLUMN webhook_subscriptions.event_sequence IS 'counts the test events of this subscription';
COMMENT ON COLUMN webhook_subscriptions.deleted_at IS 'kept without its secret, because the ledger names it';
CREATE INDEX webhook_subscriptions_app ON webhook_subscriptions (app_id) WHERE deleted_at IS NULL;
CREATE INDEX webhook_subscriptions_failing ON webhook_subscriptions (failing_since)
  WHERE failing_since IS NOT NULL AND status = 'enabled';

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
);
COMMENT ON TABLE events IS 'the ledger: written in the transaction of the change, never changed afterwards';
COMMENT ON COLUMN events.app_id IS 'the app that held the connection when the change was made';
COMMENT ON COLUMN events.sequence IS 'strictly increasing per resource';
COMMENT ON COLUMN events.data IS 'json, not jsonb: the text is sent as it was written';
COMMENT ON COLUMN events.created IS 'location time, which the sandbox may have moved; recorded_at is real time';
CREATE INDEX events_app ON events (app_id, id);

CREATE TABLE deliveries (
  id id PRIMARY KEY,
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
  UNIQUE (event_id, subscription_id),
  CHECK ((state = 'pending') = (next_at IS NOT NULL)),
  CHECK ((state = 'held') = (held_at IS NOT NULL)),
  CHECK (state <> 'delivered' OR delivered_at IS NOT NULL),
  CHECK ((leased_by IS NULL) = (leased_until IS NULL)),
  CHECK (leased_by IS NULL OR state = 'pending')
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);
COMMENT ON TABLE deliveries IS 'one row per event and subscription: the queue entry and the ledger in one';
COMMENT ON COLUMN deliveries.attempts IS 'attempts started; with leased_by it fences an outcome that comes too late';
COMMENT ON COLUMN deliveries.attempts_before IS 'attempts made before the last release or replay; the retry schedule counts from there';
COMMENT ON COLUMN deliveries.next_at IS 'real time, moved with the sandbox clock; when the next attempt is due';
COMMENT ON COLUMN deliveries.ordered_until IS 'until then later events of the resource wait for this one';
COMMENT ON COLUMN deliveries.leased_by IS 'the worker that attempts it now; its lease lasts 20 seconds';
-- What can be claimed, by subscription; the claim walks the subscriptions by skipping through this index.
CREATE INDEX deliveries_due ON deliveries (subscription_id, next_at, id) WHERE state = 'pending' AND leased_by IS NULL;
CREATE INDEX deliveries_ordered ON deliveries (subscription_id, resource_id, sequence) WHERE state = 'pending';
CREATE INDEX deliveries_leased ON deliveries (leased_until) WHERE leased_by IS NOT NULL;
CREATE INDEX deliveries_held ON deliveries (subscription_id, event_id) WHERE state = 'held';

CREATE TABLE delivery_attempts (
  delivery_id id NOT NULL,
  attempt integer NOT NULL CHECK (attempt >= 1),
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  response_status integer,
  error text,
  response_body text,
  next_attempt_at timestamptz,
  PRIMARY KEY (delivery_id, attempt)
);
COMMENT ON COLUMN delivery_attempts.response_body IS 'the first 4 KiB of the answer: untrusted text';
