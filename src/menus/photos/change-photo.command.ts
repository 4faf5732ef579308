/**
 * Gives a dish its photo, or removes the photo (rules/menus 7). The change and its audit entry are one transaction under
 * the lock of the item: a crash leaves the earlier photo. The same photo again changes nothing.
 */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { deletePhoto, lockItem, putPhoto, type PhotographedItem } from "./menu-photos.sql.ts";
import type { ParsedPhoto } from "./parse-photo.ts";

/** An item of a location. */
export interface ItemOfLocation {
  readonly locationId: Id<"str">;
  readonly itemId: Id<"item">;
}

/** Sets the photo of an item and answers the item; refuses an item that the location never had. */
export async function setItemPhoto(
  tx: Tx,
  { locationId, itemId }: ItemOfLocation,
  photo: ParsedPhoto,
  by: Author,
): Promise<PhotographedItem | Refusal<"not_found">> {
  const item = await lockItem(tx, locationId, itemId);
  if (item === undefined) return noItem(locationId, itemId);
  if (item.photo === photo.name) return item;
  putPhoto(tx, locationId, itemId, photo);
  const [before, after] = [toAudit(item.photo), toAudit(photo.name)];
  await recordAudit(tx, { ...by, action: "menu.photo_set", subject: itemId, before, after });
  return { ...item, photo: photo.name };
}

/** Takes the photo of an item away; refuses an item without one. */
export async function removeItemPhoto(
  tx: Tx,
  { locationId, itemId }: ItemOfLocation,
  by: Author,
): Promise<Done | Refusal<"not_found">> {
  const item = await lockItem(tx, locationId, itemId);
  if (item === undefined) return noItem(locationId, itemId);
  if (item.photo === null) return refuse("not_found", `item ${itemId} has no photo`);
  deletePhoto(tx, itemId);
  await recordAudit(tx, {
    ...by,
    action: "menu.photo_removed",
    subject: itemId,
    before: toAudit(item.photo),
    after: null,
  });
  return done;
}

function noItem(locationId: Id<"str">, itemId: Id<"item">): Refusal<"not_found"> {
  return refuse("not_found", `location ${locationId} has no menu item ${itemId}`);
}

function toAudit(photo: string | null): { readonly photo: string } | null {
  return photo === null ? null : { photo };
}
