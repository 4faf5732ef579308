-- How a location shows itself to guests, and who it is before the law.
ALTER TABLE locations ADD COLUMN profile jsonb NOT NULL DEFAULT
  '{"description": null, "cuisines": [], "price_level": null, "contact_email": null, "legal_name": null, "tax_id": null,
    "slug": null, "listed": false, "translations": {}}';
COMMENT ON COLUMN locations.profile IS 'what guests are shown: texts, cuisines, e-mail, slug; legal name and tax number for receipts';

-- The names of front pages. A name that was given once leads to its location for ever.
CREATE TABLE location_slugs (
  slug text COLLATE "C" PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  given_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN location_slugs.given_at IS 'real time';
