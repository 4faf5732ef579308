/** Wire shapes of menus and menu syncs; menus are camelCase, syncs snake_case (rules/http 9.4). */
import Type, { type Static } from "typebox";
import { toIso, toUnixSeconds } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf, unixSeconds } from "../../platform/http/reading/fields.ts";
import { menuDocumentFields } from "../document/menu-document.schemas.ts";
import type { MenuChanges, MenuSync } from "./menu-sync.ts";
import type { PublishedMenu } from "./read-menu.query.ts";

export const menuBody = Type.Object(menuDocumentFields, {
  description:
    "The whole menu. Unknown fields are ignored; every issue of an invalid document is listed in one answer.",
});

const changeShape = Type.Object(
  {
    kind: Type.String({
      maxLength: 50,
      description:
        "category, item, variation, modifier_group, modifier_option, tax_rate, … or catalog for the document itself.",
    }),
    external_id: nullable(Type.String({ maxLength: 255 })),
    name: nullable(Type.String({ maxLength: 600, description: "As it was, of what is removed." })),
    change: oneOf(["created", "updated", "removed"]),
    fields: Type.Array(Type.String({ maxLength: 100 }), { description: "The fields that differ, for an update." }),
  },
  { title: "MenuChange" },
);

export const menuChangesShape = Type.Object(
  {
    created: Type.Integer(),
    updated: Type.Integer(),
    removed: Type.Integer(),
    unchanged: Type.Integer(),
    detail: Type.Optional(Type.Array(changeShape, { description: "Every change, for a dry run." })),
  },
  { title: "MenuChangeCounts" },
);

export const menuSyncShape = Type.Object({
  object: Type.Literal("menu_sync"),
  id: idField("syn"),
  location_id: idField("str"),
  status: oneOf(["pending", "processing", "completed", "failed"]),
  created: unixSeconds("When the document was taken."),
  completed_at: nullable(isoInstant("When the publish ended.")),
  version_id: nullable(idField("mnv")),
  no_op: Type.Boolean({ description: "The document is the one that was live already." }),
  changes: nullable(menuChangesShape),
  failure: nullable(
    Type.Object({
      code: oneOf(["invalid_menu", "superseded", "connection_not_found", "internal"]),
      message: Type.String({ maxLength: 2000 }),
    }),
  ),
});

/** A sync as partners see it. */
export function menuSyncToWire(sync: MenuSync): Static<typeof menuSyncShape> {
  return {
    object: "menu_sync",
    id: sync.id,
    location_id: sync.location_id,
    status: sync.status,
    created: toUnixSeconds(sync.created_at),
    completed_at: sync.completed_at === null ? null : toIso(sync.completed_at),
    version_id: sync.version_id,
    no_op: sync.no_op,
    changes: sync.changes === null ? null : menuChangesToWire(sync.changes),
    failure: sync.failure,
  };
}

/** The counts, and every change where they are listed. */
export function menuChangesToWire({ detail, ...counts }: MenuChanges) {
  if (detail === undefined) return counts;
  return { ...counts, detail: detail.map((change) => ({ ...change, fields: [...change.fields] })) };
}

export const menuShape = Type.Object(
  {
    object: Type.Literal("menu"),
    locationId: idField("str"),
    catalogId: idField("cat"),
    versionId: idField("mnv"),
    publishedAt: isoInstant("When this version was published."),
    currency: Type.String({ maxLength: 3 }),
    categories: Type.Array(
      Type.Object({ id: idField("ctg"), externalId: Type.String({ maxLength: 255 }) }, { additionalProperties: true }),
    ),
  },
  {
    additionalProperties: true,
    description:
      "The published document; every category, item, variation, group and option also has its stable id, and those that can run out their present stockStatus.",
  },
);

/** The menu as it is read back. */
export function menuToWire(locationId: string, menu: PublishedMenu): Static<typeof menuShape> {
  return {
    object: "menu",
    locationId,
    catalogId: menu.catalogId,
    versionId: menu.versionId,
    publishedAt: toIso(menu.publishedAt),
    ...menu.content,
  } as Static<typeof menuShape>;
}
