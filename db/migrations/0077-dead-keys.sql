-- Keys of 30 days lie in one table, and each day a thirtieth of them is deleted (rules/operating 6.2). By the usual setting a
-- fifth of the table would be dead before it is vacuumed; now it is at most a twentieth, and inserts freeze in steps as small.
ALTER TABLE idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1);
