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
