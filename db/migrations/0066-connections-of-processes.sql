-- How many connections each process may open, so that their sum can be compared with what the server takes before the
-- server refuses one. Processes of the version before write nothing here and count as none.
ALTER TABLE processes ADD COLUMN connections integer NOT NULL DEFAULT 0
  CONSTRAINT processes_connections_check CHECK (connections BETWEEN 0 AND 10000);
COMMENT ON COLUMN processes.connections IS 'the most connections that the process opens to this database for long: its pools, and the one for wake-ups';
