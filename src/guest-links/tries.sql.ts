/** SQL of counted attempts. Real time. */
import type { Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

interface Counted {
  readonly taken: number;
  /** Whole seconds until the window ends. */
  readonly wait: number;
}

const take = defineStatement({
  name: "take-guest-try",
  prepare: false,
  takes: ["text", "float8"],
  gives: row<Counted>({ taken: "int4", wait: "int4" }),
  text: `INSERT INTO guest_tries AS t (name_hash, ends_at, taken)
    VALUES (decode($1, 'hex'), clock_timestamp() + make_interval(secs => $2), 1)
    ON CONFLICT (name_hash) DO UPDATE SET
      taken = CASE WHEN t.ends_at <= clock_timestamp() THEN 1 ELSE least(t.taken + 1, 1000000) END,
      ends_at = CASE WHEN t.ends_at <= clock_timestamp() THEN excluded.ends_at ELSE t.ends_at END
    RETURNING taken, ceil(extract(epoch FROM ends_at - clock_timestamp()))::integer AS wait`,
});

/** Counts one for each name, in the order of their hashes, so that two callers never wait for each other both; answers in the order given. */
export async function countTries(
  tx: Tx,
  tries: readonly { readonly hash: string; readonly seconds: number }[],
): Promise<readonly Counted[]> {
  const sorted = tries.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  const counted = await Promise.all(sorted.map(({ hash, seconds }) => tx.one(take, [hash, seconds])));
  const byHash = new Map(sorted.map(({ hash }, index) => [hash, counted[index]]));
  return tries.flatMap(({ hash }) => byHash.get(hash) ?? []);
}

const forget = defineStatement({
  name: "forget-guest-tries",
  prepare: false,
  takes: ["int8"],
  gives: row<{ readonly count: number }>({ count: "int8" }),
  text: `WITH gone AS (DELETE FROM guest_tries WHERE name_hash IN (
      SELECT name_hash FROM guest_tries WHERE ends_at < clock_timestamp() ORDER BY ends_at LIMIT $1)
      AND ends_at < clock_timestamp() RETURNING 1)
    SELECT count(*) AS count FROM gone`,
});

/** Deletes some counts whose windows are over; answers how many. */
export async function deleteOldTries(tx: Tx, most: number): Promise<number> {
  return (await tx.one(forget, [most])).count;
}
