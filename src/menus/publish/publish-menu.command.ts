/**
 * Publishing a menu (rules/menus 4).
 *
 * Guarantees: all or nothing. Parallel publishes of a location wait for the lock of its catalog, and the newest wins. An
 * identical document changes nothing. Every publish that is not a dry run ends in exactly one event. Small menus take
 * effect here; large ones are left to `run-menu-syncs.job.ts`. A crash before the COMMIT leaves the old menu and no trace
 * of this publish.
 */
import type { Instant } from "../../kernel/clock.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import {
  applyMenu,
  compareMenu,
  compareOnTheSpot,
  toDryRun,
  unchanged,
  type AppliedMenu,
  type CompareMenus,
} from "./apply-menu.command.ts";
import type { ReadMenu } from "../document/menu-fingerprint.ts";
import type { MenuIssue } from "../document/menu-issues.ts";
import { synchronousLimit, type MenuSync } from "../read/menu-sync.ts";
import * as syncs from "../read/menu-syncs.sql.ts";
import {
  findVersionOfSource,
  lockCatalog,
  setApplied,
  type LockedCatalog,
  type VersionCounts,
} from "../read/menus.sql.ts";
import { recordSyncCompleted, recordSyncFailed } from "./record-menu-event.command.ts";

/** Who publishes where; the caller has seen that the app holds the connection. */
export interface Publisher {
  readonly appId: Id<"app">;
  readonly locationId: Id<"str">;
  /** Location time. */
  readonly now: Instant;
}

export interface PublishOptions {
  /** Only says what would change. */
  readonly dryRun: boolean;
  /** Leaves the work to a job also when the menu is small. */
  readonly respondAsync: boolean;
  /** SHA-256 of the request body, to know the same bytes again. */
  readonly sourceHash?: Uint8Array;
  /** How documents are compared; on the spot when absent. */
  readonly compare?: CompareMenus;
}

/** Publishes a sound menu; the sync it answers is `pending` when a job will do the work, else `completed`. */
export async function publishMenu(
  tx: Tx,
  publisher: Publisher,
  menu: ReadMenu,
  { dryRun, respondAsync, sourceHash, compare = compareOnTheSpot }: PublishOptions,
): Promise<MenuSync> {
  const sync: syncs.NewSync = { id: newId("syn"), dryRun, ...publisher };
  const large = respondAsync || menu.objectCount > synchronousLimit;
  // While a job of this location waits or runs, a small publish queues behind it instead of overtaking it.
  if (large || (!dryRun && (await syncs.hasUnfinishedSync(tx, publisher.locationId)))) {
    return enqueue(tx, sync, menu, sourceHash ?? null);
  }
  if (dryRun) {
    const comparison = await compareMenu(tx, publisher.locationId, menu, compare, true);
    return syncs.insertCompletedSync(tx, sync, toDryRun(menu, comparison));
  }
  const catalog = await lockCatalog(tx, publisher.locationId);
  const comparison = await compareMenu(tx, publisher.locationId, menu, compare);
  const applied = applyMenu(tx, publisher.locationId, catalog, menu, comparison, publisher.now);
  return complete(tx, sync, catalog, applied, sourceHash ?? null);
}

/** Whether the very bytes that are live already were published again. Asked before the body is read. */
export const findSameSource = findVersionOfSource;

/**
 * Publishes the bytes of the live version once more, which changes nothing and is announced; undefined when another
 * publish has come between since they were recognised.
 */
export async function publishSameSource(
  tx: Tx,
  publisher: Publisher,
  dryRun: boolean,
  sourceHash: Uint8Array,
): Promise<{ readonly sync: MenuSync; readonly counts: VersionCounts } | undefined> {
  const sync: syncs.NewSync = { id: newId("syn"), dryRun, ...publisher };
  const catalog = dryRun ? null : await lockCatalog(tx, publisher.locationId);
  const counts = await findVersionOfSource(tx, publisher.locationId, sourceHash);
  if (counts === undefined) return undefined;
  const changes = unchanged(counts.entity_count);
  if (catalog === null) {
    const same = { versionId: null, noOp: true, changes: { ...changes, detail: [] } };
    return { sync: await syncs.insertCompletedSync(tx, sync, same), counts };
  }
  const applied = { versionId: counts.version_id, noOp: true, changes, changedExternalIds: [] };
  return { sync: await complete(tx, sync, catalog, applied, sourceHash), counts };
}

async function complete(
  tx: Tx,
  sync: syncs.NewSync,
  catalog: LockedCatalog,
  applied: AppliedMenu,
  sourceHash: Uint8Array | null,
): Promise<MenuSync> {
  const completed = await syncs.insertCompletedSync(tx, sync, applied);
  setApplied(tx, catalog.id, completed.number, sourceHash);
  await recordSyncCompleted(tx, completed, applied.changedExternalIds);
  return completed;
}

/** Records a document that was refused as invalid, and its event; the menu that is live stays live. */
export async function recordRefusedPublish(tx: Tx, publisher: Publisher, issues: readonly MenuIssue[]): Promise<void> {
  const message = `the document has ${issues.length} ${issues.length === 1 ? "issue" : "issues"}`;
  const sync: syncs.NewSync = { id: newId("syn"), dryRun: false, ...publisher };
  const failed = await syncs.insertFailedSync(tx, sync, { code: "invalid_menu", message });
  await recordSyncFailed(tx, failed, issues);
}

/** A dry run of the location's own people leaves no row: its answer is all there is of it. */
export function dryRunSync(sync: syncs.NewSync, { versionId, noOp, changes }: syncs.SyncCompletion): MenuSync {
  return {
    id: sync.id,
    location_id: sync.locationId,
    app_id: sync.appId,
    dry_run: true,
    status: "completed",
    created_at: sync.now,
    completed_at: sync.now,
    version_id: versionId,
    no_op: noOp,
    changes,
    failure: null,
  };
}

async function enqueue(tx: Tx, sync: syncs.NewSync, menu: ReadMenu, sourceHash: Uint8Array | null): Promise<MenuSync> {
  const pending = await syncs.insertPendingSync(tx, sync, menu, sourceHash);
  if (!sync.dryRun) {
    const failure = { code: "superseded", message: `a newer publish, ${sync.id}, took its place` } as const;
    const ended = await syncs.supersedeWaiting(tx, sync.locationId, sync.id, sync.now, failure);
    for (const superseded of ended) await recordSyncFailed(tx, superseded);
  }
  tx.wake("jobs");
  return pending;
}
