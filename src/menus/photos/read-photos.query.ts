/** The photos that the people of a location gave its dishes: for the diner's menu and for the staff. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import * as sql from "./menu-photos.sql.ts";

/** Every photo of a location with its item and its name, without its bytes. */
export function listMenuPhotos(db: Db, locationId: Id<"str">): Promise<readonly sql.PhotoOfItem[]> {
  return sql.listPhotos(db, locationId);
}

/** Whether the location has a photo of this name now. */
export function hasMenuPhoto(db: Db, locationId: Id<"str">, name: string): Promise<boolean> {
  return sql.hasPhoto(db, locationId, name);
}

/** The photo of this name with its bytes. */
export function readMenuPhoto(
  db: Db,
  locationId: Id<"str">,
  name: string,
): Promise<{ readonly content_type: string; readonly bytes: Uint8Array } | undefined> {
  return sql.readPhoto(db, locationId, name);
}
