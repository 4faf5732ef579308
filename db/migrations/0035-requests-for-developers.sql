-- Developers read which requests their app made: how each ended, and how long it took (rules/people 9.3).
ALTER TABLE requests
  ADD COLUMN duration_ms integer CHECK (duration_ms >= 0),
  ADD COLUMN code text CHECK (length(code) <= 100);
COMMENT ON COLUMN requests.code IS 'of the refusal; null for a success, and for an answer that was kept and given again';
CREATE INDEX requests_of_app ON requests (app_id, id);
