-- The trace in which a change was made goes with its event, so that the attempts to deliver it belong to the same trace
-- (rules/operating 4.5). Null unless the operator collects traces and this one was kept.
ALTER TABLE events ADD COLUMN traceparent text CHECK (length(traceparent) = 55);
COMMENT ON COLUMN events.traceparent IS 'W3C Trace Context of the change; null unless its trace was kept';
