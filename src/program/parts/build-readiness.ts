/** Builds the readiness of a process: what its probes ask, and which loops must run. */
import { clockProblem } from "../../platform/clock/watch-clocks.ts";
import { probeKeys } from "../../apps/authenticate-key.query.ts";
import {
  createReadiness,
  type ProbedService,
  type Readiness,
  type ReadinessOptions,
} from "../../platform/health/readiness.ts";
import type { Databases } from "../../platform/http/ports.ts";
import { listEach, mapEach } from "../../kernel/of-each.ts";
import { labelsOf } from "../../kernel/service-labels.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { requestDeadlines } from "../../platform/postgres/deadlines.ts";
import { createMigrationNames, type NameMissing } from "../../platform/postgres/migrate.ts";
import { createConnection } from "../../platform/postgres/create-connection.ts";
import { searchPrimary } from "../../platform/postgres/hosts/primary-search.ts";
import { isNeverMigrated, readDatabaseState, type DatabaseState } from "../database-state.sql.ts";

export interface ReadinessParts extends Pick<ReadinessOptions, "loops" | "onStanding" | "everyMs" | "limitMs"> {
  /** The pools of requests, where the process answers any. */
  readonly serving: Databases | undefined;
  /** The pools of background work. */
  readonly working: Databases;
}

/** The pools of one service in this process. */
interface Pools {
  readonly name: string;
  readonly served: Database | undefined;
  /** Undefined where background work shares the pool of the requests. */
  readonly worked: Database | undefined;
}

/** Prepares the probes of a process that serves, works, or both. */
export function buildReadiness({ serving, working, ...rest }: ReadinessParts): Readiness {
  const nameMissing = createMigrationNames();
  const pools = listEach(
    mapEach<Database, Pools>(serving ?? working, (_database, name) => ({
      name,
      served: serving?.[name],
      worked: working[name] === serving?.[name] ? undefined : working[name],
    })),
  );
  return createReadiness({
    ...rest,
    pools: () =>
      pools.flatMap(({ served, worked }) => [
        ...(served === undefined ? [] : [{ ...labelsOf(served), pool: "requests" as const, ...served.pool() }]),
        ...(worked === undefined ? [] : [{ ...labelsOf(worked), pool: "work" as const, ...worked.pool() }]),
      ]),
    services: pools.map((of) => probesOf(of, nameMissing)),
  });
}

function probesOf({ name, served, worked }: Pools, nameMissing: NameMissing): ProbedService {
  const url = (served ?? worked)?.read.url;
  const search = url === undefined ? undefined : searchPrimary(url);
  return {
    name,
    async probe() {
      const found: string[] = [];
      if (served !== undefined) {
        found.push(...(await ask(served, nameMissing)));
        // Before its migrations a database has no keys to ask for.
        await probeKeys(served.read).catch(whereMissing(found));
      }
      if (worked !== undefined) found.push(...(await ask(worked, nameMissing)));
      return [...new Set(found)];
    },
    async askFresh() {
      if (search === undefined) return;
      const options = { applicationName: "maple-probe", deadlines: requestDeadlines, search };
      (await createConnection(options)).destroy();
    },
  };
}

/** A transaction as work makes them; answers what is wrong with the database. */
async function ask(database: Database, nameMissing: NameMissing): Promise<readonly string[]> {
  const { readOnly, applied } = await database.transaction(readDatabaseState).catch(whereNeverMigrated);
  const missing = await nameMissing(applied);
  const skew = clockProblem(database);
  return [
    ...(readOnly ? ["the server takes no writes"] : []),
    ...(skew === undefined ? [] : [skew]),
    ...(missing.length === 0 ? [] : [`migrations are missing, run maple migrate: ${inShort(missing)}`]),
  ];
}

/** The first names; an empty database lacks all of them. */
function inShort(names: readonly string[]): string {
  const more = names.length - 3;
  return more <= 0 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${more} more`;
}

/** Passes over a table that is not there where the missing migration is named already. */
function whereMissing(found: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (found.length === 0 || !isNeverMigrated(error)) throw error;
  };
}

function whereNeverMigrated(error: unknown): DatabaseState {
  if (!isNeverMigrated(error)) throw error;
  return { readOnly: false, applied: [] };
}
