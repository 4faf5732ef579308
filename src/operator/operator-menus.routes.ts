/** Calls of the operator that list the kept menu versions of a location and restore one of them. */
import { isRefusal } from "../kernel/refusal.ts";
import type { CompareMenus } from "../menus/publish/apply-menu.command.ts";
import { listMenuVersions } from "../menus/publish/menu-versions.query.ts";
import { menuVersionShape, menuVersionToWire } from "../menus/api/menu-versions.schemas.ts";
import { restoreMenuVersion } from "../menus/publish/restore-version.command.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy, wholeList } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

const versionPages = pagesBy("mnv", 100);
const ofLocation = { ...operatorParams, locationId: idField("str") };
const versionExample = {
  object: "menu_version",
  id: "mnv_01k0w3h6c0d4q8w2z6x1y5t9se",
  location_id: "str_01k0w3h6c0d4q8w2z6x1y5t9sf",
  published_at: "2026-01-05T12:00:00.000Z",
  object_count: 53,
  live: true,
};

const list = defineRoute({
  method: "GET",
  path: operatorPath("/locations/{locationId}/menu_versions"),
  operationId: "operatorListMenuVersions",
  tag: "Operator",
  summary: "List every menu that was live at a location, newest first",
  access: operatorAccess,
  params: ofLocation,
  query: versionPages.query,
  success: { 200: pageOf(menuVersionShape) },
  refusals: ["not_found", "invalid_request"],
  example: { response: wholeList([versionExample]) },
});

const restore = defineRoute({
  method: "POST",
  path: operatorPath("/locations/{locationId}/menu_versions/{versionId}/restore"),
  operationId: "operatorRestoreMenuVersion",
  bodyEmpty: true,
  tag: "Operator",
  summary: "Make an earlier menu live again",
  description:
    "At once and whole. Ids and stock stay as they are; a publish that still waits is superseded; the connected app gets menu.sync_completed. A version that is live already is left alone.",
  access: operatorAccess,
  params: { ...ofLocation, versionId: idField("mnv") },
  success: { 200: menuVersionShape },
  refusals: ["not_found"],
  example: { response: versionExample },
});

export interface OperatorMenuDeps {
  readonly compare: CompareMenus;
}

/** The operator's routes about menus. */
export function operatorMenuRoutes({ compare }: OperatorMenuDeps): BoundRoute[] {
  return [
    bindRead(list, async ({ params, query }, db) => {
      const page = versionPages.read(query);
      if (isRefusal(page)) return page;
      const versions = await listMenuVersions(db, params.locationId, page);
      if (isRefusal(versions)) return versions;
      return reply(200, pageAnswer(page, versions, versions.map(menuVersionToWire)));
    }),
    bindWrite(restore, async (call, tx) => {
      const { locationId, versionId } = call.params;
      const version = await restoreMenuVersion(tx, locationId, versionId, operatorOf(call), compare);
      return isRefusal(version) ? version : reply(200, menuVersionToWire(version));
    }),
  ];
}
