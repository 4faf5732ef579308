-- Every line of the ledger says of which location it is, so that the money of one location is found without looking at the
-- payments of all. Three steps, since a lock lasts as long as its transaction: this one changes no row and is over at once;
-- the next fills the lines that are there, and nobody waits for it; the last one demands what then holds.
ALTER TABLE payments_ledger ADD COLUMN location_id id;
COMMENT ON COLUMN payments_ledger.location_id IS 'that of the payment; written by the database';
ALTER TABLE payments_ledger ADD CONSTRAINT payments_ledger_location CHECK (location_id IS NOT NULL) NOT VALID;

-- A process of the release before writes lines without a location, and no process can write another one than the payment's.
CREATE FUNCTION name_ledger_location() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT p.location_id INTO NEW.location_id FROM payments p WHERE p.id = NEW.payment_id;
  RETURN NEW;
END $$;
CREATE TRIGGER payments_ledger_names_location BEFORE INSERT ON payments_ledger
  FOR EACH ROW EXECUTE FUNCTION name_ledger_location();

-- Only the next migration says this word, in its own transaction.
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('maple.names_locations', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the payments ledger only grows' USING ERRCODE = 'restrict_violation';
END $$;
