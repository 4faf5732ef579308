-- Money to the cent: a ledger that only grows, refunds of a part, links made at a processor over the network, and items
-- that turn out to be unavailable after an order was accepted.

-- What is taken and what has to go back. charge_ref is the processor's name of the one charge that pays the order.
ALTER TABLE payments
  ADD COLUMN charge_ref text,
  ADD COLUMN refund_requested bigint NOT NULL DEFAULT 0;
UPDATE payments SET refund_requested = captured WHERE status IN ('refund_pending', 'refunded');
UPDATE payments p SET charge_ref = c.id FROM test_processor_charges c
  WHERE c.payment_id = p.id AND c.status = 'succeeded';
ALTER TABLE payments
  ADD CONSTRAINT payments_refunds_within_captured CHECK (refunded <= refund_requested AND refund_requested <= captured),
  ADD CONSTRAINT payments_charge_is_named CHECK ((captured > 0) = (charge_ref IS NOT NULL));
COMMENT ON COLUMN payments.amount IS 'what the link asks for; what the order is worth now is amount - refund_requested while it is paid';
COMMENT ON COLUMN payments.charge_ref IS 'the charge that pays the order, as the processor names it; any other charge is a surplus and goes back';
COMMENT ON COLUMN payments.refund_requested IS 'what has to go back of the captured amount, whether it has gone or not';

-- Several refunds of one payment: of removed items, of the rest when the order ends, of charges that were never asked for.
ALTER TABLE refunds DROP CONSTRAINT refunds_payment_id_key;
ALTER TABLE refunds
  ADD COLUMN purpose text NOT NULL DEFAULT 'order_over' CHECK (purpose IN ('order_over', 'items_removed', 'surplus')),
  ADD COLUMN charge_ref text,
  ADD COLUMN currency text,
  ADD COLUMN tries integer NOT NULL DEFAULT 1,
  ADD COLUMN processor_ref text UNIQUE,
  ADD COLUMN failed_refs text[] NOT NULL DEFAULT '{}';
UPDATE refunds r SET charge_ref = p.charge_ref, currency = p.currency FROM payments p WHERE p.id = r.payment_id;
ALTER TABLE refunds ALTER COLUMN purpose DROP DEFAULT, ALTER COLUMN charge_ref SET NOT NULL, ALTER COLUMN currency SET NOT NULL;
CREATE UNIQUE INDEX refunds_one_for_the_end ON refunds (payment_id) WHERE purpose = 'order_over';
CREATE UNIQUE INDEX refunds_one_per_surplus ON refunds (charge_ref) WHERE purpose = 'surplus';
CREATE INDEX refunds_by_payment ON refunds (payment_id);
COMMENT ON TABLE refunds IS 'a refund that is owed: the row is the job, tried until the processor has paid it back';
COMMENT ON COLUMN refunds.tries IS 'counts the refunds asked for at the processor; each has an idempotency key of its own';
COMMENT ON COLUMN refunds.processor_ref IS 'the refund at the processor that is under way or was paid';
COMMENT ON COLUMN refunds.failed_refs IS 'refunds at the processor that failed for good; later news of them counts for nothing';

-- Double entry: each row moves an amount from the credit account to the debit account, so all accounts together are
-- always zero. `orders` is what orders have been paid, `processor` the money there, `refunds` what diners are owed.
CREATE TABLE payments_ledger (
  id id PRIMARY KEY,
  payment_id id NOT NULL REFERENCES payments,
  refund_id id REFERENCES refunds,
  kind text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  reference text NOT NULL,
  reason text,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT payments_ledger_accounts CHECK ((kind, debit, credit) IN (
    ('charge', 'processor', 'orders'), ('refund_requested', 'orders', 'refunds'), ('adjustment', 'orders', 'refunds'),
    ('refund_settled', 'refunds', 'processor'), ('refund_failed', 'processor', 'refunds'))),
  CONSTRAINT payments_ledger_refund CHECK ((kind = 'charge') = (refund_id IS NULL)),
  CONSTRAINT payments_ledger_once UNIQUE (payment_id, kind, reference)
);
COMMENT ON TABLE payments_ledger IS 'every movement of money, written in the transaction of the change; rows are never changed or removed';
COMMENT ON COLUMN payments_ledger.reference IS 'the charge or the refund at the processor, or our refund when it is asked for: what makes a movement count once';
COMMENT ON COLUMN payments_ledger.at IS 'real time';

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the payments ledger only grows' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER payments_ledger_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- The movements of the payments there are already.
INSERT INTO payments_ledger (id, payment_id, kind, debit, credit, amount, currency, reference)
  SELECT 'pml_' || substr(id, 5), id, 'charge', 'processor', 'orders', captured, currency, charge_ref
  FROM payments WHERE captured > 0;
