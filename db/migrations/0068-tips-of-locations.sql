-- What diners are offered as a tip, in percent of the subtotal; until now the same everywhere.
ALTER TABLE locations
  ADD COLUMN tip_percentages integer[] NOT NULL DEFAULT '{5,10,15}',
  ADD CONSTRAINT locations_tip_percentages_check CHECK (
    cardinality(tip_percentages) <= 3 AND 1 <= ALL (tip_percentages) AND 50 >= ALL (tip_percentages));
