/** A location's menu for its managers: reading it, and publishing where no app keeps it (rules/menus 4.12). */
import Type from "typebox";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { ReadMenu } from "../../menus/document/menu-fingerprint.ts";
import { onTheSpotBytes } from "../../menus/document/read-menu-bytes.ts";
import { publishAtStore, storeMayPublish } from "../../menus/publish/publish-at-store.command.ts";
import { menuBody, menuShape, menuSyncShape, menuSyncToWire, menuToWire } from "../../menus/read/menus.schemas.ts";
import { getMenuMark, getPublishedMenu } from "../../menus/read/read-menu.query.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply, replyText } from "../../platform/http/reply.ts";
import type { MenuWork } from "./menu-work.ts";
import { menuPhotoRoutes } from "./menu-photos.routes.ts";
import { menuVersionRoutes } from "./menu-versions.routes.ts";
import { bindPreparedWrite, bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";

const ofLocation = {
  tag: "Menu",
  path: "/console/v1/locations/{locationId}/menu",
  params: { locationId: idField("str") },
  access: { kind: "console", needs: "person", roles: ["manager"] },
} as const;

const read = defineRoute({
  ...ofLocation,
  method: "GET",
  operationId: "consoleGetMenu",
  summary: "Read the live menu",
  description: "As partners read it back, with ids and stock status.",
  success: { 200: menuShape },
  refusals: ["not_found", "role_required", "menu_not_published"],
});

const publish = defineRoute({
  ...ofLocation,
  method: "POST",
  operationId: "consolePublishMenu",
  callClass: 4,
  summary: "Publish a menu document where no app keeps the menu",
  description:
    "As partners publish, and always at once. With `dry_run` the answer only says what would change, object by object. Photos stay. With a connected app: 409 `app_owns_menu`.",
  query: { dry_run: Type.Optional(Type.Boolean({ description: "Only say what would change, object by object." })) },
  body: menuBody,
  bodyLimit: 25 * 1024 * 1024,
  answerWithinMs: 60_000,
  bodyRaw: true,
  success: { 200: menuSyncShape },
  refusals: ["not_found", "role_required", "app_owns_menu", "invalid_menu"],
});

type PublishRefusal = Refusal<"not_found" | "role_required" | "app_owns_menu" | "invalid_menu" | "invalid_request">;

/** The routes of a location's menu. */
export function consoleMenuRoutes(deps: { readonly work: MenuWork }): BoundRoute[] {
  return [...menuItselfRoutes(deps), ...menuVersionRoutes(deps), ...menuPhotoRoutes()];
}

function menuItselfRoutes({ work }: { readonly work: MenuWork }): BoundRoute[] {
  return [
    bindRead(read, async ({ console: caller, params: { locationId } }, db) => {
      const acting = requireRoleAt(caller, locationId, read.access.roles);
      if (isRefusal(acting)) return acting;
      const mark = await getMenuMark(db, locationId);
      if (isRefusal(mark)) return mark;
      if (mark.bytes > onTheSpotBytes) {
        const written = await work.write(db, locationId);
        return isRefusal(written) ? written : replyText(200, written.text);
      }
      const menu = await getPublishedMenu(db, locationId);
      return isRefusal(menu) ? menu : reply(200, menuToWire(locationId, menu));
    }),
    bindPreparedWrite(
      publish,
      async ({ console: caller, params: { locationId }, body }, db): Promise<ReadMenu | PublishRefusal> => {
        const acting = requireRoleAt(caller, locationId, publish.access.roles);
        if (isRefusal(acting)) return acting;
        const reading = await work.read(body);
        if (isRefusal(reading)) return reading;
        const allowed = await storeMayPublish(db, locationId);
        return isRefusal(allowed) ? allowed : reading;
      },
      async ({ console: caller, params: { locationId }, query, requestId }, tx, menu) => {
        const acting = requireRoleAt(caller, locationId, publish.access.roles);
        if (isRefusal(acting)) return acting;
        const options = { dryRun: query.dry_run ?? false, by: authorOf(acting, requestId), compare: work.compare };
        const sync = await publishAtStore(tx, locationId, menu, options);
        return isRefusal(sync) ? sync : reply(200, menuSyncToWire(sync));
      },
    ),
  ];
}
