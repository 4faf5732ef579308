-- What accepted orders are worth, as lines that are added and never changed: the acceptance on its day; dishes that were
-- taken out, and a cancellation, on theirs. So a month that is over stays what it was, also when its orders are archived.
-- The database writes the lines, whoever changes the order; the next migration writes those of the orders that are there.
CREATE TABLE sales_ledger (
  order_id id NOT NULL,
  number integer NOT NULL,
  location_id id NOT NULL REFERENCES locations,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('accepted', 'items_removed', 'cancelled')),
  display_number text NOT NULL,
  fulfillment_type text NOT NULL,
  is_in_store boolean NOT NULL,
  currency text NOT NULL,
  total bigint NOT NULL,
  taxes bigint NOT NULL,
  tips bigint NOT NULL,
  discount bigint NOT NULL,
  fees bigint NOT NULL,
  delivery_fee bigint NOT NULL,
  rates jsonb NOT NULL,
  PRIMARY KEY (location_id, order_id, number)
);
CREATE INDEX sales_ledger_of_location ON sales_ledger (location_id, at, order_id, number);
COMMENT ON TABLE sales_ledger IS 'what accepted orders are worth, each change on its own day; rows are never changed or removed';
COMMENT ON COLUMN sales_ledger.at IS 'when it was accepted, changed or cancelled, by the clock of the location';
COMMENT ON COLUMN sales_ledger.total IS 'minor units, as are all amounts; below 0 where it became less';
COMMENT ON COLUMN sales_ledger.rates IS 'the taxes by rate: [{rate, is_included, amount}]';

CREATE FUNCTION refuse_sales_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the sales ledger only grows' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER sales_ledger_only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON sales_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_sales_change();

-- Whether an order of the status is a sale.
CREATE FUNCTION is_sold(p_status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_status IN ('ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY', 'FULFILLED')
$$;

-- The whole worth of an order, as the line of its acceptance on the day on which it was placed.
CREATE FUNCTION sale_of(o orders) RETURNS sales_ledger LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT o.id, 1, o.location_id, o.created_at, 'accepted', o.display_number, o.fulfillment_type,
    o.payment_status = 'pay_in_store', o.totals ->> 'currency', (o.totals ->> 'total')::bigint,
    coalesce((o.totals ->> 'tax')::bigint, 0) + coalesce((o.totals ->> 'tax_included')::bigint, 0),
    coalesce((o.totals ->> 'tip')::bigint, 0) + coalesce((o.totals ->> 'delivery_tip')::bigint, 0),
    coalesce((o.totals ->> 'discount')::bigint, 0), coalesce((o.totals ->> 'surcharge')::bigint, 0),
    coalesce((o.totals ->> 'delivery_fee')::bigint, 0),
    coalesce((SELECT jsonb_agg(jsonb_build_object('rate', r.rate, 'is_included', r.is_included, 'amount', r.amount))
      FROM (SELECT b.part ->> 'label' AS rate, b.part ->> 'kind' = 'tax_included' AS is_included,
          sum((b.part ->> 'amount')::bigint)::bigint AS amount
        FROM jsonb_array_elements(o.breakdown) b(part)
        WHERE b.part ->> 'kind' IN ('tax', 'fee_tax', 'tax_included') GROUP BY 1, 2) r), '[]')
$$;

-- What one worth is more than another, as the rates of a line.
CREATE FUNCTION rates_between(p_before jsonb, p_after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('rate', d.rate, 'is_included', d.is_included, 'amount', d.amount)), '[]')
  FROM (SELECT r.rate, r.is_included, sum(r.sign * r.amount)::bigint AS amount
    FROM (SELECT 1 AS sign, a.* FROM jsonb_to_recordset(p_after) AS a (rate text, is_included boolean, amount bigint)
      UNION ALL
      SELECT -1, b.* FROM jsonb_to_recordset(p_before) AS b (rate text, is_included boolean, amount bigint)) r
    GROUP BY 1, 2 HAVING sum(r.sign * r.amount) <> 0) d
$$;

-- Writes what an order is worth more or less than before. Of an order that was accepted before there was a line of it, the
-- acceptance is written first. A line that is there is never written twice: an order may come back from the archive.
CREATE FUNCTION write_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sold sales_ledger;
  before sales_ledger;
  last integer;
BEGIN
  IF TG_OP = 'INSERT' OR is_sold(OLD.status) THEN
    IF TG_OP = 'INSERT' THEN
      before := sale_of(NEW);
    ELSE
      before := sale_of(OLD);
    END IF;
    INSERT INTO sales_ledger SELECT before.* ON CONFLICT DO NOTHING;
    IF TG_OP = 'INSERT' THEN
      RETURN NULL;
    END IF;
  END IF;
  sold := sale_of(NEW);
  SELECT max(number) INTO last FROM sales_ledger WHERE location_id = NEW.location_id AND order_id = NEW.id;
  sold.number := coalesce(last, 0) + 1;
  sold.at := NEW.updated_at;
  IF is_sold(OLD.status) THEN
    sold.is_in_store := before.is_in_store;
    IF is_sold(NEW.status) THEN
      sold.kind := 'items_removed';
      sold.total := sold.total - before.total;
      sold.taxes := sold.taxes - before.taxes;
      sold.tips := sold.tips - before.tips;
      sold.discount := sold.discount - before.discount;
      sold.fees := sold.fees - before.fees;
      sold.delivery_fee := sold.delivery_fee - before.delivery_fee;
      sold.rates := rates_between(before.rates, sold.rates);
    ELSE
      sold.kind := 'cancelled';
      sold.total := -before.total;
      sold.taxes := -before.taxes;
      sold.tips := -before.tips;
      sold.discount := -before.discount;
      sold.fees := -before.fees;
      sold.delivery_fee := -before.delivery_fee;
      sold.rates := rates_between(before.rates, '[]');
    END IF;
  END IF;
  INSERT INTO sales_ledger SELECT sold.*;
  RETURN NULL;
END $$;

CREATE TRIGGER orders_sold AFTER INSERT ON orders
  FOR EACH ROW WHEN (is_sold(NEW.status)) EXECUTE FUNCTION write_sale();
CREATE TRIGGER orders_sold_otherwise AFTER UPDATE OF status, totals ON orders FOR EACH ROW
  WHEN (is_sold(OLD.status) <> is_sold(NEW.status) OR is_sold(NEW.status) AND OLD.totals <> NEW.totals)
  EXECUTE FUNCTION write_sale();
