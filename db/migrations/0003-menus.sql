-- The menu of a location: its catalog, every version ever published, and the identities of its objects.
CREATE TABLE menu_catalogs (
  id id PRIMARY KEY,
  location_id id NOT NULL UNIQUE REFERENCES locations,
  current_version_id id,
  applied_number bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE menu_catalogs IS 'one row per location; its lock is what parallel publishes queue on';
COMMENT ON COLUMN menu_catalogs.current_version_id IS 'the version that is live; switched in the transaction of the publish';
COMMENT ON COLUMN menu_catalogs.applied_number IS 'the number of the newest publish that is live, so that an older one never overwrites it';

CREATE TABLE menu_versions (
  id id PRIMARY KEY,
  catalog_id id NOT NULL REFERENCES menu_catalogs,
  published_at timestamptz NOT NULL,
  content_hash bytea NOT NULL,
  object_count integer NOT NULL CHECK (object_count >= 0),
  document text NOT NULL
);
COMMENT ON TABLE menu_versions IS 'kept, never changed';
COMMENT ON COLUMN menu_versions.document IS 'the parsed document as canonical JSON text, so that equal menus are equal bytes';
COMMENT ON COLUMN menu_versions.content_hash IS 'SHA-256 of that text';
COMMENT ON COLUMN menu_versions.published_at IS 'location time, which the sandbox may have moved';
CREATE INDEX menu_versions_catalog ON menu_versions (catalog_id, id);
ALTER TABLE menu_catalogs ADD FOREIGN KEY (current_version_id) REFERENCES menu_versions;

CREATE TABLE menu_objects (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations,
  kind text NOT NULL CHECK (kind IN ('category', 'item', 'variation', 'modifier_group', 'modifier_option')),
  external_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  present boolean NOT NULL DEFAULT true,
  stock_status text CHECK (stock_status IN ('in_stock', 'low_stock', 'out_of_stock')),
  UNIQUE (location_id, kind, external_id),
  CHECK ((stock_status IS NOT NULL) = (kind IN ('item', 'variation', 'modifier_option')))
);
COMMENT ON TABLE menu_objects IS 'identities; a row lives for ever, so an object that leaves the menu and returns keeps its id';
COMMENT ON COLUMN menu_objects.present IS 'whether the live version has it';
CREATE INDEX menu_objects_not_in_stock ON menu_objects (location_id, stock_status) WHERE stock_status <> 'in_stock';

-- One row per publish; those that wait or run are the queue.
CREATE TABLE menu_syncs (
  id id PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  location_id id NOT NULL REFERENCES locations,
  app_id id NOT NULL REFERENCES apps,
  dry_run boolean NOT NULL DEFAULT false,
  status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  version_id id REFERENCES menu_versions,
  no_op boolean NOT NULL DEFAULT false,
  changes json,
  failure json,
  document text,
  object_count integer,
  leased_by text COLLATE "C",
  leased_until timestamptz,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  CHECK ((status IN ('completed', 'failed')) = (completed_at IS NOT NULL)),
  CHECK ((status IN ('pending', 'processing')) = (document IS NOT NULL)),
  CHECK ((status = 'completed') = (changes IS NOT NULL)),
  CHECK ((status = 'failed') = (failure IS NOT NULL)),
  CHECK ((status = 'processing') = (leased_by IS NOT NULL)),
  CHECK ((leased_by IS NULL) = (leased_until IS NULL))
);
COMMENT ON COLUMN menu_syncs.number IS 'the order of publishes: the newest wins';
COMMENT ON COLUMN menu_syncs.document IS 'what is to be published, canonical JSON text; dropped when the sync ends';
COMMENT ON COLUMN menu_syncs.created_at IS 'location time, as completed_at';
COMMENT ON COLUMN menu_syncs.leased_until IS 'real time; a lease that lapsed is taken over, attempts fences the late finisher';
CREATE INDEX menu_syncs_open ON menu_syncs (location_id, number) WHERE status IN ('pending', 'processing');
