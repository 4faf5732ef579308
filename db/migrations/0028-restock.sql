-- What staff took off the menu comes back by itself (rules/menus 6.7).
ALTER TABLE menu_objects
  ADD COLUMN restock_at timestamptz,
  ADD CONSTRAINT menu_objects_restock_of_out_of_stock CHECK (restock_at IS NULL OR stock_status = 'out_of_stock');
CREATE INDEX menu_objects_restock ON menu_objects (restock_at) WHERE restock_at IS NOT NULL;
COMMENT ON COLUMN menu_objects.restock_at IS 'when it is in stock again by itself, in the clock of the location; null: when somebody says so';
