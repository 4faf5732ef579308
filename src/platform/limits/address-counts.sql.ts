/** The SQL of counts that processes share. The table is UNLOGGED: a crash of the database forgets counts, never an effect. */
import type { Database, Tx } from "../postgres/database.ts";
import { row } from "../postgres/sql-types.ts";
import { defineStatement } from "../postgres/statement.ts";
import type { CountedTogether, PendingCount } from "./shared-counts.ts";

const addCountsStatement = defineStatement({
  name: "add-address-counts",
  takes: ["text[]", "text[]", "int4[]"],
  gives: row<CountedTogether>({ name: "text", network: "text", counted: "int4", waitSeconds: "int4" }),
  // In one order everywhere, so that two processes never wait for each other in a circle.
  text: `INSERT INTO address_counts AS c (name, network, ends_at, counted)
    SELECT n.name, n.network, clock_timestamp() + interval '1 minute', n.counted
    FROM unnest($1::text[], $2::text[], $3::int4[]) AS n (name, network, counted) ORDER BY n.name, n.network
    ON CONFLICT (name, network) DO UPDATE SET
      counted = CASE WHEN c.ends_at <= clock_timestamp() THEN excluded.counted
        ELSE least(c.counted::bigint + excluded.counted, 1000000000)::integer END,
      ends_at = CASE WHEN c.ends_at <= clock_timestamp() THEN excluded.ends_at ELSE c.ends_at END
    RETURNING name, network, counted, ceil(extract(epoch FROM ends_at - clock_timestamp()))::integer AS "waitSeconds"`,
});

/** Adds what this process counted; answers what all counted of the same in the windows that are open. */
export function addCounts(database: Database, pending: readonly PendingCount[]): Promise<CountedTogether[]> {
  return database.read.rows(addCountsStatement, [
    pending.map(({ name }) => name),
    pending.map(({ network }) => network),
    pending.map(({ counted }) => counted),
  ]);
}

const forgetCountsStatement = defineStatement({
  name: "forget-address-counts",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly name: string }>({ name: "text" }),
  text: `DELETE FROM address_counts WHERE (name, network) IN (
      SELECT name, network FROM address_counts WHERE ends_at <= clock_timestamp()
      ORDER BY name, network LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING name`,
});

/** Deletes so many counts whose window has ended; answers how many there were. */
export async function forgetCounts(tx: Tx, limit: number): Promise<number> {
  return (await tx.rows(forgetCountsStatement, [limit])).length;
}
