-- What all processes counted of an address in a minute, so that a limit for callers without a key holds for all processes
-- together. A crash of the database forgets the counts, which costs nothing.
CREATE UNLOGGED TABLE address_counts (
  name text NOT NULL CHECK (length(name) <= 64),
  network text NOT NULL CHECK (length(network) <= 64),
  ends_at timestamptz NOT NULL,
  counted integer NOT NULL CHECK (counted > 0),
  PRIMARY KEY (name, network)
) WITH (fillfactor = 50);
COMMENT ON TABLE address_counts IS 'calls without a key that all processes counted, by limit and network; each process adds its own every two seconds';
COMMENT ON COLUMN address_counts.network IS 'an IPv4 address or the /64 of an IPv6 address';
