-- Managers read who changed what at their location (rules/console 1.2).
CREATE INDEX audit_of_location ON audit_log ((coalesce(after ->> 'location_id', before ->> 'location_id', subject::text)), sequence);
