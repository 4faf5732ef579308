-- What a guest chose is kept with the hold: one that runs out is offered again in that area or not at all.
ALTER TABLE booking_holds
  ADD COLUMN wanted_area_id text;
COMMENT ON COLUMN booking_holds.wanted_area_id IS 'the area that the slot token was bound to; null: anywhere, and area_id is what the rule of seating found';
