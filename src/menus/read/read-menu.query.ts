/** The published menu and its syncs, as the apps that are granted the location read them. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { MenuDocument } from "../document/menu-document.ts";
import { objectKey } from "../document/menu-objects.ts";
import type { MenuSync } from "./menu-sync.ts";
import { findSync } from "./menu-syncs.sql.ts";
import { findCurrentVersion, getStockMark, getVersionDocument, listPresentObjects } from "./menus.sql.ts";
import { withIdentities, type ObjectIdentity } from "./published-menu.ts";

export interface PublishedMenu {
  readonly catalogId: Id<"cat">;
  readonly versionId: Id<"mnv">;
  readonly publishedAt: Instant;
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
  const current = await findCurrentVersion(db, locationId);
  if (current === undefined) return notPublished(locationId);
  const stock = await getStockMark(db, locationId);
  const etag = `"${current.version_id}-${stock}"`;
  return { versionId: current.version_id, etag, bytes: current.document_bytes };
}

/** The live menu with the identities of its objects. */
export async function getPublishedMenu(
  db: Db,
  locationId: Id<"str">,
): Promise<PublishedMenu | Refusal<"menu_not_published">> {
  const current = await findCurrentVersion(db, locationId);
  if (current === undefined) return notPublished(locationId);
  const [text, rows] = await Promise.all([
    getVersionDocument(db, current.version_id),
    listPresentObjects(db, locationId),
  ]);
  const identities = new Map<string, ObjectIdentity>(
    rows.map((row) => [objectKey(row.kind, row.external_id), { id: row.id, stockStatus: row.stock_status }]),
  );
  return {
    catalogId: current.catalog_id,
    versionId: current.version_id,
    publishedAt: current.published_at,
    content: withIdentities(JSON.parse(text) as MenuDocument, identities),
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
