-- Dry runs of publishes are kept for a day, so that they can be polled (rules/menus 4.9).
CREATE INDEX menu_syncs_dry_runs ON menu_syncs (completed_at) WHERE dry_run AND completed_at IS NOT NULL;
