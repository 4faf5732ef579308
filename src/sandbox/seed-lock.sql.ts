/** The lock under which one process at a time seeds the sandbox. */
import { lockNumbers } from "../platform/postgres/advisory-locks.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

const lockSeedStatement = defineStatement({
  name: "lock-seed",
  prepare: false,
  takes: [],
  text: `SELECT pg_advisory_xact_lock(${lockNumbers.seed})`,
});

/** Waits for the lock and holds it until the transaction ends. */
export async function lockSeed(tx: Tx): Promise<void> {
  await tx.rows(lockSeedStatement);
}
