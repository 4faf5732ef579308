/** The addresses of the photos of a restaurant's areas and experiences. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findVenueState } from "./venue.query.ts";

/** None where tables are not booked, or where the configuration has no photo. */
export async function listShownPhotos(db: Db, locationId: Id<"str">): Promise<readonly string[]> {
  const configuration = (await findVenueState(db, locationId))?.venue?.configuration;
  if (configuration === undefined) return [];
  return [...configuration.areas, ...configuration.experiences].flatMap(({ photoUrl }) => photoUrl ?? []);
}
