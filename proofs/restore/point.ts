/** A point in time of the proof, and the content of a database that was restored to it. */
import { setTimeout as delay } from "node:timers/promises";
import type { TextDb } from "../../src/platform/postgres/database.ts";
import type { CrashClients } from "../crash/clients.ts";

export interface Mark {
  /** As PostgreSQL writes times, by its own clock. */
  readonly at: string;
  /** A place in the WAL behind the point. */
  readonly lsn: string;
  /** The orders that were acknowledged before the point, each with its acknowledged changes. */
  readonly orders: ReadonlyMap<string, readonly string[]>;
}

/** Notes what is acknowledged, then the time; a second later the place in the WAL. */
export async function markPoint(db: TextDb, clients: CrashClients): Promise<Mark> {
  const orders = new Map([...clients.expected.values()].map(({ id, changes }) => [id, [...changes]]));
  const { at } = await db.one<{ readonly at: string }>(
    "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' AS at",
  );
  // Recovery stops at the first commit after the point: there must be one.
  await delay(1_000);
  const { lsn } = await db.one<{ readonly lsn: string }>("SELECT pg_current_wal_insert_lsn()::text AS lsn");
  return { at, lsn, orders };
}

/** All orders with the names of their changes. */
export async function readOrders(db: TextDb): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.rows<{ readonly id: string; readonly changes: readonly string[] }>(
    "SELECT o.id, (SELECT array_agg(what ORDER BY sequence) FROM order_changes WHERE order_id = o.id) AS changes FROM orders o",
  );
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}

/** How many changes of orders are younger than the point. */
export async function countAfter(db: TextDb, at: string): Promise<number> {
  const row = await db.one<{ readonly n: number }>(
    "SELECT count(*)::int AS n FROM order_changes WHERE at > $1::timestamptz",
    [at],
  );
  return row.n;
}

/** What was acknowledged and is not there; a refund and a change whose answer was still on its way may be more. */
export function compareWithMark(
  acknowledged: Mark["orders"],
  restored: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const wrong: string[] = [];
  for (const [id, changes] of acknowledged) {
    const there = restored.get(id);
    if (there === undefined) wrong.push(`${id} was acknowledged before the point and is gone`);
    else if (changes.some((what, index) => there[index] !== what))
      wrong.push(`${id} has the changes ${there.join()} and not ${changes.join()}`);
  }
  return wrong;
}
