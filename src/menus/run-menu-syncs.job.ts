/**
 * Runs the publishes that wait: large menus and those asked for with `Prefer: respond-async`.
 *
 * Guarantees: a sync is leased, so a worker that dies is taken over when its lease lapses; the menu, the end of the sync
 * and its event are one transaction that only the holder of the lease can finish; a sync for which a newer publish waits
 * or has taken effect ends as superseded. A fault is tried again and, after five attempts, ends the sync as failed.
 */
import { randomBytes } from "node:crypto";
import { isRefusal } from "../kernel/refusal.ts";
import { findConnection, getLocationClock } from "../locations/read-locations.query.ts";
import type { Database, Tx } from "../platform/postgres/database.ts";
import { applyMenu, compareMenu, type MenuToApply } from "./apply-menu.command.ts";
import type { MenuDocument } from "./menu-document.ts";
import { fingerprint } from "./menu-fingerprint.ts";
import type { MenuSyncFailure } from "./menu-sync.ts";
import { completeSync, failSync, holdLease, isSuperseded, leaseSync, type LeasedSync } from "./menu-syncs.sql.ts";
import { lockCatalog, setAppliedNumber } from "./menus.sql.ts";
import { recordSyncCompleted, recordSyncFailed } from "./record-menu-event.command.ts";

export interface MenuSyncJobOptions {
  readonly database: Database;
}

const leaseSeconds = 60;
const maxAttempts = 5;

/** Makes the job; `runOnce` runs one sync and answers true when it ran one, for there may be more. */
export function createMenuSyncJob({ database }: MenuSyncJobOptions): { runOnce(): Promise<boolean> } {
  const worker = `menu-syncs-${randomBytes(6).toString("hex")}`;
  return {
    async runOnce() {
      const sync = await database.transaction((tx) => leaseSync(tx, worker, leaseSeconds));
      if (sync === undefined) return false;
      if (sync.attempts > maxAttempts) {
        const failure = {
          code: "internal",
          message: `the publish could not be finished in ${maxAttempts} attempts`,
        } as const;
        await database.transaction(async (tx) => {
          if (await holdLease(tx, worker, sync)) await fail(tx, sync, failure);
        });
        return true;
      }
      const menu = toApply(sync);
      await database.transaction((tx) => run(tx, worker, sync, menu));
      return true;
    },
  };
}

function toApply(sync: LeasedSync): MenuToApply {
  const canonical = fingerprint(sync.document);
  // The document was parsed before it was queued.
  return { document: JSON.parse(sync.document) as MenuDocument, canonical, objectCount: sync.object_count };
}

async function run(tx: Tx, worker: string, sync: LeasedSync, menu: MenuToApply): Promise<void> {
  // The catalog before the sync: the order in which every publish takes its locks.
  const catalog = sync.dry_run ? null : await lockCatalog(tx, sync.location_id);
  if (!(await holdLease(tx, worker, sync))) return;
  const now = await locationNow(tx, sync);
  if (catalog === null) {
    await completeSync(tx, sync.id, now, await compareMenu(tx, sync.location_id, menu));
    return;
  }
  if (await isSuperseded(tx, sync)) {
    return fail(tx, sync, { code: "superseded", message: "a newer publish took its place" });
  }
  if ((await findConnection(tx, sync.app_id, sync.location_id)) === undefined) {
    await failSync(tx, sync.id, now, {
      code: "connection_not_found",
      message: "the app lost its connection to the location",
    });
    return;
  }
  const applied = await applyMenu(tx, sync.location_id, catalog, menu, now);
  setAppliedNumber(tx, catalog.id, sync.number);
  await recordSyncCompleted(tx, await completeSync(tx, sync.id, now, applied), applied.changedExternalIds);
}

async function fail(tx: Tx, sync: LeasedSync, failure: MenuSyncFailure): Promise<void> {
  const failed = await failSync(tx, sync.id, await locationNow(tx, sync), failure);
  if (!sync.dry_run) await recordSyncFailed(tx, failed);
}

async function locationNow(tx: Tx, sync: LeasedSync): Promise<number> {
  const clock = await getLocationClock(tx, sync.location_id);
  if (isRefusal(clock)) throw new Error(clock.message);
  return clock.now;
}