INSERT INTO payments_ledger (id, payment_id, refund_id, kind, debit, credit, amount, currency, reference, reason)
  SELECT 'pml_' || substr(id, 5), payment_id, id, 'refund_requested', 'orders', 'refunds', amount, currency, id, purpose
  FROM refunds;
INSERT INTO payments_ledger (id, payment_id, refund_id, kind, debit, credit, amount, currency, reference, reason)
  SELECT 'pml_0' || substr(md5(id), 1, 25), payment_id, id, 'refund_settled', 'refunds', 'processor', amount, currency, id, purpose
  FROM refunds WHERE status = 'succeeded';

-- A link at a processor where making it is a call over the network. The row is written before the call and holds the
-- whole request, so that a call whose answer was lost is made again as it was, under the same idempotency key.
CREATE TABLE payment_links (
  id id PRIMARY KEY,
  payment_id id NOT NULL REFERENCES payments,
  state text NOT NULL CHECK (state IN ('creating', 'open', 'settling', 'closing', 'paid', 'failed', 'expired')),
  request jsonb NOT NULL,
  reference text UNIQUE,
  url text,
  expires_at timestamptz NOT NULL,
  look_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state IN ('creating', 'open', 'settling', 'closing')) = (look_at IS NOT NULL)),
  CHECK (state NOT IN ('open', 'settling', 'paid', 'failed') OR reference IS NOT NULL),
  CHECK (state <> 'open' OR url IS NOT NULL)
);
CREATE UNIQUE INDEX payment_links_one_alive ON payment_links (payment_id)
  WHERE state IN ('creating', 'open', 'settling', 'closing');
CREATE INDEX payment_links_by_payment ON payment_links (payment_id);
CREATE INDEX payment_links_due ON payment_links (look_at) WHERE look_at IS NOT NULL;
COMMENT ON COLUMN payment_links.state IS 'closing: nobody may pay it any more, and the processor is still to be told';
COMMENT ON COLUMN payment_links.look_at IS 'real time: when the processor is asked how it stands, if it has said nothing until then; put off while somebody asks';
COMMENT ON COLUMN payment_links.url IS 'the processor''s page; whoever has it can pay';

-- The test processor refunds in parts, and some of its charges fail after a while.
CREATE TABLE test_processor_refunds (
  key text PRIMARY KEY,
  charge_id id NOT NULL REFERENCES test_processor_charges,
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX test_processor_refunds_by_charge ON test_processor_refunds (charge_id);
COMMENT ON COLUMN test_processor_refunds.key IS 'the idempotency key under which it was made';
INSERT INTO test_processor_refunds (key, charge_id, amount)
  SELECT refund_key, id, amount FROM test_processor_charges WHERE refund_key IS NOT NULL;
ALTER TABLE test_processor_charges
  DROP COLUMN refund_key,
  ADD COLUMN settles_as text NOT NULL DEFAULT 'succeeded' CHECK (settles_as IN ('succeeded', 'declined'));

-- Items that the venue cannot make after all: each report is an offer to the diner, kept with its order.
ALTER TABLE orders
  ADD COLUMN item_changes jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  DROP CONSTRAINT orders_timer_kind_check,
  DROP CONSTRAINT orders_check2,
  ADD CONSTRAINT orders_timer_kind_check CHECK (timer_kind IN ('validation', 'payment', 'hand_over', 'decision', 'item_change')),
  ADD CONSTRAINT orders_timer_of_status CHECK (timer_kind IS NULL
    OR status = CASE timer_kind WHEN 'item_change' THEN 'ACCEPTED' ELSE 'PENDING' END
    OR (timer_kind = 'item_change' AND status = 'AUTO_ACCEPTED')),
  -- Nothing reaches a kitchen unpaid, whatever the program does.
  ADD CONSTRAINT orders_handed_over_paid CHECK (handed_over_at IS NULL
    OR payment_status IN ('paid', 'refund_pending', 'refunded', 'pay_in_store'));
UPDATE orders o SET refunded = p.refunded FROM payments p WHERE p.order_id = o.id AND p.refunded > 0;
COMMENT ON COLUMN orders.item_changes IS 'what the venue reported as unavailable, oldest first, with what came of it';
COMMENT ON COLUMN orders.refunded IS 'minor units that have gone back to the diner';
