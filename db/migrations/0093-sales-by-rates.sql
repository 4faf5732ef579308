-- What was sold at each rate of tax: net and taxes of a line of an order, or of a fee, belong to the rates that are taken of
-- it together. What no tax is taken of has no rate. Tips belong to none; so the parts of a line of the ledger add up to its
-- net and to its taxes.
ALTER TABLE sales_ledger ADD COLUMN by_rates jsonb;
COMMENT ON COLUMN sales_ledger.by_rates IS 'net and taxes by the rates that are taken together: [{rates, net, taxes}]; null in lines of before';

-- The parts of an order, from its breakdown: a fee and the taxes of it stand one after another.
CREATE FUNCTION sold_by_rates(p_breakdown jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('rates', g.rates, 'net', g.net, 'taxes', g.taxes) ORDER BY g.rates), '[]')
  FROM (SELECT p.rates, sum(p.net)::bigint AS net, sum(p.taxes)::bigint AS taxes
    FROM (SELECT
        coalesce(jsonb_agg(DISTINCT b.label) FILTER (WHERE b.kind IN ('tax', 'fee_tax', 'tax_included')), '[]') AS rates,
        sum(CASE WHEN b.kind IN ('price', 'option', 'fee', 'delivery_fee') THEN b.amount
          WHEN b.kind IN ('discount', 'tax_included') THEN -b.amount ELSE 0 END) AS net,
        sum(CASE WHEN b.kind IN ('tax', 'fee_tax', 'tax_included') THEN b.amount ELSE 0 END) AS taxes
      FROM (SELECT r.part ->> 'kind' AS kind, r.part ->> 'label' AS label, (r.part ->> 'amount')::bigint AS amount,
          r.part ->> 'path' AS path,
          CASE WHEN r.part ->> 'kind' IN ('fee', 'fee_tax')
            THEN count(*) FILTER (WHERE r.part ->> 'kind' = 'fee') OVER (ORDER BY r.position) ELSE 0 END AS fee
        FROM jsonb_array_elements(p_breakdown) WITH ORDINALITY AS r (part, position)) b
      WHERE b.kind NOT IN ('tip', 'delivery_tip')
      GROUP BY b.path, b.fee) p
    GROUP BY p.rates HAVING sum(p.net) <> 0 OR sum(p.taxes) <> 0) g
$$;

-- What one order is worth more than another at each rate.
CREATE FUNCTION by_rates_between(p_before jsonb, p_after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('rates', d.rates, 'net', d.net, 'taxes', d.taxes) ORDER BY d.rates), '[]')
  FROM (SELECT r.rates, sum(r.sign * r.net)::bigint AS net, sum(r.sign * r.taxes)::bigint AS taxes
    FROM (SELECT 1 AS sign, a.* FROM jsonb_to_recordset(p_after) AS a (rates jsonb, net bigint, taxes bigint)
      UNION ALL
      SELECT -1, b.* FROM jsonb_to_recordset(p_before) AS b (rates jsonb, net bigint, taxes bigint)) r
    GROUP BY 1 HAVING sum(r.sign * r.net) <> 0 OR sum(r.sign * r.taxes) <> 0) d
$$;

CREATE OR REPLACE FUNCTION sale_of(o orders) RETURNS sales_ledger LANGUAGE sql STABLE PARALLEL SAFE AS $$
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
        WHERE b.part ->> 'kind' IN ('tax', 'fee_tax', 'tax_included') GROUP BY 1, 2) r), '[]'),
    sold_by_rates(o.breakdown)
$$;

CREATE OR REPLACE FUNCTION write_sale() RETURNS trigger LANGUAGE plpgsql AS $$
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
      sold.by_rates := by_rates_between(before.by_rates, sold.by_rates);
    ELSE
      sold.kind := 'cancelled';
      sold.total := -before.total;
      sold.taxes := -before.taxes;
      sold.tips := -before.tips;
      sold.discount := -before.discount;
      sold.fees := -before.fees;
      sold.delivery_fee := -before.delivery_fee;
      sold.rates := rates_between(before.rates, '[]');
      sold.by_rates := by_rates_between(before.by_rates, '[]');
    END IF;
  END IF;
  INSERT INTO sales_ledger SELECT sold.*;
  RETURN NULL;
END $$;
