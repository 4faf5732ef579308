/**
 * Publishing by the location's own people, where no app keeps the menu (rules/menus 4.12).
 *
 * Guarantees: as every publish, all or nothing under the lock of the catalog, in one transaction with its audit entry.
 * Also a large menu is published at once, so waiting publishes of an app that has gone are superseded. There is no event,
 * because there is no app to tell. A crash before the COMMIT leaves the old menu.
 */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import type { ReadMenu } from "../document/menu-fingerprint.ts";
import type { MenuSync } from "../read/menu-sync.ts";
import { insertCompletedSync, type NewSync } from "../read/menu-syncs.sql.ts";
import { findCurrentVersion, lockCatalog, setApplied } from "../read/menus.sql.ts";
import { applyMenu, compareMenu, compareOnTheSpot, toDryRun, type CompareMenus } from "./apply-menu.command.ts";
import { dryRunSync } from "./publish-menu.command.ts";

export interface StorePublish {
  /** Only says what would change. */
  readonly dryRun: boolean;
  readonly by: Author;
  /** How documents are compared; on the spot when absent. */
  readonly compare?: CompareMenus;
}

/** Publishes a sound menu; refuses where a connected app keeps the menu. */
export async function publishAtStore(
  tx: Tx,
  locationId: Id<"str">,
  menu: ReadMenu,
  { dryRun, by, compare = compareOnTheSpot }: StorePublish,
): Promise<MenuSync | Refusal<"not_found" | "app_owns_menu">> {
  const catalog = dryRun ? null : await lockCatalog(tx, locationId);
  const now = await storeMayPublish(tx, locationId);
  if (isRefusal(now)) return now;
  const sync: NewSync = { id: newId("syn"), locationId, appId: null, dryRun, now: now.now };
  const comparison = await compareMenu(tx, locationId, menu, compare, dryRun);
  if (catalog === null) return dryRunSync(sync, toDryRun(menu, comparison));
  const applied = applyMenu(tx, locationId, catalog, menu, comparison, sync.now);
  const completed = await insertCompletedSync(tx, sync, applied);
  setApplied(tx, catalog.id, completed.number, null);
  if (!applied.noOp) {
    await recordAudit(tx, {
      ...by,
      action: "menu.published",
      subject: locationId,
      before: { version_id: comparison.before },
      after: { version_id: applied.versionId },
    });
  }
  return completed;
}

export interface TriedAtStore {
  readonly sync: MenuSync;
  /** The version that was live; null where there was none. */
  readonly against: Id<"mnv"> | null;
}

/** Says what a menu would change, and against which version. */
export async function tryAtStore(
  tx: Tx,
  locationId: Id<"str">,
  menu: ReadMenu,
  options: Omit<StorePublish, "dryRun">,
): Promise<TriedAtStore | Refusal<"not_found" | "app_owns_menu">> {
  // Read first: a version that goes live meanwhile is then noticed by the publish.
  const live = await findCurrentVersion(tx, locationId);
  const sync = await publishAtStore(tx, locationId, menu, { ...options, dryRun: true });
  return isRefusal(sync) ? sync : { sync, against: live?.version_id ?? null };
}

/** Publishes a menu that was tried; "changed" where another version is live by now, and then nothing is published. */
export async function publishTried(
  tx: Tx,
  locationId: Id<"str">,
  menu: ReadMenu,
  { against, ...options }: Omit<StorePublish, "dryRun"> & Pick<TriedAtStore, "against">,
): Promise<MenuSync | "changed" | Refusal<"not_found" | "app_owns_menu">> {
  const { current_version_id: live } = await lockCatalog(tx, locationId);
  return live === against ? publishAtStore(tx, locationId, menu, { ...options, dryRun: false }) : "changed";
}

/** The location's time, where its own people may change the menu; a connected app keeps it otherwise. */
export async function storeMayPublish(
  db: Db,
  locationId: Id<"str">,
): Promise<{ readonly now: number } | Refusal<"not_found" | "app_owns_menu">> {
  const location = await getLocationSettings(db, locationId);
  if (isRefusal(location)) return location;
  if (location.connected_app_id === null) return { now: location.now };
  return refuse("app_owns_menu", "the connected app keeps the menu of this location");
}
