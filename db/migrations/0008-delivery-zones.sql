-- Where a location delivers and on what terms. A zone set is the zones of one location: its row is what parallel writers
-- queue on, and its version is what every process compares before it uses the index that it keeps in memory.
CREATE SEQUENCE delivery_zone_set_versions;

CREATE TABLE delivery_zone_sets (
  location_id id PRIMARY KEY REFERENCES locations,
  version bigint NOT NULL DEFAULT nextval('delivery_zone_set_versions')
);
COMMENT ON COLUMN delivery_zone_sets.version IS 'drawn from a sequence at every write: a number is never used twice, not even after a roll-back, so equal versions are equal zones';

CREATE TABLE delivery_zones (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES delivery_zone_sets,
  name text NOT NULL,
  enabled boolean NOT NULL,
  priority integer NOT NULL,
  geometry json NOT NULL,
  corners integer NOT NULL CHECK (corners >= 0),
  area_square_meters double precision NOT NULL CHECK (area_square_meters >= 0),
  currency text NOT NULL,
  fee bigint NOT NULL CHECK (fee >= 0),
  minimum_order bigint CHECK (minimum_order >= 0),
  free_delivery_over bigint CHECK (free_delivery_over >= 0),
  estimated_minutes json,
  hours json,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  stamp bigint NOT NULL DEFAULT nextval('delivery_zone_set_versions')
);
COMMENT ON COLUMN delivery_zones.geometry IS 'closed rings, wound as RFC 7946 says; json and not jsonb, so that every number is read back as it was written';
COMMENT ON COLUMN delivery_zones.corners IS 'of all rings; 0 for a circle';
COMMENT ON COLUMN delivery_zones.fee IS 'minor units of currency, as the other amounts';
COMMENT ON COLUMN delivery_zones.hours IS 'availability windows in local time of the location; null is always';
COMMENT ON COLUMN delivery_zones.stamp IS 'drawn anew at every write of the row and never used twice: equal stamps are equal rows, so that a process loads again only what has changed';
CREATE INDEX delivery_zones_location ON delivery_zones (location_id, id DESC);
