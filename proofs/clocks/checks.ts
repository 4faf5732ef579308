/** The checks while clocks are wrong: nothing deleted early, no answer of a key lost, signatures of the database's time. */
import type { TextDatabase, TextDb } from "../../src/platform/postgres/database.ts";

export interface Placed {
  readonly key: string;
  readonly status: number;
  readonly text: string;
}

/** A delivery received, with the database's time at that moment, in Unix seconds. */
export interface Heard {
  readonly signedAt: number;
  readonly databaseAt: number;
}

/** Rows that are half an hour too young to be deleted: a clock that is an hour wrong would. */
export async function plantYoungRows(database: TextDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.rows(
      `INSERT INTO idempotency_keys (scope, key, operation_id, fingerprint, method, path, status, created_at)
       SELECT 'young', n::text, 'opn_' || n, '', 'POST', '/', 201, now() - interval '30 days' + interval '30 minutes'
       FROM generate_series(1, 100) AS n ON CONFLICT (scope, key) DO UPDATE SET created_at = excluded.created_at`,
    );
    // Answers go by whole days: a clock that is days ahead would drop that of today.
    await tx.rows(
      `INSERT INTO idempotency_answers (day, id, body) SELECT (now() AT TIME ZONE 'UTC')::date, -n, '{}'
       FROM generate_series(1, 50) AS n ON CONFLICT DO NOTHING`,
    );
    await tx.rows(
      `INSERT INTO requests (id, route, status, at)
       SELECT 'young' || n, 'x', 200, now() - interval '7 days' + interval '30 minutes' FROM generate_series(1, 100) AS n
       ON CONFLICT (id) DO UPDATE SET at = excluded.at`,
    );
  });
}

/** How many rows there are of what retention deletes; answers of keys are counted too. */
export async function countKept(db: TextDb): Promise<Readonly<Record<string, number>>> {
  return db.one(
    `SELECT (SELECT count(*) FROM idempotency_keys) AS keys, (SELECT count(*) FROM idempotency_answers) AS answers,
       (SELECT count(*) FROM requests) AS requests, (SELECT count(*) FROM events) AS events,
       (SELECT count(*) FROM deliveries) AS deliveries, (SELECT count(*) FROM delivery_attempts) AS attempts`,
  );
}

/** Rows that are gone, by kind: nothing of this proof is old enough. */
export function checkKept(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(before)
    .filter(([name, count]) => (after[name] ?? 0) < count)
    .map(([name, count]) => `${count - (after[name] ?? 0)} ${name} deleted early`);
}

/** Sends each key again: the same answer, byte for byte. */
export async function checkReplays(
  placed: readonly Placed[],
  send: (key: string) => Promise<Placed>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const each of placed) {
    const again = await send(each.key);
    if (again.status !== each.status || again.text !== each.text) found.push(`the answer of key ${each.key} is lost`);
  }
  return found;
}

/** The largest distance between a signature's time and the database's, in seconds. */
export function worstSignature(heard: readonly Heard[]): number {
  return Math.max(0, ...heard.map(({ signedAt, databaseAt }) => Math.abs(databaseAt - signedAt)));
}

export function checkSignatures(heard: readonly Heard[]): readonly string[] {
  const worst = worstSignature(heard);
  return [
    ...(heard.length === 0 ? ["nothing was delivered"] : []),
    ...(worst > 5 ? [`a signature is ${worst.toFixed(1)} s from the database's time`] : []),
  ];
}
