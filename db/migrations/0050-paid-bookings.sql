-- Bookings that ask for a deposit or are paid ahead (rules/bookings 17): a payment is for an order or for a booking.
ALTER TABLE bookings
  ADD COLUMN payment jsonb,
  ADD COLUMN payment_due_at timestamptz,
  ADD COLUMN decline_reason text,
  ADD CONSTRAINT bookings_payment_due CHECK ((payment_due_at IS NOT NULL) = (status = 'pending' AND kept_by = 'native')),
  ADD CONSTRAINT bookings_payment_due_has_payment CHECK (payment_due_at IS NULL OR payment IS NOT NULL),
  ADD CONSTRAINT bookings_decline_reason CHECK (decline_reason IS NULL OR (decline_reason = 'PAYMENT_TIMEOUT' AND status = 'declined'));
CREATE INDEX bookings_payment_due ON bookings (payment_due_at) WHERE payment_due_at IS NOT NULL;
COMMENT ON COLUMN bookings.payment IS 'the payment that the booking asks for now, as of its latest change, with the terms that the guest was shown; null where none is asked for';
COMMENT ON COLUMN bookings.payment_due_at IS 'until when a booking that waits for its payment can be paid, in the clock of the location; null for all others';
COMMENT ON COLUMN bookings.decline_reason IS 'why the service declined it';

ALTER TABLE booking_holds ADD COLUMN payment jsonb;
COMMENT ON COLUMN booking_holds.payment IS 'the terms of payment that were shown with the hold; null where none is asked for';

ALTER TABLE payments
  ALTER COLUMN order_id DROP NOT NULL,
  ADD COLUMN booking_id id,
  ADD CONSTRAINT payments_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings (id),
  ADD CONSTRAINT payments_of_one CHECK (num_nonnulls(order_id, booking_id) = 1);
CREATE INDEX payments_of_booking ON payments (booking_id) WHERE booking_id IS NOT NULL;
COMMENT ON COLUMN payments.booking_id IS 'the booking that it is for; a booking that is to be paid anew has a further one';
COMMENT ON COLUMN payments.amount IS 'what the link asks for; what is kept of it is amount - refund_requested while it is paid';
COMMENT ON COLUMN payments.status IS 'void: the order or booking ended before anything was taken; the link no longer takes money';
COMMENT ON COLUMN payments.charge_ref IS 'the charge that pays it, as the processor names it; any other charge is a surplus and goes back';

ALTER TABLE payments_ledger DROP CONSTRAINT payments_ledger_accounts,
  ADD CONSTRAINT payments_ledger_accounts CHECK (
    (kind = 'charge' AND debit = 'processor' AND credit IN ('orders', 'bookings'))
    OR (kind IN ('refund_requested', 'adjustment') AND debit IN ('orders', 'bookings') AND credit = 'refunds')
    OR (kind = 'refund_settled' AND debit = 'refunds' AND credit = 'processor')
    OR (kind = 'refund_failed' AND debit = 'processor' AND credit = 'refunds'));

ALTER TABLE refunds DROP CONSTRAINT refunds_purpose_check,
  ADD CONSTRAINT refunds_purpose_check CHECK (
    purpose IN ('order_over', 'items_removed', 'booking_over', 'party_smaller', 'surplus'));
DROP INDEX refunds_one_for_the_end;
CREATE UNIQUE INDEX refunds_one_for_the_end ON refunds (payment_id) WHERE purpose IN ('order_over', 'booking_over');
