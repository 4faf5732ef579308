/**
 * Which service has a location, for callers without a key: the store has one address for both services, and a location
 * exists in one database only. A location never moves, so the answer is remembered. Live is asked first.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationClock } from "../../locations/grants/read-locations.query.ts";
import type { Database } from "../../platform/postgres/database.ts";

export interface LocationHomes {
  /** The database that the location is in; undefined when there is no such location. */
  homeOf(id: Id<"str">): Promise<Database | undefined>;
  /** The same, when it was found before. */
  rememberedHomeOf(id: string): Database | undefined;
  /** Remembers where a location is that a call has found. */
  learn(id: string, database: Database): void;
}

const mostRemembered = 50_000;

/** Makes the memory over the databases, in the order in which they are asked. */
export function createLocationHomes(databases: readonly Database[]): LocationHomes {
  const known = new Map<string, Database>();
  const learn = (id: string, database: Database): void => {
    if (known.size >= mostRemembered) known.clear();
    known.set(id, database);
  };
  return {
    learn,
    rememberedHomeOf: (id) => known.get(id),
    async homeOf(id) {
      const remembered = known.get(id);
      if (remembered !== undefined) return remembered;
      for (const database of databases) {
        if (isRefusal(await getLocationClock(database.read, id))) continue;
        learn(id, database);
        return database;
      }
      return undefined;
    },
  };
}
