/**
 * Makes a kept version of a menu the live one again, for the operator, the managers or the connected app.
 *
 * Guarantees: the change, its audit entry and its event are one transaction under the lock of the catalog, so diners see
 * the one menu or the other. Identities keep their ids. Stock does not change. Publishes that were taken before and still
 * wait are superseded. A crash leaves the earlier menu. A version that is live already is left alone.
 */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { compareOnTheSpot, type CompareMenus } from "./apply-menu.command.ts";
import type { MenuPlan } from "../read/menu-plan.ts";
import * as syncs from "../read/menu-syncs.sql.ts";
import * as versions from "./menu-versions.sql.ts";
import { getVersionText } from "../read/menu-versions.sql.ts";
import { lockCatalog, setApplied } from "../read/menus.sql.ts";
import { markAbsent, upsertObjects } from "../read/menu-objects.sql.ts";
import { recordSyncCompleted } from "./record-menu-event.command.ts";

/** Answers the version, which is live now; refuses one that the location does not have. */
export async function restoreMenuVersion(
  tx: Tx,
  locationId: Id<"str">,
  versionId: Id<"mnv">,
  by: Author,
  compare: CompareMenus = compareOnTheSpot,
): Promise<versions.MenuVersion | Refusal<"not_found">> {
  const location = await getLocationSettings(tx, locationId);
  if (isRefusal(location)) return location;
  const version = await versions.findMenuVersion(tx, locationId, versionId);
  if (version === undefined) return refuse("not_found", `location ${locationId} has no menu version ${versionId}`);
  const catalog = await lockCatalog(tx, locationId);
  const live = catalog.current_version_id;
  if (live === versionId) return { ...version, live: true };
  const before = live === null ? null : await getVersionText(tx, live);
  const plan = await compare(tx, before, await getVersionText(tx, versionId), { detailed: false, stock: "stays" });
  upsertObjects(tx, locationId, plan.upserts);
  markAbsent(tx, locationId, plan.absent);
  versions.switchVersion(tx, catalog.id, versionId);
  const app = location.connected_app_id;
  const number =
    app === null
      ? await versions.nextSyncNumber(tx)
      : await announce(
          tx,
          { id: newId("syn"), locationId, appId: app, dryRun: false, now: location.now },
          version,
          plan,
        );
  setApplied(tx, catalog.id, number, null);
  await recordAudit(tx, {
    ...by,
    action: "menu.restored",
    subject: locationId,
    before: { version_id: live },
    after: { version_id: versionId },
  });
  return { ...version, live: true };
}

/** A restore is a sync of its own, so the connected app is told in the usual way what changed. */
async function announce(tx: Tx, sync: syncs.NewSync, version: versions.MenuVersion, plan: MenuPlan): Promise<number> {
  const completed = await syncs.insertCompletedSync(tx, sync, {
    versionId: version.id,
    noOp: false,
    changes: plan.changes,
  });
  await recordSyncCompleted(tx, completed, plan.changedExternalIds);
  return completed.number;
}
