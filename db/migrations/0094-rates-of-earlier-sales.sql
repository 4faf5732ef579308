-- Lines of before get their rates where the order still says them: one of which nothing was taken out. The amounts of a line
-- stay what they are. No table is locked: the ledger takes the change because its guard lets this transaction pass, which no
-- other transaction sees.
CREATE OR REPLACE FUNCTION refuse_sales_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;

UPDATE sales_ledger s
SET by_rates = CASE s.kind WHEN 'accepted' THEN sold_by_rates(o.breakdown)
  ELSE by_rates_between(sold_by_rates(o.breakdown), '[]') END
FROM orders o
WHERE o.id = s.order_id AND s.by_rates IS NULL
  AND NOT EXISTS (SELECT FROM sales_ledger c
    WHERE c.location_id = s.location_id AND c.order_id = s.order_id AND c.kind = 'items_removed');

CREATE OR REPLACE FUNCTION refuse_sales_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the sales ledger only grows' USING ERRCODE = 'restrict_violation';
END $$;
