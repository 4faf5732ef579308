/** All SQL of grants and connections. The primary key of `connections` decides which of two apps connects. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { Connection, Grant } from "../location/location.ts";

const grantTable = defineTable<Grant>()({
  name: "grants",
  columns: { app_id: "text", location_id: "text", created_at: "timestamptz" },
});
const grantColumns = grantTable.select("grants");
const connectionTable = defineTable<Connection>()({
  name: "connections",
  columns: {
    location_id: "text",
    app_id: "text",
    created_at: "timestamptz",
    updated_at: "timestamptz",
  },
});
const connectionColumns = connectionTable.select("connections");

const connectionOf = defineStatement({
  name: "connection-of-location",
  takes: ["text"],
  gives: connectionTable.row,
  text: `SELECT ${connectionColumns} FROM connections WHERE location_id = $1`,
});

const insertGrantStatement = defineStatement({
  name: "insert-grant",
  prepare: false,
  takes: ["text", "text"],
  gives: grantTable.row,
  text: `INSERT INTO grants (app_id, location_id) VALUES ($1, $2) RETURNING ${grantColumns}`,
});

/** The caller holds the lock of the location and has seen that there is no such grant. */
export function insertGrant(tx: Tx, appId: Id<"app">, locationId: Id<"str">): Promise<Grant> {
  return tx.one(insertGrantStatement, [appId, locationId]);
}

const findGrantForUpdateStatement = defineStatement({
  name: "find-grant-for-update",
  prepare: false,
  takes: ["text", "text"],
  gives: grantTable.row,
  text: `SELECT ${grantColumns} FROM grants WHERE app_id = $1 AND location_id = $2 FOR UPDATE`,
});

/** The grant, locked so that it can neither be removed nor lead to a new connection until the transaction ends. */
export function findGrantForUpdate(tx: Tx, appId: Id<"app">, locationId: Id<"str">): Promise<Grant | undefined> {
  return tx.maybe(findGrantForUpdateStatement, [appId, locationId]);
}

const findGrantForConnectingStatement = defineStatement({
  name: "find-grant-for-connecting",
  prepare: false,
  takes: ["text", "text"],
  gives: grantTable.row,
  text: `SELECT ${grantColumns} FROM grants WHERE app_id = $1 AND location_id = $2 FOR KEY SHARE`,
});

/** The grant, locked so that it cannot be removed until the transaction ends. */
export function findGrantForConnecting(tx: Tx, appId: Id<"app">, locationId: Id<"str">): Promise<Grant | undefined> {
  return tx.maybe(findGrantForConnectingStatement, [appId, locationId]);
}

const findGrantStatement = defineStatement({
  name: "find-grant",
  prepare: false,
  takes: ["text", "text"],
  gives: grantTable.row,
  text: `SELECT ${grantColumns} FROM grants WHERE app_id = $1 AND location_id = $2`,
});

export function findGrant(db: Db, appId: Id<"app">, locationId: Id<"str">): Promise<Grant | undefined> {
  return db.maybe(findGrantStatement, [appId, locationId]);
}

const deleteGrantStatement = defineStatement({
  name: "delete-grant",
  prepare: false,
  takes: ["text", "text"],
  text: "DELETE FROM grants WHERE app_id = $1 AND location_id = $2",
});

/** Removes the grant and, by its foreign key, the connection. */
export function deleteGrant(tx: Tx, appId: Id<"app">, locationId: Id<"str">): void {
  tx.send(deleteGrantStatement, [appId, locationId]);
}

const listGrantsOfLocationStatement = defineStatement({
  name: "list-grants-of-location",
  prepare: false,
  takes: ["text"],
  gives: grantTable.row,
  text: `SELECT ${grantColumns} FROM grants WHERE location_id = $1 ORDER BY app_id`,
});

export async function listGrantedApps(tx: Tx, locationId: Id<"str">): Promise<Id<"app">[]> {
  const rows = await tx.rows(listGrantsOfLocationStatement, [locationId]);
  return rows.map((row) => row.app_id);
}

/** Whichever app's it is. */
export function findConnectionOf(db: Db, locationId: Id<"str">): Promise<Connection | undefined> {
  return db.maybe(connectionOf, [locationId]);
}

const insertConnectionStatement = defineStatement({
  name: "insert-connection",
  prepare: false,
  takes: ["text", "text"],
  gives: connectionTable.row,
  text: `INSERT INTO connections (location_id, app_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING ${connectionColumns}`,
});

/** Waits for a rival that is connecting; answers undefined when the location has a connection already. */
export function insertConnection(tx: Tx, appId: Id<"app">, locationId: Id<"str">): Promise<Connection | undefined> {
  return tx.maybe(insertConnectionStatement, [locationId, appId]);
}

const deleteConnectionStatement = defineStatement({
  name: "delete-connection",
  prepare: false,
  takes: ["text", "text"],
  gives: connectionTable.row,
  text: `DELETE FROM connections WHERE location_id = $1 AND app_id = $2 RETURNING ${connectionColumns}`,
});

/** Answers undefined when the app does not hold the connection. */
export function deleteConnection(tx: Tx, appId: Id<"app">, locationId: Id<"str">): Promise<Connection | undefined> {
  return tx.maybe(deleteConnectionStatement, [locationId, appId]);
}
