/** Publishing a menu, reading it back, and following a publish (rules/menus 4, rules/menus 5). */
import Type from "typebox";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getConnection, getGrantedLocation, getLocationClock } from "../../locations/grants/read-locations.query.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply, replyText } from "../../platform/http/reply.ts";
import { bindPreparedWrite, bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { menuVersionRoutes } from "./menu-versions.routes.ts";
import { menuExample, menuSyncExample, publishedMenuExample } from "./menu-examples.ts";
import type { MenuRefusal } from "../document/menu-refusal.ts";
import { onTheSpotBytes, type MenuReading } from "../document/read-menu-bytes.ts";
import { menuBody, menuShape, menuSyncShape, menuSyncToWire, menuToWire } from "../read/menus.schemas.ts";
import { hashOf, type ReadMenu } from "../document/menu-fingerprint.ts";
import { synchronousLimit, type MenuSync } from "../read/menu-sync.ts";
import type { MenuThreads } from "../publish/menu-threads.worker.ts";
import {
  findSameSource,
  publishMenu,
  publishSameSource,
  recordRefusedPublish,
  type Publisher,
} from "../publish/publish-menu.command.ts";
import { getMenuMark, getMenuSync, getPublishedMenu } from "../read/read-menu.query.ts";

const params = { locationId: idField("str") };
const mebibyte = 1024 * 1024;

const publish = defineRoute({
  method: "POST",
  path: "/v1/locations/{locationId}/menu",
  operationId: "publishMenu",
  callClass: 4,
  tag: "Menus",
  summary: "Publish a location's whole menu",
  description:
    "The document is compared with the live menu by externalId and takes effect in one step. Up to 5,000 objects it is done when the answer comes (200); a larger one, or one sent with Prefer: respond-async, or one that comes while another is being worked on, is queued (202) and can be polled. An identical document changes nothing. An invalid document writes nothing and the answer lists every issue.",
  access: { kind: "app", scope: "menus:write" },
  params,
  query: {
    dry_run: Type.Optional(Type.Boolean({ description: "Only say what would change, object by object." })),
  },
  headers: { prefer: Type.Optional(Type.String({ maxLength: 1_000, description: "respond-async asks for a job." })) },
  body: menuBody,
  bodyLimit: 25 * mebibyte,
  answerWithinMs: 60_000,
  bodyRaw: true,
  success: { 200: menuSyncShape, 202: menuSyncShape },
  refusals: ["not_found", "connection_not_found", "invalid_menu"],
  example: { request: menuExample, response: menuSyncExample },
});

const read = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/menu",
  operationId: "getMenu",
  tag: "Menus",
  summary: "Read the published menu back",
  description: "With ids and stock status. Send the ETag in If-None-Match to be told 304 while nothing has changed.",
  access: { kind: "app", scope: "menus:read" },
  params,
  headers: {
    "if-none-match": Type.Optional(Type.String({ maxLength: 8_000, description: "The ETag of the menu you have." })),
  },
  success: { 200: menuShape, 304: Type.Null() },
  refusals: ["not_found", "menu_not_published"],
  example: { response: publishedMenuExample },
});

const readSync = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/menu/syncs/{syncId}",
  operationId: "getMenuSync",
  tag: "Menus",
  summary: "Follow a publish",
  access: { kind: "app", scope: "menus:read" },
  params: { ...params, syncId: idField("syn") },
  success: { 200: menuSyncShape },
  refusals: ["not_found"],
  example: { response: menuSyncExample },
});

export interface MenuRouteDeps {
  readonly threads: MenuThreads;
}

/** A publish as far as it is known before its transaction: the bytes of the live menu again, or what was read. */
type PreparedPublish =
  | { readonly kind: "same"; readonly sourceHash: Uint8Array }
  | { readonly kind: "read"; readonly sourceHash: Uint8Array; readonly reading: ReadMenu | MenuRefusal };

type PreparingRefusal = Refusal<"not_found" | "connection_not_found" | "invalid_request">;

