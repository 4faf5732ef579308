/**
 * Grants an app a location, or takes the grant away. The foreign key of `connections` ends the connection in the same
 * statement as the grant. Unfinished orders stay with the location, for its staff. The app is told in the same
 * transaction.
 */
import { getApp } from "../../apps/read-apps.query.ts";
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { deleteGrant, findConnectionOf, findGrant, findGrantForUpdate, insertGrant } from "./connections.sql.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { OnDisconnected } from "./change-connection.command.ts";
import type { Grant } from "../location/location.ts";
import { findLocationForUpdate, takeEventSequence } from "../location/save-location.sql.ts";
import { recordLocationEvent } from "../location/record-location-event.command.ts";

export interface GrantMade {
  readonly grant: Grant;
  /** False when the app held the grant already. */
  readonly created: boolean;
}

/** Grants the location; a repeat changes nothing. Refuses an unknown app or location. */
export async function grantLocation(
  tx: Tx,
  appId: Id<"app">,
  locationId: Id<"str">,
  by: Author,
): Promise<GrantMade | Refusal<"not_found">> {
  const app = await getApp(tx, appId);
  if (isRefusal(app)) return app;
  // Grants of one location queue on its row, so that the repeat below finds what a rival has just committed.
  if ((await findLocationForUpdate(tx, locationId)) === undefined)
    return refuse("not_found", `there is no location ${locationId}`);
  const held = await findGrant(tx, appId, locationId);
  if (held !== undefined) return { grant: held, created: false };
  const grant = await insertGrant(tx, appId, locationId);
  const location = await takeEventSequence(tx, locationId);
  await recordLocationEvent(tx, appId, location, { what: "provisioned" });
  await recordAudit(tx, {
    ...by,
    action: "grant.created",
    subject: `${appId}/${locationId}`,
    before: null,
    after: { connected: false },
  });
  return { grant, created: true };
}

/** Takes the grant away and ends the app's connection; refuses when there is no such grant. */
export async function revokeGrant(
  tx: Tx,
  appId: Id<"app">,
  locationId: Id<"str">,
  by: Author,
  onDisconnected: OnDisconnected,
): Promise<Grant | Refusal<"not_found">> {
  if ((await findLocationForUpdate(tx, locationId)) === undefined)
    return refuse("not_found", `there is no location ${locationId}`);
  const grant = await findGrantForUpdate(tx, appId, locationId);
  if (grant === undefined) return refuse("not_found", `app ${appId} is not granted location ${locationId}`);
  const connection = await findConnectionOf(tx, locationId);
  deleteGrant(tx, appId, locationId);
  if (connection?.app_id === appId) {
    recordLiveChange(tx, locationId, "settings", locationId);
    await onDisconnected(tx, locationId);
  }
  const location = await takeEventSequence(tx, locationId);
  await recordLocationEvent(tx, appId, location, { what: "deprovisioned" });
  await recordAudit(tx, {
    ...by,
    action: "grant.revoked",
    subject: `${appId}/${locationId}`,
    before: { connected: connection?.app_id === appId },
    after: null,
  });
  return grant;
}
