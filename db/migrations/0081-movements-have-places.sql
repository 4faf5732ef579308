-- Every line has a location now, which stays so. The ledger is read while the index is made and the lines are checked; the
-- lock that keeps readers out comes last, and finds nothing left to look at.
CREATE INDEX payments_ledger_of_location ON payments_ledger (location_id, at, id);
ALTER TABLE payments_ledger VALIDATE CONSTRAINT payments_ledger_location;

CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the payments ledger only grows' USING ERRCODE = 'restrict_violation';
END $$;

ALTER TABLE payments_ledger ALTER COLUMN location_id SET NOT NULL;
ALTER TABLE payments_ledger DROP CONSTRAINT payments_ledger_location;
