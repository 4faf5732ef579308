/**
 * Connects an app to a granted location, or disconnects it (rules/ordering 1.3 to 1.6). When two apps connect at once,
 * the primary key of `connections` admits one; the other waits for the first and is refused. The grant is locked first,
 * so that it cannot end between the check and the insert.
 */
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { deleteConnection, findConnectionOf, findGrantForConnecting, insertConnection } from "./connections.sql.ts";
import type { Connection } from "../location/location.ts";
import { connectionNotFound, notGranted } from "./read-locations.query.ts";

export interface ConnectionMade {
  readonly connection: Connection;
  /** False when the app held the connection already. */
  readonly created: boolean;
}

/** Makes the app the receiver of the location's orders; refuses when it is not granted or another app is connected. */
export async function connectLocation(
  tx: Tx,
  appId: Id<"app">,
  locationId: Id<"str">,
): Promise<ConnectionMade | Refusal<"not_found" | "location_connected">> {
  if ((await findGrantForConnecting(tx, appId, locationId)) === undefined) return notGranted(locationId);
  for (;;) {
    const connection = await insertConnection(tx, appId, locationId);
    if (connection !== undefined) {
      recordLiveChange(tx, locationId, "settings", locationId);
      return { connection, created: true };
    }
    const held = await findConnectionOf(tx, locationId);
    if (held?.app_id === appId) return { connection: held, created: false };
    if (held !== undefined) return refuse("location_connected", "another app is connected to this location");
    // The holder has disconnected between the two statements: the location is free again.
  }
}

/** What happens in the same transaction when an app stops to receive a location's orders; the program says. */
export type OnDisconnected = (tx: Tx, locationId: Id<"str">) => Promise<void>;

/** Ends the app's connection; refuses when it is not granted or not connected. */
export async function disconnectLocation(
  tx: Tx,
  appId: Id<"app">,
  locationId: Id<"str">,
  onDisconnected: OnDisconnected,
): Promise<Connection | Refusal<"not_found" | "connection_not_found">> {
  if ((await findGrantForConnecting(tx, appId, locationId)) === undefined) return notGranted(locationId);
  const ended = await deleteConnection(tx, appId, locationId);
  if (ended === undefined) return connectionNotFound(locationId);
  recordLiveChange(tx, locationId, "settings", locationId);
  await onDisconnected(tx, locationId);
  return ended;
}
