-- An erasure marks the deliveries of a person's events. An attempt that was on its way then may end later; what the endpoint
-- says back of the person is not written any more.
ALTER TABLE deliveries ADD COLUMN forgets_answers boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN deliveries.forgets_answers IS 'a person was erased from the event: what endpoints answer is not kept';
