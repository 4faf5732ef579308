-- What a guest reads, as it was when the order, booking or entry was made (rules/messages-and-privacy 1.9).
ALTER TABLE orders ADD COLUMN language text
  CONSTRAINT orders_language_check CHECK (language IN ('en', 'fr', 'de', 'es', 'it', 'nl', 'pt'));
ALTER TABLE bookings ADD COLUMN language text
  CONSTRAINT bookings_language_check CHECK (language IN ('en', 'fr', 'de', 'es', 'it', 'nl', 'pt'));
ALTER TABLE waitlist_entries ADD COLUMN language text
  CONSTRAINT waitlist_entries_language_check CHECK (language IN ('en', 'fr', 'de', 'es', 'it', 'nl', 'pt'));
COMMENT ON COLUMN orders.language IS 'what the diner reads; null: the language of the location';
COMMENT ON COLUMN bookings.language IS 'what the guest reads; null: the language of the location';
COMMENT ON COLUMN waitlist_entries.language IS 'what the guest reads; null: the language of the location';
