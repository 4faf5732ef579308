/**
 * Which environment a diner's request belongs to. The store has one surface for both: a location and a token exist in one
 * database only, so the database that has it decides; live is asked first. A location never moves, so where one lives is
 * remembered; tokens are looked up every time.
 */
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { getLocationClock } from "../../locations/read-locations.query.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Databases } from "../../platform/http/ports.ts";
import type { Database, Db, Environment } from "../../platform/postgres/database.ts";

export interface Found<T> {
  readonly environment: Environment;
  readonly database: Database;
  readonly found: T;
}

export interface StoreEnvironments {
  databaseOf(environment: Environment): Database;
  /** The environment that the location exists in. */
  ofLocation(id: Id<"str">): Promise<Environment | Refusal<"not_found">>;
  /** Looks for something in live and then in test; undefined when neither has it. */
  findIn<T>(find: (db: Db, database: Database) => Promise<T | undefined>): Promise<Found<T> | undefined>;
}

const mostRemembered = 50_000;

/** The environments of a service. */
export function createStoreEnvironments({ live, test }: Databases): StoreEnvironments {
  const all = live === undefined ? [test] : [live, test];
  const known = new Map<Id<"str">, Environment>();

  async function findIn<T>(
    find: (db: Db, database: Database) => Promise<T | undefined>,
  ): Promise<Found<T> | undefined> {
    for (const database of all) {
      const found = await find(database.read, database);
      if (found !== undefined) return { environment: database.environment, database, found };
    }
    return undefined;
  }

  return {
    findIn,
    databaseOf: (environment) => (environment === "live" && live !== undefined ? live : test),
    async ofLocation(id) {
      const remembered = known.get(id);
      if (remembered !== undefined) return remembered;
      const place = await findIn(async (db) => {
        const clock = await getLocationClock(db, id);
        return isRefusal(clock) ? undefined : clock;
      });
      if (place === undefined) return refuse("not_found", `there is no location ${id}`);
      if (known.size >= mostRemembered) known.clear();
      known.set(id, place.environment);
      return place.environment;
    },
  };
}
