-- Two managers may change the settings of a location at once: each save names the version that it has read (rules/console 1.3).
ALTER TABLE locations ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1);
COMMENT ON COLUMN locations.version IS 'counts the changes of the settings, from 1; what expected_version is compared with';

-- Reports count by day what a location had (rules/console 2.1).
CREATE INDEX payments_of_location ON payments (location_id, created_at);
CREATE INDEX refunds_of_location ON refunds (location_id, created_at);
CREATE INDEX waitlist_by_joining ON waitlist_entries (location_id, joined_at);
