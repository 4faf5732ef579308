-- What the screens of a location follow live (rules/board 1): each change has the next number of its location.
CREATE TABLE live_sequences (
  location_id id PRIMARY KEY REFERENCES locations (id),
  sequence bigint NOT NULL CHECK (sequence >= 1)
) WITH (fillfactor = 50);
COMMENT ON TABLE live_sequences IS 'the number of the last change of a location; its row is locked from the last statement of a transaction to the COMMIT, so that numbers follow commits';

CREATE TABLE live_changes (
  location_id id NOT NULL,
  sequence bigint NOT NULL,
  topic text NOT NULL CHECK (topic IN ('orders', 'settings')),
  resource_id id NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (location_id, sequence)
);
CREATE INDEX live_changes_old ON live_changes (at);
COMMENT ON TABLE live_changes IS 'kept a day, the newest 5,000 of a location; the resource itself is read when it is shown. No foreign key: it would lock the location for each change';

CREATE TABLE board_watch (
  location_id id PRIMARY KEY REFERENCES locations (id),
  shown_at timestamptz
);
COMMENT ON TABLE board_watch IS 'real time at which a board last showed the orders of the location';

CREATE INDEX orders_ended ON orders (location_id, updated_at)
  WHERE status IN ('FULFILLED', 'REJECTED', 'STORE_CANCELLED', 'CUSTOMER_CANCELLED');
COMMENT ON INDEX orders_ended IS 'the orders that a board shows as done';
