-- An order as a partner reads it. Times are in the location's own clock (real time plus what the sandbox added), but
-- placed_at, which is real.
CREATE TABLE orders (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  placed_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1 CHECK (sequence >= 1),
  event_sequence integer NOT NULL DEFAULT 0,
  status text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY', 'FULFILLED',
    'REJECTED', 'STORE_CANCELLED', 'CUSTOMER_CANCELLED')),
  passed text[] NOT NULL,
  payment_status text NOT NULL CHECK (payment_status IN ('unpaid', 'pending', 'paid', 'refund_pending', 'refunded',
    'pay_in_store', 'failed')),
  fulfillment_type text NOT NULL CHECK (fulfillment_type IN ('pickup', 'delivery')),
  display_number text NOT NULL,
  customer jsonb NOT NULL,
  line_items jsonb NOT NULL,
  totals jsonb NOT NULL,
  breakdown jsonb NOT NULL,
  menu_version_id id NOT NULL,
  delivery_address jsonb,
  scheduled_for timestamptz,
  notes text,
  external_id text,
  estimated_ready_at timestamptz,
  handed_over_at timestamptz,
  decision_deadline timestamptz,
  denial jsonb,
  cancellation jsonb,
  validation jsonb,
  simulated_payment boolean NOT NULL DEFAULT false,
  diner_token_hash bytea NOT NULL UNIQUE,
  payment_provider text CHECK (payment_provider IN ('test', 'stripe')),
  payment_link_token text,
  timer_kind text CHECK (timer_kind IN ('validation', 'hand_over', 'decision')),
  timer_at timestamptz,
  CHECK ((timer_kind IS NULL) = (timer_at IS NULL)),
  CHECK ((handed_over_at IS NULL) = (decision_deadline IS NULL)),
  CHECK (timer_kind IS NULL OR status = 'PENDING'),
  CHECK (status NOT IN ('ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY', 'FULFILLED') OR handed_over_at IS NOT NULL)
);
COMMENT ON COLUMN orders.placed_at IS 'real time, taken after enter_order_drain(): the order in which GET /orders drains';
COMMENT ON COLUMN orders.sequence IS 'counts the changes of the order, from 1; order_changes has one row for each';
COMMENT ON COLUMN orders.event_sequence IS 'counts the events of the order, a resend included';
COMMENT ON COLUMN orders.passed IS 'the statuses reached so far, in order';
COMMENT ON COLUMN orders.simulated_payment IS 'the simulated diner pays as soon as it is asked to';
COMMENT ON COLUMN orders.timer_at IS 'when the one timer of the order acts; due once the clock of its location has reached it';
CREATE INDEX orders_by_location ON orders (location_id, placed_at, id);
CREATE INDEX orders_timers ON orders (timer_at) WHERE timer_at IS NOT NULL;
-- Finds the clock that is furthest ahead without a scan of all locations.
CREATE INDEX locations_moved_clocks ON locations (clock_offset_seconds) WHERE clock_offset_seconds > 0;

-- One row per change of an order: its history is a path of the transition table.
CREATE TABLE order_changes (
  order_id id NOT NULL REFERENCES orders,
  sequence integer NOT NULL,
  at timestamptz NOT NULL,
  what text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('diner', 'partner', 'store', 'service')),
  status text NOT NULL,
  payment_status text NOT NULL,
  PRIMARY KEY (order_id, sequence)
);
COMMENT ON COLUMN order_changes.at IS 'in the clock of the location';

-- The last display number given per location and local day; numbers may have gaps, never repeats.
CREATE TABLE order_numbers (
  location_id id NOT NULL REFERENCES locations,
  day date NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (location_id, day)
);

-- Every transaction that inserts orders first holds a shared lock that names, in tenths of a second, a time not later
-- than any placed_at it will write. A drain lists only what is older than all such locks, so nothing can still appear
-- before what it has listed. The answer is the time to write.
CREATE FUNCTION enter_order_drain() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    19796, ((floor(extract(epoch FROM clock_timestamp()) * 10) - 17000000000) - 2147483648)::integer);
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;

-- The time before which every order that will ever be listed is already visible. The clock is read before the locks.
CREATE FUNCTION order_drain_horizon() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  before_locks timestamptz := date_trunc('milliseconds', clock_timestamp());
  oldest bigint;
BEGIN
  SELECT min((objid::bigint + 2147483648) % 4294967296) INTO oldest FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 19796 AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(before_locks, to_timestamp((oldest + 17000000000) / 10.0));
END $$;

-- What is owed and paid for an order. The processor's own view of it is the processor's.
CREATE TABLE payments (
  id id PRIMARY KEY,
  order_id id NOT NULL UNIQUE REFERENCES orders,
  location_id id NOT NULL REFERENCES locations,
  processor text NOT NULL CHECK (processor IN ('test', 'stripe')),
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('unpaid', 'pending', 'paid', 'failed', 'void', 'refund_pending', 'refunded')),
  captured bigint NOT NULL DEFAULT 0 CHECK (captured >= 0 AND captured <= amount),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0 AND refunded <= captured),
  link_token text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN payments.status IS 'void: the order ended before anything was taken; the link no longer takes money';
COMMENT ON COLUMN payments.link_token IS 'unguessable; the last part of the payment link';

-- A refund that is owed: the row is the job. Leased while it is tried, tried until it succeeds.
CREATE TABLE refunds (
  id id PRIMARY KEY,
  payment_id id NOT NULL UNIQUE REFERENCES payments,
  location_id id NOT NULL REFERENCES locations,
  amount bigint NOT NULL CHECK (amount > 0),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded')),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  due_at timestamptz, -- in the clock of the location
  leased_by text,
  leased_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'pending') = (due_at IS NOT NULL))
);
COMMENT ON TABLE refunds IS 'at most one full refund per payment';
CREATE INDEX refunds_due ON refunds (due_at) WHERE due_at IS NOT NULL;

-- Events of a processor that were taken, so that each counts once however often and in whatever order it comes.
CREATE TABLE processor_events (
  processor text NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (processor, event_id)
);

-- The built-in test processor's own books, as a real processor would keep them elsewhere.
CREATE TABLE test_processor_charges (
  id id PRIMARY KEY,
  payment_id id NOT NULL,
  location_id id NOT NULL,
  amount bigint NOT NULL,
  card_last_four text NOT NULL,
  status text NOT NULL CHECK (status IN ('declined', 'settling', 'succeeded')),
  settles_at timestamptz, -- in the clock of the location
  refunds_to_fail integer NOT NULL DEFAULT 0,
  refund_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'settling') = (settles_at IS NOT NULL))
);
CREATE UNIQUE INDEX test_processor_one_charge ON test_processor_charges (payment_id) WHERE status <> 'declined';
CREATE INDEX test_processor_settling ON test_processor_charges (settles_at) WHERE settles_at IS NOT NULL;
COMMENT ON COLUMN test_processor_charges.refund_key IS 'the idempotency key of the refund that was made';
