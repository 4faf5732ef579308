/** The earlier menus of an app: the last 50, one with its document, and one made live again (rules/menus 4.11). */
import { isRefusal } from "../../kernel/refusal.ts";
import { getConnection } from "../../locations/grants/read-locations.query.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply, replyText } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { CompareMenus } from "../publish/apply-menu.command.ts";
import { getMenuVersion, listMenuVersions } from "../publish/menu-versions.query.ts";
import { restoreMenuVersion } from "../publish/restore-version.command.ts";
import { menuExample } from "./menu-examples.ts";
import { keptMenuShape, keptMenuToWire, keptMenuWithDocumentShape } from "./menu-versions.schemas.ts";

const path = "/v1/locations/{locationId}/menu/versions";
const ofLocation = { locationId: idField("str") };
const ofVersion = { ...ofLocation, versionId: idField("mnv") };
const read = { kind: "app", scope: "menus:read" } as const;
const refusals = ["not_found", "connection_not_found"] as const;
const keptMost = 50;

const example = {
  object: "menu_version",
  id: "mnv_01k0w3h6c0d4q8w2z6x1y5t9se",
  location_id: "str_01k0w3h6c0d4q8w2z6x1y5t9sf",
  published_at: "2026-01-05T12:00:00.000Z",
  current: true,
  objects: 53,
};

const list = defineRoute({
  method: "GET",
  path,
  operationId: "listMenuVersions",
  tag: "Menus",
  summary: "List the menus that were live at a location",
  description: "The last 50, newest first.",
  access: read,
  params: ofLocation,
  success: { 200: listOf(keptMenuShape) },
  refusals,
  example: { response: wholeList([example]) },
});

const get = defineRoute({
  method: "GET",
  path: `${path}/{versionId}`,
  operationId: "getMenuVersion",
  tag: "Menus",
  summary: "Read an earlier menu",
  access: read,
  params: ofVersion,
  success: { 200: keptMenuWithDocumentShape },
  refusals,
  example: { response: { ...example, objects: 5, document: menuExample } },
});

const restore = defineRoute({
  method: "POST",
  path: `${path}/{versionId}/restore`,
  operationId: "restoreMenuVersion",
  bodyEmpty: true,
  tag: "Menus",
  summary: "Make an earlier menu live again",
  description:
    "At once and whole, with menu.sync_completed. Ids and stock stay; a publish that still waits is superseded. The menu that is live already is left alone.",
  access: { kind: "app", scope: "menus:write" },
  params: ofVersion,
  success: { 200: keptMenuShape },
  refusals,
  example: { response: example },
});

/** The routes, bound. */
export function menuVersionRoutes({ compare }: { readonly compare: CompareMenus }): BoundRoute[] {
  return [
    bindRead(list, async ({ app, params: { locationId } }, db) => {
      const connection = await getConnection(db, app.id, locationId);
      if (isRefusal(connection)) return connection;
      const versions = await listMenuVersions(db, locationId, { before: undefined, limit: keptMost });
      if (isRefusal(versions)) return versions;
      return reply(200, wholeList(versions.map(keptMenuToWire)));
    }),
    bindRead(get, async ({ app, params: { locationId, versionId } }, db) => {
      const connection = await getConnection(db, app.id, locationId);
      if (isRefusal(connection)) return connection;
      const found = await getMenuVersion(db, locationId, versionId);
      if (isRefusal(found)) return found;
      // The text of a document may be long: it is passed on as it is.
      const head = JSON.stringify(keptMenuToWire(found.version)).slice(0, -1);
      return replyText(200, `${head},"document":${found.document}}`);
    }),
    bindWrite(restore, async ({ app, params: { locationId, versionId }, requestId }, tx) => {
      const connection = await getConnection(tx, app.id, locationId);
      if (isRefusal(connection)) return connection;
      const by = { actor: "app", by: { kind: "app", id: app.id }, requestId } as const;
      const version = await restoreMenuVersion(tx, locationId, versionId, by, compare);
      return isRefusal(version) ? version : reply(200, keptMenuToWire(version));
    }),
  ];
}
