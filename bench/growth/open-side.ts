/** One filled database of the growth bench with the service on it. */
import pg from "pg";
import type { BenchProcesses, BenchService } from "../../proofs/rig/processes.ts";
import { connectProofDatabase } from "../../proofs/rig/proof-database.ts";
import type { EmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import type { FilledSide } from "./fill-side.ts";
import { hotCalls, type HotCall } from "./hot-calls.ts";

export interface Side extends FilledSide {
  readonly url: string;
  readonly database: TextDatabase;
  /** A connection of the bench's own. */
  readonly client: pg.Client;
  readonly service: BenchService;
  readonly calls: readonly HotCall[];
  close(): Promise<void>;
}

interface Parts {
  readonly postgres: EmbeddedPostgres;
  readonly processes: BenchProcesses;
}

/** Starts the service on a database that was filled, with the migrations that came since. */
export async function openSide({ postgres, processes }: Parts, filled: FilledSide): Promise<Side> {
  const url = postgres.url(`maple_${filled.name}`);
  const late = await migrate(url);
  if (late.length > 0) console.log(`${filled.name}: migrated by ${late.join(", ")}`);
  const database = connectProofDatabase(url);
  const service = await processes.startService(url, "serve");
  const client = new pg.Client({ connectionString: url });
  // When the bench fails, the server ends first, and what failed is still to be told.
  client.on("error", () => {});
  await client.connect();
  const calls = await hotCalls(database, filled.sandbox, filled);
  // The budgets (rules/http 8.1, 8.2) would end a bench within a second: their table is kept empty.
  const forgetting = setInterval(() => {
    database.transaction((tx) => tx.rows("DELETE FROM rate_budgets")).catch(() => {});
  }, 100);
  return {
    ...filled,
    url,
    database,
    client,
    service,
    calls,
    async close() {
      clearInterval(forgetting);
      await client.end();
      await database.close();
    },
  };
}
