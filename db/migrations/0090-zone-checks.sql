-- Up to which zone and zone data the coming bookings of a location were compared with the times that their guests were
-- promised. A location without a row, or with another zone or older data than now, is compared anew.
CREATE TABLE zone_checks (
  location_id id PRIMARY KEY REFERENCES locations (id),
  time_zone text NOT NULL,
  -- The release of the zone data, such as 2026c.
  zone_data text COLLATE "C" NOT NULL,
  checked_at timestamptz NOT NULL,
  -- Bookings that could not be given their promised time, for want of a table.
  unkept integer NOT NULL CHECK (unkept >= 0)
);
