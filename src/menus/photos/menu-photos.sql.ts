/** All SQL of the photos of dishes. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { ParsedPhoto } from "./parse-photo.ts";

/** An item with the name of its photo. */
export interface PhotographedItem {
  readonly external_id: string;
  readonly photo: string | null;
}

const lockItemStatement = defineStatement({
  name: "lock-menu-item-of-photo",
  prepare: false,
  takes: ["text", "text"],
  gives: row<PhotographedItem>({ external_id: "text", photo: "text" }),
  text: `SELECT m.external_id, p.name AS photo FROM menu_objects m LEFT JOIN menu_photos p ON p.item_id = m.id
    WHERE m.id = $1 AND m.location_id = $2 AND m.kind = 'item' FOR NO KEY UPDATE OF m`,
});

/** Locks an item of the location, on its menu now or once, with the name of its photo; undefined when there is none. */
export function lockItem(tx: Tx, locationId: Id<"str">, itemId: Id<"item">): Promise<PhotographedItem | undefined> {
  return tx.maybe(lockItemStatement, [itemId, locationId]);
}

const putStatement = defineStatement({
  name: "put-menu-photo",
  prepare: false,
  takes: ["text", "text", "text", "text", "bytea"],
  text: `INSERT INTO menu_photos (item_id, location_id, name, content_type, bytes) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (item_id) DO UPDATE SET name = excluded.name, content_type = excluded.content_type,
      bytes = excluded.bytes`,
});

export function putPhoto(tx: Tx, locationId: Id<"str">, itemId: Id<"item">, photo: ParsedPhoto): void {
  tx.send(putStatement, [itemId, locationId, photo.name, photo.contentType, photo.bytes]);
}

const deleteStatement = defineStatement({
  name: "delete-menu-photo",
  prepare: false,
  takes: ["text"],
  text: "DELETE FROM menu_photos WHERE item_id = $1",
});

export function deletePhoto(tx: Tx, itemId: Id<"item">): void {
  tx.send(deleteStatement, [itemId]);
}

/** Which item has which photo. */
export interface PhotoOfItem {
  readonly item_id: Id<"item">;
  readonly external_id: string;
  readonly name: string;
}

const listStatement = defineStatement({
  name: "list-menu-photos",
  takes: ["text"],
  gives: row<PhotoOfItem>({ item_id: "text", external_id: "text", name: "text" }),
  text: `SELECT p.item_id, m.external_id, p.name FROM menu_photos p JOIN menu_objects m ON m.id = p.item_id
    WHERE p.location_id = $1 ORDER BY p.item_id`,
});

/** The photos of a location without their bytes. */
export function listPhotos(db: Db, locationId: Id<"str">): Promise<PhotoOfItem[]> {
  return db.rows(listStatement, [locationId]);
}

const hasStatement = defineStatement({
  name: "has-menu-photo",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly name: string }>({ name: "text" }),
  text: "SELECT name FROM menu_photos WHERE location_id = $1 AND name = $2 LIMIT 1",
});

/** Whether an item of the location has a photo of this name. */
export async function hasPhoto(db: Db, locationId: Id<"str">, name: string): Promise<boolean> {
  return (await db.maybe(hasStatement, [locationId, name])) !== undefined;
}

const readStatement = defineStatement({
  name: "read-menu-photo",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly content_type: string; readonly bytes: Buffer }>({ content_type: "text", bytes: "bytea" }),
  text: "SELECT content_type, bytes FROM menu_photos WHERE location_id = $1 AND name = $2 LIMIT 1",
});

/** The bytes of a photo of the location. */
export function readPhoto(
  db: Db,
  locationId: Id<"str">,
  name: string,
): Promise<{ readonly content_type: string; readonly bytes: Buffer } | undefined> {
  return db.maybe(readStatement, [locationId, name]);
}
