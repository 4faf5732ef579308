/** Builds the readiness of a process: which way its probes go, and which loops must go on. */
import { clockProblem } from "../../platform/clock/watch-clocks.ts";
import { probeKeys } from "../../apps/authenticate-key.query.ts";
import { createReadiness, type Readiness, type ReadinessOptions } from "../../platform/health/readiness.ts";
import type { Databases } from "../../platform/http/ports.ts";
import type { Environment } from "../../kernel/environment.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { requestDeadlines } from "../../platform/postgres/deadlines.ts";
import { createMigrationNames, type NameMissing } from "../../platform/postgres/migrate.ts";
import { openConnection } from "../../platform/postgres/open-connection.ts";
import { searchPrimary } from "../../platform/postgres/hosts/primary-search.ts";
import { isNeverMigrated, readDatabaseState, type DatabaseState } from "../database-state.sql.ts";

export interface ReadinessParts extends Pick<ReadinessOptions, "loops" | "onStanding" | "everyMs" | "limitMs"> {
  /** The pools of requests, where the process answers any. */
  readonly serving: Databases | undefined;
  /** The pools of background work, where the process does any. */
  readonly working: Databases | undefined;
}

/** Prepares the probes of a process that serves, works, or both. */
export function buildReadiness({ serving, working, ...rest }: ReadinessParts): Readiness {
  const nameMissing = createMigrationNames();
  const pools = serving ?? working;
  const environments: readonly Environment[] = pools?.live === undefined ? ["test"] : ["test", "live"];
  const searchOf = (database: Database | undefined) =>
    database === undefined ? undefined : searchPrimary(database.read.url);
  const searches = { test: searchOf(pools?.test), live: searchOf(pools?.live) };
  return createReadiness({
    ...rest,
    environments,
    pools: () =>
      environments.flatMap((environment) => {
        const served = serving?.[environment];
        const worked = working?.[environment];
        return [
          ...(served === undefined ? [] : [{ environment, pool: "requests" as const, ...served.pool() }]),
          ...(worked === undefined || worked === served
            ? []
            : [{ environment, pool: "work" as const, ...worked.pool() }]),
        ];
      }),
    async probe(environment) {
      const found: string[] = [];
      const served = serving?.[environment];
      if (served !== undefined) {
        await probeKeys(served.read);
        found.push(...(await ask(served, nameMissing)));
      }
      const worked = working?.[environment];
      if (worked !== undefined && worked !== served) found.push(...(await ask(worked, nameMissing)));
      return [...new Set(found)];
    },
    async askFresh(environment) {
      const search = searches[environment];
      if (search === undefined) return;
      const options = { applicationName: "maple-probe", deadlines: requestDeadlines, search };
      (await openConnection(options)).destroy();
    },
  });
}

/** A transaction as work makes them; answers what is wrong with the database. */
async function ask(database: Database, nameMissing: NameMissing): Promise<readonly string[]> {
  const { readOnly, applied } = await database.transaction(readDatabaseState).catch(whereNeverMigrated);
  const missing = await nameMissing(applied);
  const skew = clockProblem(database);
  return [
    ...(readOnly ? ["the server takes no writes"] : []),
    ...(skew === undefined ? [] : [skew]),
    ...(missing.length === 0 ? [] : [`migrations are missing, run maple migrate: ${missing.join(", ")}`]),
  ];
}

function whereNeverMigrated(error: unknown): DatabaseState {
  if (!isNeverMigrated(error)) throw error;
  return { readOnly: false, applied: [] };
}
