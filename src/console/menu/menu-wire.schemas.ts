/** Bodies and answers of the calls of a location's menu. */
import Type, { type Static } from "typebox";
import type { Id } from "../../kernel/id.ts";
import { photoCharacters } from "../../menus/photos/parse-photo.ts";
import { menuChangesShape } from "../../menus/read/menus.schemas.ts";
import { idField, nullable } from "../../platform/http/reading/fields.ts";

export const menuPhotoShape = Type.Object({
  object: Type.Literal("menu_photo"),
  item_id: idField("item"),
  external_id: Type.String({ maxLength: 255, description: "The item in the menu document." }),
  url: Type.String({
    maxLength: 2048,
    description: "Below the address of the service. Another photo has another address.",
  }),
});

export const menuPhotoBody = Type.Object(
  {
    photo: Type.String({
      minLength: 1,
      maxLength: photoCharacters,
      description: "Base64 text of a JPEG, PNG or WebP picture of at most 3,000,000 bytes; the bytes decide the type.",
    }),
  },
  { additionalProperties: false },
);

export const removedPhotoShape = Type.Object({
  object: Type.Literal("menu_photo.removed"),
  item_id: idField("item"),
});

export const menuDifferenceShape = Type.Object({
  object: Type.Literal("menu_difference"),
  version_id: idField("mnv"),
  against: nullable(idField("mnv")),
  changes: menuChangesShape,
});

/** A photo and where it is served. */
export function menuPhotoToWire(
  locationId: Id<"str">,
  photo: { readonly item_id: Id<"item">; readonly external_id: string; readonly name: string },
): Static<typeof menuPhotoShape> {
  const { item_id, external_id, name } = photo;
  return { object: "menu_photo", item_id, external_id, url: `/store/photos/${locationId}/${name}` };
}
