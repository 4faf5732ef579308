-- A diner who comes back from the payment orders anew, and the unpaid order ends. When two windows do so at once, the
-- second one waits for the first and then finds the old order over: it has to know the order that took its place, because
-- that is unpaid now and holds the promo code.
ALTER TABLE orders ADD COLUMN replaced_by id;
COMMENT ON COLUMN orders.replaced_by IS 'the order that its diner placed in its place before paying; null for every other';
