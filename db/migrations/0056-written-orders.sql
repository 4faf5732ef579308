-- When an order was written last, in real time, for the drain of GET /orders by update (rules/ordering 13.6). Orders of before
-- have no such time: their own clock is taken, which is the real one but for sandbox clocks that were moved.
ALTER TABLE orders ADD COLUMN written_at timestamptz;
ALTER TABLE orders ALTER COLUMN written_at SET DEFAULT enter_order_drain();
COMMENT ON COLUMN orders.written_at IS 'real time of the last change, taken after enter_order_drain(): the order in which GET /orders drains by update';
CREATE INDEX orders_by_update ON orders (location_id, (coalesce(written_at, updated_at)), id);

-- A process of the version before writes changes without the time; the database adds it.
CREATE FUNCTION write_order_time() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.written_at := enter_order_drain();
  RETURN NEW;
END $function$;
CREATE TRIGGER orders_written BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (NEW.sequence <> OLD.sequence AND NEW.written_at IS NOT DISTINCT FROM OLD.written_at)
  EXECUTE FUNCTION write_order_time();
