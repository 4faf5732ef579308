/** The logo and the large picture of a location, given by its managers (rules/console 5.4). */
import Type from "typebox";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { removePicture, setPicture } from "../../locations/storefront/change-picture.command.ts";
import { pictureBytes, pictureKinds, picturePath } from "../../locations/storefront/pictures.ts";
import { parsePhotoText } from "../../menus/photos/parse-photo.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import { idField, oneOf } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";

const characters = Math.ceil(pictureBytes / 3) * 4;
const kind = oneOf(pictureKinds, "logo: small, beside the name; hero: large, above it.");
const ofPicture = {
  path: "/console/v1/locations/{locationId}/pictures/{kind}",
  tag: "Settings",
  access: { kind: "console", needs: "person", roles: ["manager"] },
  params: { locationId: idField("str"), kind },
} as const;

const put = defineRoute({
  ...ofPicture,
  method: "PUT",
  operationId: "consoleSetPicture",
  summary: "Give a location its logo or large picture",
  description: "It takes the place of the one before. The same picture again changes nothing.",
  body: Type.Object(
    {
      picture: Type.String({
        minLength: 1,
        maxLength: characters,
        description: "Base64 text of a JPEG, PNG or WebP picture of at most 400,000 bytes; the bytes decide the type.",
      }),
    },
    { additionalProperties: false },
  ),
  bodyLimit: characters + 1_000,
  success: {
    200: Type.Object({
      object: Type.Literal("location_picture"),
      location_id: idField("str"),
      kind,
      path: Type.String({ maxLength: 2000, description: "Where it is served." }),
    }),
  },
  refusals: ["not_found", "role_required", "invalid_photo"],
});

const remove = defineRoute({
  ...ofPicture,
  method: "DELETE",
  operationId: "consoleRemovePicture",
  summary: "Take a picture of a location away",
  bodyEmpty: true,
  success: {
    200: Type.Object({ object: Type.Literal("location_picture.removed"), location_id: idField("str"), kind }),
  },
  refusals: ["not_found", "role_required"],
});

/** The routes of pictures. */
export function pictureRoutes(): BoundRoute[] {
  return [
    bindWrite(put, async ({ console: caller, params, body, requestId }, tx) => {
      const { locationId } = params;
      const acting = requireRoleAt(caller, locationId, put.access.roles);
      if (isRefusal(acting)) return acting;
      const picture = parsePhotoText(body.picture, "picture");
      if (isRefusal(picture)) return picture;
      if (picture.bytes.length > pictureBytes)
        return refuse("invalid_photo", `the picture has ${picture.bytes.length} bytes; 400,000 are allowed`, {
          reason: "too_large",
        });
      await setPicture(tx, params, picture, authorOf(acting, requestId));
      const path = picturePath(locationId, { kind: params.kind, name: picture.name });
      return reply(200, { object: "location_picture", location_id: locationId, kind: params.kind, path });
    }),
    bindWrite(remove, async ({ console: caller, params, requestId }, tx) => {
      const acting = requireRoleAt(caller, params.locationId, remove.access.roles);
      if (isRefusal(acting)) return acting;
      await removePicture(tx, params, authorOf(acting, requestId));
      return reply(200, { object: "location_picture.removed", location_id: params.locationId, kind: params.kind });
    }),
  ];
}
