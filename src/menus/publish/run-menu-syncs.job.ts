/**
 * Runs the publishes that wait: large menus, and those asked for with `Prefer: respond-async`.
 *
 * Guarantees: a worker leases a sync. When the worker dies, another takes the sync after the lease has ended. The menu,
 * the end of the sync and its event are one transaction, and only the holder of the lease can commit it. A sync ends as
 * superseded when a newer publish waits or has taken effect. A fault is tried again; after five attempts the sync ends as
 * failed.
 */
import { randomBytes } from "node:crypto";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { findConnection, getLocationClock } from "../../locations/grants/read-locations.query.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import {
  applyMenu,
  compareMenu,
  compareOnTheSpot,
  toDryRun,
  type CompareMenus,
  type Comparison,
} from "./apply-menu.command.ts";
import type { ReadMenu } from "../document/menu-fingerprint.ts";
import type { MenuSyncFailure } from "../read/menu-sync.ts";
import { completeSync, failSync, holdLease, isSuperseded, leaseSync, type LeasedSync } from "../read/menu-syncs.sql.ts";
import { lockCatalog, setApplied } from "../read/menus.sql.ts";
import { recordSyncCompleted, recordSyncFailed } from "./record-menu-event.command.ts";

export interface MenuSyncJobOptions {
  readonly database: Database;
  /** How documents are compared; on the spot when absent. */
  readonly compare?: CompareMenus;
}

const leaseSeconds = 60;
const maxAttempts = 5;
/** How often a sync is compared anew because another publish came between. */
const maxComparisons = 5;

interface Run {
  readonly worker: string;
  readonly sync: LeasedSync;
  readonly menu: ReadMenu;
}

/** Makes the job; `runOnce` runs one sync and answers true when it ran one, for there may be more. */
export function createMenuSyncJob({ database, compare = compareOnTheSpot }: MenuSyncJobOptions): {
  runOnce(): Promise<boolean>;
} {
  const worker = `menu-syncs-${randomBytes(6).toString("hex")}`;
  return {
    async runOnce() {
      const sync = await database.transaction((tx) => leaseSync(tx, worker, leaseSeconds));
      if (sync === undefined) return false;
      if (sync.attempts > maxAttempts) {
        const message = `the publish could not be finished in ${maxAttempts} attempts`;
        await database.transaction(async (tx) => {
          if (await holdLease(tx, worker, sync)) await fail(tx, sync, { code: "internal", message });
        });
        return true;
      }
      const run: Run = { worker, sync, menu: menuOf(sync) };
      for (let tries = 1; tries <= maxComparisons; tries++) {
        // Compared outside the transaction: large menus take a while, and nobody is to wait for that.
        const comparison = await compareMenu(database.read, sync.location_id, run.menu, compare, sync.dry_run);
        if (await database.transaction((tx) => finish(tx, run, comparison))) return true;
      }
      throw new Error(`menu sync ${sync.id}: the live menu changed during each of ${maxComparisons} comparisons`);
    },
  };
}

function menuOf(sync: LeasedSync): ReadMenu {
  const text = { table: "menu_syncs", id: sync.id, bytes: sync.document_bytes } as const;
  return { text, hash: sync.content_hash, objectCount: sync.object_count, entityCount: sync.entity_count };
}

/** Ends the sync by a comparison; false when the live menu is no longer the one that was compared with. */
async function finish(tx: Tx, { worker, sync, menu }: Run, comparison: Comparison): Promise<boolean> {
  // The catalog before the sync: the order in which every publish takes its locks.
  const catalog = sync.dry_run ? null : await lockCatalog(tx, sync.location_id);
  if (!(await holdLease(tx, worker, sync))) return true;
  const now = await locationNow(tx, sync.location_id);
  if (catalog === null) {
    await completeSync(tx, sync.id, now, toDryRun(menu, comparison));
    return true;
  }
  const failure = await whyNot(tx, sync);
  if (failure !== undefined) {
    await fail(tx, sync, failure);
    return true;
  }
  if (catalog.current_version_id !== comparison.before) return false;
  const applied = applyMenu(tx, sync.location_id, catalog, menu, comparison, now);
  setApplied(tx, catalog.id, sync.number, sync.source_hash);
  await recordSyncCompleted(tx, await completeSync(tx, sync.id, now, applied), applied.changedExternalIds);
  return true;
}

async function whyNot(tx: Tx, sync: LeasedSync): Promise<MenuSyncFailure | undefined> {
  if (await isSuperseded(tx, sync)) return { code: "superseded", message: "a newer publish took its place" };
  const { app_id: appId, location_id: locationId } = sync;
  if (appId !== null && (await findConnection(tx, appId, locationId)) !== undefined) return undefined;
  return { code: "connection_not_found", message: "the app lost its connection to the location" };
}

async function fail(tx: Tx, sync: LeasedSync, failure: MenuSyncFailure): Promise<void> {
  const failed = await failSync(tx, sync.id, await locationNow(tx, sync.location_id), failure);
  if (!sync.dry_run) await recordSyncFailed(tx, failed);
}

async function locationNow(tx: Tx, locationId: Id<"str">): Promise<number> {
  const clock = await getLocationClock(tx, locationId);
  if (isRefusal(clock)) throw new Error(clock.message);
  return clock.now;
}
