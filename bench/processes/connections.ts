/** How many connections four `serve` and four `work` processes hold while all of them have work. */
import pg from "pg";
import type { ManyProcesses } from "./many-processes.ts";

/** Of 100, ten are for operators (rules/operating 1.16). */
export const mostConnections = 90;
/** More than a process has connections to either environment. */
const callers = 8;

export interface ConnectionsFound {
  /** The most connections that were open at once. */
  readonly most: number;
  /** Calls that were refused for now, with 503. */
  readonly refused: number;
  readonly failed: number;
}

/** Asks every process with each key, over many connections, for some seconds. */
export async function countConnections(
  { postgres, serving }: ManyProcesses,
  keys: readonly string[],
  seconds: number,
): Promise<ConnectionsFound> {
  const client = new pg.Client({ connectionString: postgres.url("postgres") });
  // When the bench fails, the server ends first, and what failed is still to be told.
  client.on("error", () => {});
  await client.connect();
  const end = performance.now() + seconds * 1_000;
  let [refused, failed] = [0, 0];
  const call = async (url: string, key: string): Promise<void> => {
    while (performance.now() < end) {
      const answer = await fetch(`${url}/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
      await answer.arrayBuffer();
      if (answer.status === 503) refused += 1;
      else if (!answer.ok) failed += 1;
    }
  };
  const asked = serving.flatMap((url) => keys.map((key) => ({ url, key })));
  const calls = Promise.all(asked.flatMap(({ url, key }) => Array.from({ length: callers }, () => call(url, key))));
  let most = 0;
  while (performance.now() < end) {
    const { rows } = await client.query<{ readonly open: number }>(
      "SELECT count(*)::int AS open FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    most = Math.max(most, rows[0]?.open ?? 0);
  }
  await calls;
  await client.end();
  return { most, refused, failed };
}
