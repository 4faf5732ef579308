/**
 * A lock that a test holds, so that another session waits at the statement that needs it. The moment lasts until the test
 * releases the lock, on a fast and on a slow machine.
 */
import { Client } from "pg";
import type { TextTx } from "../../src/platform/postgres/database.ts";
import { waitUntil } from "./wait-until.ts";

/** The sessions that wait for a lock of the session that asks; not from `pg_stat_activity`, which a transaction reads once. */
const waiters = "SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";

interface Waiter {
  readonly pid: number;
}

export interface HeldLock {
  /** Waits until a session waits for the lock, and answers the process that serves it. */
  waiter(): Promise<number>;
  /** Lets go, and waits until the session of a client that was killed has ended, with what it was still doing. */
  release(killed?: number): Promise<void>;
}

/** Takes a lock by a statement, over a connection of its own that no deadline ends. */
export async function holdLock(url: string, lock: string, values: readonly unknown[] = []): Promise<HeldLock> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("BEGIN");
  await client.query(lock, [...values]);
  return {
    waiter: () => firstWaiter(async () => (await client.query<Waiter>(waiters)).rows),
    async release(killed) {
      await client.query("ROLLBACK");
      if (killed !== undefined) {
        const alive = "SELECT FROM pg_stat_activity WHERE pid = $1";
        await waitUntil(
          async () => (await client.query(alive, [killed])).rowCount,
          (count) => count === 0,
        );
      }
      await client.end();
    },
  };
}

/** Waits until another session waits for a lock of this transaction. */
export async function untilSomebodyWaits(tx: TextTx): Promise<void> {
  await firstWaiter(() => tx.rows<Waiter>(waiters));
}

async function firstWaiter(ask: () => Promise<readonly Waiter[]>): Promise<number> {
  const [first] = await waitUntil(ask, ({ length }) => length > 0);
  return first?.pid ?? 0;
}
