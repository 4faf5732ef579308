-- The logo and the large picture of a location; never more than two rows for each, of 400,000 bytes at most.
CREATE TABLE location_pictures (
  location_id id NOT NULL REFERENCES locations,
  kind text NOT NULL CHECK (kind IN ('logo', 'hero')),
  name text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL CHECK (length(bytes) <= 400000),
  PRIMARY KEY (location_id, kind)
);
COMMENT ON COLUMN location_pictures.name IS 'a hash of the bytes: the last part of the address';
