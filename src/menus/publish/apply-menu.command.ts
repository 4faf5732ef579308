/**
 * Makes a parsed menu the live one of a location, in four steps: diff, identities, version, switch.
 *
 * Guarantees: runs under the lock of the location's catalog, in the caller's transaction. Diners and partners see the old
 * menu or the whole new one, and a crash leaves the old one. A (kind, externalId) that had an id keeps it. Called by the
 * publish command and by the job for large menus.
 */
import type { Instant } from "../../kernel/clock.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import type { ReadMenu } from "../document/menu-fingerprint.ts";
import { planMenu, type MenuPlan } from "../read/menu-plan.ts";
import type { SyncCompletion } from "../read/menu-syncs.sql.ts";
import type { MenuText, StoredText } from "../document/menu-text.ts";
import { readMenuText } from "../read/read-menu-text.query.ts";
import { insertCurrentVersion, versionText } from "../read/menu-versions.sql.ts";
import { findCurrentVersion, type LockedCatalog } from "../read/menus.sql.ts";
import { markAbsent, readShortStock, setStatedStock, upsertObjects } from "../read/menu-objects.sql.ts";

export interface Comparing {
  /** Every change is named. */
  readonly detailed: boolean;
  /** Whose present stock a stated one is compared with; or the other document, or nothing, as stock stays. */
  readonly stock: { readonly at: Id<"str"> } | "other" | "stays";
}

/** Compares two canonical texts; null before the first publish. What is stored must have been committed. */
export type CompareMenus = (
  db: Db,
  before: StoredText | null,
  after: MenuText,
  comparing: Comparing,
) => Promise<MenuPlan>;

/** Compares where it is called, whatever the size. */
export const compareOnTheSpot: CompareMenus = async (db, before, after, { detailed, stock }) => {
  const old = before === null ? null : await readMenuText(db, before);
  const against = typeof stock === "string" ? stock : await readShortStock(db, stock.at);
  return planMenu(old, await readMenuText(db, after), { detailed, stock: against }, newId);
};

/** How a menu differs from the version that was live when it was compared. */
export interface Comparison {
  readonly before: Id<"mnv"> | null;
  /** Null when the two are the same menu. */
  readonly plan: MenuPlan | null;
}

export interface AppliedMenu extends SyncCompletion {
  /** The first thousand externalIds that were created, updated or removed. */
  readonly changedExternalIds: readonly string[];
}

/** Compares with the live menu; changes nothing and needs no lock. */
export async function compareMenu(
  db: Db,
  locationId: Id<"str">,
  menu: ReadMenu,
  compare: CompareMenus,
  detailed = false,
): Promise<Comparison> {
  const comparing = { detailed, stock: { at: locationId } };
  const current = await findCurrentVersion(db, locationId);
  if (current === undefined) return { before: null, plan: await compare(db, null, menu.text, comparing) };
  if (current.content_hash.equals(menu.hash)) return { before: current.version_id, plan: null };
  const before = versionText(current.version_id, current.document_bytes);
  return { before: current.version_id, plan: await compare(db, before, menu.text, comparing) };
}

/** What a dry run answers. */
export function toDryRun(menu: ReadMenu, { plan }: Comparison): SyncCompletion {
  const changes = plan?.changes ?? { ...unchanged(menu.entityCount), detail: [] };
  return { versionId: null, noOp: plan === null, changes };
}

/** Applies a menu that was compared with the live one; the caller holds the catalog's lock and has seen that it still is. */
export function applyMenu(
  tx: Tx,
  locationId: Id<"str">,
  catalog: LockedCatalog,
  menu: ReadMenu,
  { plan }: Comparison,
  now: Instant,
): AppliedMenu {
  if (plan === null) {
    const changes = unchanged(menu.entityCount);
    return { versionId: catalog.current_version_id, noOp: true, changes, changedExternalIds: [] };
  }
  upsertObjects(tx, locationId, plan.upserts);
  markAbsent(tx, locationId, plan.absent);
  setStatedStock(tx, locationId, plan.stock);
  const versionId = newId("mnv");
  insertCurrentVersion(tx, { id: versionId, catalogId: catalog.id, publishedAt: now, menu });
  return { versionId, noOp: false, changes: plan.changes, changedExternalIds: plan.changedExternalIds };
}

/** The changes of a publish that changes nothing. */
export function unchanged(entityCount: number) {
  return { created: 0, updated: 0, removed: 0, unchanged: entityCount };
}
