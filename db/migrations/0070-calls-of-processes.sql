-- How many calls each process answered in the last five minutes, and how many of them with 503, so that the share of all
-- processes together can be seen by the operator. Processes of the version before write nothing here and count as idle.
ALTER TABLE processes
  ADD COLUMN recent_calls integer NOT NULL DEFAULT 0 CONSTRAINT processes_recent_calls_check CHECK (recent_calls >= 0),
  ADD COLUMN recent_refused integer NOT NULL DEFAULT 0
    CONSTRAINT processes_recent_refused_check CHECK (recent_refused BETWEEN 0 AND recent_calls);
COMMENT ON COLUMN processes.recent_calls IS 'calls of both environments that the process answered in the five minutes before its last beat';
COMMENT ON COLUMN processes.recent_refused IS 'those of them that were answered with 503';
