/** The lock under which one process at a time seeds the sandbox. */
import { lockNumbers } from "../platform/postgres/advisory-locks.ts";
import type { Tx } from "../platform/postgres/database.ts";

/** Waits for the lock and holds it until the transaction ends. */
export async function lockSeed(tx: Tx): Promise<void> {
  await tx.rows(`SELECT pg_advisory_xact_lock(${lockNumbers.seed})`);
}
