-- Apps make their calls and webhooks go wrong on purpose, in the test environment (rules/ordering 15.6).
CREATE TABLE sandbox_faults (
  app_id id PRIMARY KEY REFERENCES apps,
  rules json NOT NULL,
  seed bigint NOT NULL,
  counts json NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE sandbox_faults IS 'the rules of an app by which its calls and deliveries go wrong; in the test environment only';
COMMENT ON COLUMN sandbox_faults.counts IS 'how often each rule matched and acted, by its id';

ALTER TABLE apps ADD COLUMN faults_until timestamptz;
COMMENT ON COLUMN apps.faults_until IS 'until then the app may have rules in sandbox_faults; read with every key';

ALTER TABLE deliveries ADD COLUMN fault json;
COMMENT ON COLUMN deliveries.fault IS 'the fault of the sandbox that the delivery met, and its rule; null for all others';
