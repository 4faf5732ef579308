-- Guests who found no table are told of one that becomes free (rules/bookings 19).
CREATE TABLE table_alerts (
  id id PRIMARY KEY,
  location_id id NOT NULL REFERENCES locations (id),
  status text NOT NULL DEFAULT 'waiting',
  version integer NOT NULL DEFAULT 1,
  on_date date NOT NULL,
  from_at timestamp with time zone NOT NULL,
  until_at timestamp with time zone NOT NULL,
  party_size integer NOT NULL,
  area_id text,
  guest_phone text,
  guest_email text,
  language text,
  request_token text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  unused_offers integer NOT NULL DEFAULT 0,
  hold_id id REFERENCES booking_holds (id),
  booking_id id REFERENCES bookings (id),
  looked_mark text,
  look_again_at timestamp with time zone,
  CONSTRAINT table_alerts_status_check CHECK (status IN ('waiting', 'offered', 'booked', 'unused', 'stopped', 'expired')),
  CONSTRAINT table_alerts_offered_check CHECK (status <> 'offered' OR hold_id IS NOT NULL),
  CONSTRAINT table_alerts_window_check CHECK (from_at <= until_at),
  CONSTRAINT table_alerts_party_size_check CHECK (party_size >= 1),
  CONSTRAINT table_alerts_language_check CHECK (language IN ('en', 'fr', 'de', 'es', 'it', 'nl', 'pt')),
  CONSTRAINT table_alerts_contact_check CHECK (guest_phone IS NOT NULL OR guest_email IS NOT NULL)
);
CREATE INDEX table_alerts_waiting ON table_alerts (location_id, on_date) WHERE status = 'waiting';
CREATE INDEX table_alerts_offered ON table_alerts (hold_id) WHERE hold_id IS NOT NULL AND status IN ('waiting', 'offered');
CREATE INDEX table_alerts_of_contact ON table_alerts ((coalesce(guest_phone, lower(guest_email))))
  WHERE status IN ('waiting', 'offered');
CREATE INDEX table_alerts_by_day ON table_alerts (on_date);
COMMENT ON TABLE table_alerts IS 'in the clock of the location; deleted thirty days after their day';
COMMENT ON COLUMN table_alerts.on_date IS 'the service day; the start that is wanted lies from from_at to until_at, both included';
COMMENT ON COLUMN table_alerts.request_token IS 'of the form that was sent: the same form sent twice leads to the same alert, and nobody else''s form does';
COMMENT ON COLUMN table_alerts.hold_id IS 'the latest table that was offered';
COMMENT ON COLUMN table_alerts.looked_mark IS 'what the tables of the day were like when they were last searched; another search is due when that has changed';
COMMENT ON COLUMN table_alerts.look_again_at IS 'when the tables are searched again although nothing has changed: the end of the quiet hours';

CREATE TABLE table_offers (
  hold_id id PRIMARY KEY REFERENCES booking_holds (id),
  alert_id id NOT NULL REFERENCES table_alerts (id),
  location_id id NOT NULL REFERENCES locations (id),
  unit_ids text[] NOT NULL,
  from_at timestamp with time zone NOT NULL,
  until_at timestamp with time zone NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT table_offers_check CHECK (from_at < until_at)
);
CREATE INDEX table_offers_by_time ON table_offers (location_id, from_at);
CREATE INDEX table_offers_of_alert ON table_offers (alert_id);
COMMENT ON TABLE table_offers IS 'the tables that were offered and that nobody has taken since: three offers of one table and it is everybody''s';

ALTER TABLE guest_links ADD COLUMN alert_id id REFERENCES table_alerts (id);
ALTER TABLE guest_links DROP CONSTRAINT guest_links_check;
ALTER TABLE guest_links ADD CONSTRAINT guest_links_check CHECK (num_nonnulls(order_id, booking_id, alert_id) = 1);
CREATE INDEX guest_links_of_alert ON guest_links (alert_id) WHERE alert_id IS NOT NULL;
