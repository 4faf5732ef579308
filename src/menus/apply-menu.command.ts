/**
 * Makes a parsed menu the live one of a location: diff, identities, version, switch.
 *
 * Guarantees: runs under the lock of the location's catalog, in the caller's transaction, so diners and partners see the
 * old menu or the whole new one, and a crash leaves the old one. Ids are never given anew to a (kind, externalId) that
 * had one. Called by the publish command and by the job for large menus.
 */
import type { Instant } from "../kernel/clock.ts";
import { newId, type Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { changedExternalIds, diffMenus, type MenuDiff } from "./menu-diff.ts";
import type { MenuDocument, StockStatus } from "./menu-document.ts";
import type { CanonicalMenu } from "./menu-fingerprint.ts";
import { menuObjects, type MenuObject, type MenuObjects } from "./menu-objects.ts";
import { summarise } from "./menu-sync.ts";
import type { SyncCompletion } from "./menu-syncs.sql.ts";
import {
  findCurrentVersion,
  getVersionDocument,
  identityPrefixes,
  insertCurrentVersion,
  markAbsent,
  setStatedStock,
  upsertObjects,
  type CurrentVersion,
  type IdentityKind,
  type LockedCatalog,
} from "./menus.sql.ts";

export interface MenuToApply {
  readonly document: MenuDocument;
  readonly canonical: CanonicalMenu;
  readonly objectCount: number;
}

export interface AppliedMenu extends SyncCompletion {
  /** The first thousand externalIds that were created, updated or removed. */
  readonly changedExternalIds: readonly string[];
}

/** Compares with the live menu and changes nothing. */
export async function compareMenu(db: Db, locationId: Id<"str">, menu: MenuToApply): Promise<SyncCompletion> {
  const compared = await compare(db, locationId, menu);
  return { versionId: null, noOp: compared.noOp, changes: summarise(compared.diff, true) };
}

/** Applies the menu; an identical one writes nothing and keeps the version. The caller holds the catalog's lock. */
export async function applyMenu(
  tx: Tx,
  locationId: Id<"str">,
  catalog: LockedCatalog,
  menu: MenuToApply,
  now: Instant,
): Promise<AppliedMenu> {
  const { diff, noOp, after } = await compare(tx, locationId, menu);
  const changes = summarise(diff, false);
  if (noOp) return { versionId: catalog.current_version_id, noOp, changes, changedExternalIds: [] };
  writeIdentities(tx, locationId, diff, after);
  const versionId = newId("mnv");
  insertCurrentVersion(tx, {
    id: versionId,
    catalogId: catalog.id,
    publishedAt: now,
    contentHash: menu.canonical.hash,
    objectCount: menu.objectCount,
    document: menu.canonical.text,
  });
  return { versionId, noOp, changes, changedExternalIds: changedExternalIds(diff, 1_000) };
}

interface Comparison {
  readonly diff: MenuDiff;
  readonly noOp: boolean;
  readonly after: MenuObjects;
}

async function compare(db: Db, locationId: Id<"str">, menu: MenuToApply): Promise<Comparison> {
  const current = await findCurrentVersion(db, locationId);
  const after = menuObjects(menu.document);
  if (current?.content_hash.equals(menu.canonical.hash) === true) {
    const catalog = { fields: [], after: after.catalog };
    return { diff: { created: [], updated: [], removed: [], unchanged: after.byKey.size, catalog }, noOp: true, after };
  }
  return { diff: diffMenus(await objectsOf(db, current), after), noOp: false, after };
}

async function objectsOf(db: Db, version: CurrentVersion | undefined): Promise<MenuObjects> {
  if (version === undefined) return { catalog: {}, byKey: new Map() };
  // Only parsed documents are ever stored.
  return menuObjects(JSON.parse(await getVersionDocument(db, version.version_id)) as MenuDocument);
}

function writeIdentities(tx: Tx, locationId: Id<"str">, diff: MenuDiff, after: MenuObjects): void {
  const renamed = diff.updated.filter(({ fields }) => fields.includes("name")).map(({ object }) => object);
  upsertObjects(
    tx,
    locationId,
    [...diff.created, ...renamed].flatMap((object) => {
      const kind = identityKindOf(object);
      return kind === undefined ? [] : [{ kind, externalId: object.externalId, name: String(object.fields["name"]) }];
    }),
  );
  markAbsent(
    tx,
    locationId,
    diff.removed.flatMap((object) => {
      const kind = identityKindOf(object);
      return kind === undefined ? [] : [{ kind, externalId: object.externalId }];
    }),
  );
  // Every stock status that the document states holds, also where only an update of stock had changed it since.
  const stated = [...after.byKey.values()].flatMap((object) => {
    const kind = identityKindOf(object);
    const stockStatus = object.fields["stockStatus"] as StockStatus | undefined;
    return kind === undefined || stockStatus === undefined
      ? []
      : [{ kind, externalId: object.externalId, stockStatus }];
  });
  setStatedStock(tx, locationId, stated);
}

function identityKindOf({ kind }: MenuObject): IdentityKind | undefined {
  return Object.hasOwn(identityPrefixes, kind) ? (kind as IdentityKind) : undefined;
}
