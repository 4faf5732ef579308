-- The lines of the ledger that are there already get the location of their payment. No table is locked: lines are never
-- changed by anybody else, and new ones have their location. A crash leaves all of them as they were.
SELECT set_config('maple.names_locations', 'yes', true);
UPDATE payments_ledger m SET location_id = p.location_id FROM payments p
  WHERE p.id = m.payment_id AND m.location_id IS NULL;
