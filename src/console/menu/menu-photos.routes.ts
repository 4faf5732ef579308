/** Photos of dishes, given by the managers of a location (rules/menus 7). */
import { isRefusal } from "../../kernel/refusal.ts";
import { removeItemPhoto, setItemPhoto } from "../../menus/photos/change-photo.command.ts";
import { parsePhotoText, photoCharacters } from "../../menus/photos/parse-photo.ts";
import { listMenuPhotos } from "../../menus/photos/read-photos.query.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { menuPhotoBody, menuPhotoShape, menuPhotoToWire, removedPhotoShape } from "./menu-wire.schemas.ts";

const managers = { kind: "console", needs: "person", roles: ["manager"] } as const;
const ofItem = {
  path: "/console/v1/locations/{locationId}/menu_items/{itemId}/photo",
  tag: "Menu",
  access: managers,
  params: { locationId: idField("str"), itemId: idField("item") },
} as const;

const list = defineRoute({
  method: "GET",
  path: "/console/v1/locations/{locationId}/menu_photos",
  operationId: "consoleListMenuPhotos",
  tag: "Menu",
  summary: "List the photos of the location's dishes",
  description: "Those that managers gave; pictures that the menu document names are not among them.",
  access: managers,
  params: { locationId: idField("str") },
  success: { 200: listOf(menuPhotoShape) },
  refusals: ["not_found", "role_required"],
});

const put = defineRoute({
  ...ofItem,
  method: "PUT",
  operationId: "consoleSetMenuPhoto",
  summary: "Give a dish its photo",
  description:
    "The photo wins over the document's `imageUrl` and stays through every publish, also of a connected app. The same photo again changes nothing.",
  body: menuPhotoBody,
  bodyLimit: photoCharacters + 1_000,
  success: { 200: menuPhotoShape },
  refusals: ["not_found", "role_required", "invalid_photo"],
});

const remove = defineRoute({
  ...ofItem,
  method: "DELETE",
  operationId: "consoleRemoveMenuPhoto",
  summary: "Take the photo of a dish away",
  description: "Diners see the picture of the document again, where there is one.",
  bodyEmpty: true,
  success: { 200: removedPhotoShape },
  refusals: ["not_found", "role_required"],
});

/** The routes of photos. */
export function menuPhotoRoutes(): BoundRoute[] {
  return [
    bindRead(list, async ({ console: caller, params: { locationId } }, db) => {
      const acting = requireRoleAt(caller, locationId, list.access.roles);
      if (isRefusal(acting)) return acting;
      const photos = await listMenuPhotos(db, locationId);
      return reply(200, wholeList(photos.map((photo) => menuPhotoToWire(locationId, photo))));
    }),
    bindWrite(put, async ({ console: caller, params, body, requestId }, tx) => {
      const { locationId, itemId } = params;
      const acting = requireRoleAt(caller, locationId, put.access.roles);
      if (isRefusal(acting)) return acting;
      const photo = parsePhotoText(body.photo, "photo");
      if (isRefusal(photo)) return photo;
      const item = await setItemPhoto(tx, params, photo, authorOf(acting, requestId));
      if (isRefusal(item)) return item;
      const { external_id } = item;
      return reply(200, menuPhotoToWire(locationId, { item_id: itemId, external_id, name: photo.name }));
    }),
    bindWrite(remove, async ({ console: caller, params, requestId }, tx) => {
      const acting = requireRoleAt(caller, params.locationId, remove.access.roles);
      if (isRefusal(acting)) return acting;
      const removed = await removeItemPhoto(tx, params, authorOf(acting, requestId));
      if (isRefusal(removed)) return removed;
      return reply(200, { object: "menu_photo.removed" as const, item_id: params.itemId });
    }),
  ];
}
