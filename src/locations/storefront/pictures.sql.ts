/** SQL of the pictures of locations. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Picture, PictureContent, PictureKind } from "./pictures.ts";

const put = defineStatement({
  name: "put-location-picture",
  prepare: false,
  takes: ["text", "text", "text", "text", "bytea"],
  text: `INSERT INTO location_pictures (location_id, kind, name, content_type, bytes) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (location_id, kind) DO UPDATE SET name = excluded.name, content_type = excluded.content_type,
      bytes = excluded.bytes`,
});

/** Sends a picture; it takes the place of the one of its kind. */
export function sendPicture(
  tx: Tx,
  locationId: Id<"str">,
  { kind, name }: Picture,
  { contentType, bytes }: PictureContent,
): void {
  tx.send(put, [locationId, kind, name, contentType, Buffer.from(bytes)]);
}

const remove = defineStatement({
  name: "remove-location-picture",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly name: string }>({ name: "text" }),
  text: "DELETE FROM location_pictures WHERE location_id = $1 AND kind = $2 RETURNING name",
});

/** Takes a picture away; answers its name, undefined when there was none. */
export async function deletePicture(tx: Tx, locationId: Id<"str">, kind: PictureKind): Promise<string | undefined> {
  return (await tx.maybe(remove, [locationId, kind]))?.name;
}

const list = defineStatement({
  name: "list-location-pictures",
  prepare: false,
  takes: ["text"],
  gives: row<Picture>({ kind: "text", name: "text" }),
  text: "SELECT kind, name FROM location_pictures WHERE location_id = $1 ORDER BY kind",
});

/** The pictures of a location. */
export function listPicturesOf(db: Db, locationId: Id<"str">): Promise<Picture[]> {
  return db.rows(list, [locationId]);
}

const find = defineStatement({
  name: "find-location-picture",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly content_type: string; readonly bytes: Buffer }>({ content_type: "text", bytes: "bytea" }),
  text: "SELECT content_type, bytes FROM location_pictures WHERE location_id = $1 AND name = $2",
});

/** A picture by its name. */
export async function findPictureBytes(
  db: Db,
  locationId: Id<"str">,
  name: string,
): Promise<PictureContent | undefined> {
  const found = await db.maybe(find, [locationId, name]);
  return found === undefined ? undefined : { contentType: found.content_type, bytes: found.bytes };
}
