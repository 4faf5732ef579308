/** The wire shape of a kept menu version. */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { idField, isoInstant } from "../../platform/http/reading/fields.ts";
import type { MenuVersion } from "../publish/menu-versions.sql.ts";

export const menuVersionShape = Type.Object({
  object: Type.Literal("menu_version"),
  id: idField("mnv"),
  location_id: idField("str"),
  published_at: isoInstant("When it was published, in the location's clock."),
  object_count: Type.Integer({ description: "Categories, items, variations, modifier groups and options." }),
  live: Type.Boolean({ description: "Diners order from this one." }),
});

export function menuVersionToWire(version: MenuVersion): Static<typeof menuVersionShape> {
  const { id, location_id, published_at, object_count, live } = version;
  return { object: "menu_version", id, location_id, published_at: toIso(published_at), object_count, live };
}

const partnerFields = {
  object: Type.Literal("menu_version"),
  id: idField("mnv"),
  location_id: idField("str"),
  published_at: isoInstant("When it was published, in the location's clock."),
  current: Type.Boolean({ description: "Diners order from this one." }),
  objects: Type.Integer({ description: "Categories, items, variations, modifier groups and options." }),
};

/** A version as partners see it in a list. */
export const keptMenuShape = Type.Object(partnerFields, { title: "KeptMenu" });

/** A version with its document. */
export const keptMenuWithDocumentShape = Type.Object(
  {
    ...partnerFields,
    document: Type.Object({}, { additionalProperties: true, description: "The menu as it was published." }),
  },
  { title: "KeptMenuWithDocument" },
);

export function keptMenuToWire(version: MenuVersion): Static<typeof keptMenuShape> {
  const { id, location_id, published_at, object_count, live } = version;
  return {
    object: "menu_version",
    id,
    location_id,
    published_at: toIso(published_at),
    current: live,
    objects: object_count,
  };
}
