/**
 * Publishing a menu (document 1, rule 7; decisions, section 5.2).
 *
 * Guarantees: all or nothing; parallel publishes of a location queue on its catalog and the newest wins; an identical
 * document is a no-op; every publish that is not a dry run ends in exactly one event. Small menus take effect here, large
 * ones are left to `run-menu-syncs.job.ts`. A crash before the COMMIT leaves the old menu and no trace of this publish.
 */
import type { Instant } from "../kernel/clock.ts";
import { newId, type Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { applyMenu, compareMenu, type MenuToApply } from "./apply-menu.command.ts";
import type { MenuDocument } from "./menu-document.ts";
import { canonicalMenu } from "./menu-fingerprint.ts";
import type { MenuIssue } from "./menu-issues.ts";
import { synchronousLimit, type MenuSync } from "./menu-sync.ts";
import * as syncs from "./menu-syncs.sql.ts";
import { lockCatalog, setAppliedNumber } from "./menus.sql.ts";
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
}

/** Publishes a parsed document; the sync it answers is `pending` when a job will do the work, else `completed`. */
export async function publishMenu(
  tx: Tx,
  publisher: Publisher,
  menu: { readonly document: MenuDocument; readonly objectCount: number },
  { dryRun, respondAsync }: PublishOptions,
): Promise<MenuSync> {
  const toApply: MenuToApply = { ...menu, canonical: canonicalMenu(menu.document) };
  const sync: syncs.NewSync = { id: newId("syn"), dryRun, ...publisher };
  const large = respondAsync || menu.objectCount > synchronousLimit;
  // While a job of this location waits or runs, a small publish queues behind it instead of overtaking it.
  if (large || (!dryRun && (await syncs.hasOpenSync(tx, publisher.locationId)))) return enqueue(tx, sync, toApply);
  if (dryRun) return dryRunNow(tx, sync, toApply);
  const catalog = await lockCatalog(tx, publisher.locationId);
  const applied = await applyMenu(tx, publisher.locationId, catalog, toApply, publisher.now);
  const completed = await syncs.insertCompletedSync(tx, sync, applied);
  setAppliedNumber(tx, catalog.id, completed.number);
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

/** A dry run leaves no row: its answer is all there is of it. */
async function dryRunNow(tx: Tx, sync: syncs.NewSync, menu: MenuToApply): Promise<MenuSync> {
  const { versionId, noOp, changes } = await compareMenu(tx, sync.locationId, menu);
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

async function enqueue(tx: Tx, sync: syncs.NewSync, menu: MenuToApply): Promise<MenuSync> {
  const pending = await syncs.insertPendingSync(tx, sync, menu.canonical.text, menu.objectCount);
  if (!sync.dryRun) {
    const failure = { code: "superseded", message: `a newer publish, ${sync.id}, took its place` } as const;
    const ended = await syncs.supersedeWaiting(tx, sync.locationId, sync.id, sync.now, failure);
    for (const superseded of ended) await recordSyncFailed(tx, superseded);
  }
  tx.wake("jobs");
  return pending;
}
