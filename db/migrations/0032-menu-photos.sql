-- Photos that the people of a location give its dishes (rules/menus 7).
CREATE TABLE menu_photos (
  item_id id NOT NULL,
  location_id id NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT menu_photos_pkey PRIMARY KEY (item_id),
  CONSTRAINT menu_photos_item_id_fkey FOREIGN KEY (item_id) REFERENCES menu_objects (id),
  CONSTRAINT menu_photos_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations (id),
  CONSTRAINT menu_photos_content_type_check CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp')),
  CONSTRAINT menu_photos_bytes_check CHECK (octet_length(bytes) <= 3000000)
);
CREATE INDEX menu_photos_location ON menu_photos (location_id, name);
COMMENT ON TABLE menu_photos IS 'one photo of an item; the item lives for ever, so no publish takes its photo away';
COMMENT ON COLUMN menu_photos.name IS 'of the path under which it is served: made from a hash of the bytes';
