-- Apps keep the runs of their certifications for the operator, in the test environment (rules/certification 3.1).
CREATE TABLE certifications (
  id id PRIMARY KEY,
  app_id id NOT NULL REFERENCES apps,
  location_id id NOT NULL REFERENCES locations,
  created_at timestamptz NOT NULL DEFAULT now(),
  profile text NOT NULL,
  passed boolean NOT NULL,
  scenarios json NOT NULL
);
COMMENT ON TABLE certifications IS 'runs of certifications with the verdict of the service; the last 20 of an app; in the test environment only';
COMMENT ON COLUMN certifications.scenarios IS 'the verdict on each scenario with what was expected and seen; no personal data';
CREATE INDEX certifications_of_app ON certifications (app_id, id);
