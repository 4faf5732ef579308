/** Which coming bookings stand at another time than their guests were promised; for the manager's first page and the doctor. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./promised-times.sql.ts";

/** A location where guests come at another time than their bookings stand at, and how many bookings. */
export interface UnkeptTimes {
  readonly locationId: Id<"str">;
  readonly bookings: number;
}

/** How many such bookings a location had at its last check. */
export function countUnkeptTimes(db: Db, locationId: Id<"str">): Promise<number> {
  return sql.countUnkept(db, locationId);
}

/** The locations that had such bookings at their last check. */
export async function listUnkeptTimes(db: Db): Promise<readonly UnkeptTimes[]> {
  const rows = await sql.listUnkept(db);
  return rows.map(({ location_id: locationId, unkept: bookings }) => ({ locationId, bookings }));
}
