-- The location's own people publish its menu where no app keeps it (rules/menus 4.12).
ALTER TABLE menu_syncs ALTER COLUMN app_id DROP NOT NULL;
COMMENT ON COLUMN menu_syncs.app_id IS 'who published; null: the people of the location, where no app is connected';
