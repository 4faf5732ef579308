/** The published menu and its syncs, for apps that are granted the location. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { MenuDocument } from "../document/menu-document.ts";
import { objectKey } from "../document/menu-objects.ts";
import type { MenuSync } from "./menu-sync.ts";
import { findSync } from "./menu-syncs.sql.ts";
import { findLiveMark, findLiveMenu, type LiveMark } from "./menus.sql.ts";
import { withIdentities, type ObjectIdentity } from "./published-menu.ts";

export interface PublishedMenu {
  readonly catalogId: Id<"cat">;
  readonly versionId: Id<"mnv">;
  readonly publishedAt: Instant;
  /** The tag of exactly this content, as in `MenuMark`. */
  readonly etag: string;
  /** The document with ids and stock status. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** What identifies a read-back: the version and the stock statuses. */
export interface MenuMark {
  readonly versionId: Id<"mnv">;
  /** A strong entity tag, quotes included. */
  readonly etag: string;
  /** The length of the document. */
  readonly bytes: number;
}

/** The mark of the live menu, without reading the menu itself. */
export async function getMenuMark(db: Db, locationId: Id<"str">): Promise<MenuMark | Refusal<"menu_not_published">> {
  const mark = await findLiveMark(db, locationId);
  if (mark === undefined) return notPublished(locationId);
  return { versionId: mark.version_id, etag: etagOf(mark), bytes: mark.document_bytes };
}

function etagOf({ version_id, stock_mark }: Pick<LiveMark, "version_id" | "stock_mark">): string {
  return `"${version_id}-${stock_mark}"`;
}

/** The live menu with the identities of its objects, all as of one moment. */
export async function getPublishedMenu(
  db: Db,
  locationId: Id<"str">,
): Promise<PublishedMenu | Refusal<"menu_not_published">> {
  const live = await findLiveMenu(db, locationId);
  if (live === undefined) return notPublished(locationId);
  const identities = new Map<string, ObjectIdentity>(
    live.objects.map(([kind, externalId, id, stockStatus]) => [objectKey(kind, externalId), { id, stockStatus }]),
  );
  return {
    catalogId: live.catalog_id,
    versionId: live.version_id,
    publishedAt: live.published_at,
    etag: etagOf(live),
    content: withIdentities(JSON.parse(live.document) as MenuDocument, identities),
  };
}

/** A publish of the location. */
export async function getMenuSync(
  db: Db,
  locationId: Id<"str">,
  id: Id<"syn">,
): Promise<MenuSync | Refusal<"not_found">> {
  return (await findSync(db, locationId, id)) ?? refuse("not_found", `location ${locationId} has no menu sync ${id}`);
}

function notPublished(locationId: Id<"str">): Refusal<"menu_not_published"> {
  return refuse("menu_not_published", `location ${locationId} has no menu yet`);
}
