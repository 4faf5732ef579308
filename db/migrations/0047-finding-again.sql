-- Guests find their orders and bookings again by the code, or by their phone number or e-mail (rules/messages-and-privacy 4.3).
CREATE INDEX orders_by_code ON orders (code) WHERE code IS NOT NULL;
CREATE INDEX orders_of_phone ON orders ((customer ->> 'phone'));
CREATE INDEX orders_of_email ON orders (lower(customer ->> 'email')) WHERE customer ->> 'email' IS NOT NULL;
CREATE INDEX bookings_by_code ON bookings (confirmation_code);

-- How often was tried to find something. A crash of the database forgets counts, and nothing else.
CREATE UNLOGGED TABLE guest_tries (
  name_hash bytea PRIMARY KEY,
  ends_at timestamptz NOT NULL,
  taken integer NOT NULL
);
CREATE INDEX guest_tries_by_end ON guest_tries (ends_at);
COMMENT ON COLUMN guest_tries.name_hash IS 'SHA-256 of a network, a code or a contact';
COMMENT ON COLUMN guest_tries.ends_at IS 'real time at which the window ends; the next try then opens another';
