/**
 * Tells the publishing app how its publish ended: `menu.sync_completed` or `menu.sync_failed`, in the same transaction. A
 * publish by the location's own people is told to no app.
 */
import type { Tx } from "../../platform/postgres/database.ts";
import { recordEvent } from "../../webhooks/ledger/record-event.command.ts";
import type { MenuIssue } from "../document/menu-issues.ts";
import type { MenuSync } from "../read/menu-sync.ts";
import { menuSyncToWire } from "../read/menus.schemas.ts";

/** How many issues of a refused document travel with the event. */
const issuesInEvent = 100;

/** Records the event of a publish that took effect or changed nothing. */
export async function recordSyncCompleted(
  tx: Tx,
  sync: MenuSync,
  changedExternalIds: readonly string[],
): Promise<void> {
  await record(tx, sync, "menu.sync_completed", {
    menu_sync: menuSyncToWire(sync),
    changed_external_ids: changedExternalIds,
  });
}

/** Records the event of a publish that failed or was refused; the failure stands in the sync. */
export async function recordSyncFailed(tx: Tx, sync: MenuSync, issues: readonly MenuIssue[] = []): Promise<void> {
  const menu_sync = menuSyncToWire(sync);
  const data = issues.length === 0 ? { menu_sync } : { menu_sync, issues: issues.slice(0, issuesInEvent) };
  await record(tx, sync, "menu.sync_failed", data);
}

async function record(
  tx: Tx,
  sync: MenuSync,
  eventType: "menu.sync_completed" | "menu.sync_failed",
  data: unknown,
): Promise<void> {
  if (sync.app_id === null) return;
  await recordEvent(tx, {
    appId: sync.app_id,
    eventType,
    locationId: sync.location_id,
    resourceType: "menu_sync",
    resourceId: sync.id,
    resourcePath: `/v1/locations/${sync.location_id}/menu/syncs/${sync.id}`,
    idempotencyKey: `menu_sync:${sync.id}:${eventType === "menu.sync_completed" ? "completed" : "failed"}`,
    // A sync ends once, so this is its only event.
    sequence: 1,
    data,
    created: sync.completed_at ?? sync.created_at,
  });
}
