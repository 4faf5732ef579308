/** The kept versions of a location's menu: their list, their differences, making one live again (rules/menus 4.11, 4.12). */
import Type from "typebox";
import { isRefusal } from "../../kernel/refusal.ts";
import { menuVersionShape, menuVersionToWire } from "../../menus/api/menu-versions.schemas.ts";
import { compareVersions, listMenuVersions } from "../../menus/publish/menu-versions.query.ts";
import { storeMayPublish } from "../../menus/publish/publish-at-store.command.ts";
import { restoreMenuVersion } from "../../menus/publish/restore-version.command.ts";
import { menuChangesToWire } from "../../menus/read/menus.schemas.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { MenuWork } from "./menu-work.ts";
import { menuDifferenceShape } from "./menu-wire.schemas.ts";

const managers = { kind: "console", needs: "person", roles: ["manager"] } as const;
const versionPages = pagesBy("mnv", 100);
const ofVersion = { locationId: idField("str"), versionId: idField("mnv") };

const list = defineRoute({
  method: "GET",
  path: "/console/v1/locations/{locationId}/menu_versions",
  operationId: "consoleListMenuVersions",
  tag: "Menu",
  summary: "List every menu that was live, newest first",
  access: managers,
  params: { locationId: idField("str") },
  query: versionPages.query,
  success: { 200: pageOf(menuVersionShape) },
  refusals: ["not_found", "role_required", "invalid_request"],
});

const diff = defineRoute({
  method: "GET",
  path: "/console/v1/locations/{locationId}/menu_versions/{versionId}/diff",
  operationId: "consoleCompareMenuVersions",
  tag: "Menu",
  summary: "Say how a version differs from another",
  description:
    "What would change if the version were made live: compared with the live one, or with the version named in `against`. The live version itself is compared with the one before it; `against` is then null where there is none. Stock is named there only: stock stays when a version is made live.",
  access: managers,
  params: ofVersion,
  query: { against: Type.Optional(idField("mnv")) },
  success: { 200: menuDifferenceShape },
  refusals: ["not_found", "role_required"],
});

const restore = defineRoute({
  method: "POST",
  path: "/console/v1/locations/{locationId}/menu_versions/{versionId}/restore",
  operationId: "consoleRestoreMenuVersion",
  bodyEmpty: true,
  tag: "Menu",
  summary: "Make an earlier menu live again",
  description:
    "At once and whole. Ids, stock and photos stay. With a connected app: 409 `app_owns_menu`, but for an operator_admin.",
  access: { kind: "console", needs: "person", roles: ["manager", "operator_admin"] },
  params: ofVersion,
  success: { 200: menuVersionShape },
  refusals: ["not_found", "role_required", "app_owns_menu"],
});

/** The routes of versions. */
export function menuVersionRoutes({ work }: { readonly work: MenuWork }): BoundRoute[] {
  return [
    bindRead(list, async ({ console: caller, params: { locationId }, query }, db) => {
      const acting = requireRoleAt(caller, locationId, list.access.roles);
      if (isRefusal(acting)) return acting;
      const page = versionPages.read(query);
      if (isRefusal(page)) return page;
      const versions = await listMenuVersions(db, locationId, page);
      if (isRefusal(versions)) return versions;
      return reply(200, pageAnswer(page, versions, versions.map(menuVersionToWire)));
    }),
    bindRead(diff, async ({ console: caller, params: { locationId, versionId }, query }, db) => {
      const acting = requireRoleAt(caller, locationId, diff.access.roles);
      if (isRefusal(acting)) return acting;
      const wanted = { versionId, against: query.against };
      const found = await compareVersions(db, locationId, wanted, work.compare);
      if (isRefusal(found)) return found;
      const { against, changes } = found;
      return reply(200, {
        object: "menu_difference" as const,
        version_id: versionId,
        against,
        changes: menuChangesToWire(changes),
      });
    }),
    bindWrite(restore, async ({ console: caller, params: { locationId, versionId }, requestId }, tx) => {
      const acting = requireRoleAt(caller, locationId, restore.access.roles);
      if (isRefusal(acting)) return acting;
      const allowed = await storeMayPublish(tx, locationId);
      if (isRefusal(allowed) && (allowed.code === "not_found" || acting.role !== "operator_admin")) return allowed;
      const by = authorOf(acting, requestId);
      const version = await restoreMenuVersion(tx, locationId, versionId, by, work.compare);
      return isRefusal(version) ? version : reply(200, menuVersionToWire(version));
    }),
  ];
}