/** The routes of this feature. */
export function menuRoutes({ threads }: MenuRouteDeps): BoundRoute[] {
  return [
    bindPreparedWrite(
      publish,
      async ({ app, params: { locationId }, body }, db): Promise<PreparedPublish | PreparingRefusal> => {
        // Nothing large is read for those who may not publish; the transaction asks again.
        const publisher = await publisherOf(db, app.id, locationId);
        if (isRefusal(publisher)) return publisher;
        const sourceHash = await hashOf(body);
        if ((await findSameSource(db, locationId, sourceHash)) !== undefined) return { kind: "same", sourceHash };
        const reading = await threads.read(body);
        if (isUnreadable(reading)) return reading;
        return { kind: "read", sourceHash, reading };
      },
      async ({ app, params: { locationId }, query, headers, body }, tx, prepared) => {
        const publisher = await publisherOf(tx, app.id, locationId);
        if (isRefusal(publisher)) return publisher;
        const dryRun = query.dry_run ?? false;
        const respondAsync = prefersAsync(headers.prefer);
        const { sourceHash } = prepared;
        if (prepared.kind === "same") {
          const same = await publishSameSource(tx, publisher, dryRun, sourceHash);
          if (same !== undefined) return answer(same.sync, respondAsync || same.counts.object_count > synchronousLimit);
        }
        const reading = prepared.kind === "same" ? await threads.read(body) : prepared.reading;
        if (isUnreadable(reading)) throw new Error("bytes that were published cannot be read");
        if (isRefusal(reading)) {
          if (!dryRun) tx.afterRefusal((own) => recordRefusedPublish(own, publisher, reading.issues));
          return reading;
        }
        const options = { dryRun, respondAsync, sourceHash, compare: threads.compare };
        const sync = await publishMenu(tx, publisher, reading, options);
        return answer(sync, sync.status === "pending");
      },
    ),
    bindRead(read, async ({ app, params: { locationId }, headers }, db) => {
      const location = await getGrantedLocation(db, app.id, locationId);
      if (isRefusal(location)) return location;
      const mark = await getMenuMark(db, locationId);
      if (isRefusal(mark)) return mark;
      const headersOf = (etag: string) => ({ headers: { etag } });
      if (matches(headers["if-none-match"], mark.etag)) return reply(304, null, headersOf(mark.etag));
      if (mark.bytes > onTheSpotBytes) {
        const written = await threads.write(db, locationId);
        return isRefusal(written) ? written : replyText(200, written.text, headersOf(written.etag));
      }
      const menu = await getPublishedMenu(db, locationId);
      return isRefusal(menu) ? menu : reply(200, menuToWire(locationId, menu), headersOf(menu.etag));
    }),
    bindRead(readSync, async ({ app, params: { locationId, syncId } }, db) => {
      const location = await getGrantedLocation(db, app.id, locationId);
      if (isRefusal(location)) return location;
      const sync = await getMenuSync(db, locationId, syncId);
      return isRefusal(sync) ? sync : reply(200, menuSyncToWire(sync));
    }),
    ...menuVersionRoutes(threads),
  ];
}

/** A large menu is always answered as accepted, also when there turned out to be nothing to do. */
function answer(sync: MenuSync, accepted: boolean) {
  return reply(accepted ? 202 : 200, menuSyncToWire(sync));
}

async function publisherOf(
  db: Db,
  appId: Id<"app">,
  locationId: Id<"str">,
): Promise<Publisher | Refusal<"not_found" | "connection_not_found">> {
  const connection = await getConnection(db, appId, locationId);
  if (isRefusal(connection)) return connection;
  const clock = await getLocationClock(db, locationId);
  return isRefusal(clock) ? clock : { appId, locationId, now: clock.now };
}

function isUnreadable(reading: MenuReading): reading is Refusal<"invalid_request"> {
  return isRefusal(reading) && reading.code === "invalid_request";
}

/** Whether `Prefer` (RFC 7240) holds respond-async; other preferences may stand beside it. */
function prefersAsync(prefer: string | undefined): boolean {
  return (prefer ?? "").split(/[,;]/).some((preference) => preference.trim().toLowerCase() === "respond-async");
}

/** `If-None-Match` compares weakly and may list several tags (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
