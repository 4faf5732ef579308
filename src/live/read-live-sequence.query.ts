import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import { readSequence } from "./live-changes.sql.ts";

/** The number of the last change of a location, for a snapshot that a stream goes on from; 0 before the first. */
export function readLiveSequence(db: Db, locationId: Id<"str">): Promise<number> {
  return readSequence(db, locationId);
}
