/**
 * The SQL of open listeners: one row per stream, of whatever process. A row counts until a time of the database's clock, so
 * a row of a killed process stops counting by itself. Only a row that counts is renewed: instead of one that did not, another
 * stream may have been let in.
 */
import type { Id } from "../../kernel/id.ts";
import { lockTexts } from "../../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { EventType } from "../subscriptions/event-types.ts";
import type { ActiveListener } from "./listeners.ts";

/** A stream lives two minutes and is renewed after one: there are ten seconds to do so. */
const countsUntil = "clock_timestamp() + interval '70 seconds'";

const listenerTable = defineTable<ActiveListener>()({
  name: "webhook_listeners",
  columns: { id: "int8", event_types: "text[]" },
  also: { app_id: "text", counts_until: "timestamptz" },
});

const listActiveStatement = defineStatement({
  name: "list-active-listeners",
  prepare: false,
  takes: ["text"],
  gives: listenerTable.row,
  text: `SELECT ${listenerTable.select("l")} FROM webhook_listeners l
    WHERE l.app_id = $1 AND l.counts_until > clock_timestamp() ORDER BY l.id`,
});

/** The open listeners of an app: at most five. */
export function listActiveListeners(db: Db, appId: Id<"app">): Promise<ActiveListener[]> {
  return db.rows(listActiveStatement, [appId]);
}

const lockStatement = defineStatement({
  name: "lock-listeners-of-app",
  prepare: false,
  takes: ["text"],
  text: `SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.listeners} ' || $1, 0))`,
});

/** How many listeners an app has; calls for one app wait for each other until their transaction ends. */
export async function countListenersLocked(tx: Tx, appId: Id<"app">): Promise<number> {
  tx.send(lockStatement, [appId]);
  return (await tx.rows(listActiveStatement, [appId])).length;
}

const admission = listenerTable.insert(["app_id", "event_types"], { made: { counts_until: countsUntil } });
const insertStatement = defineStatement({
  name: "insert-listener",
  prepare: false,
  takes: admission.takes,
  gives: row<{ id: number }>({ id: "int8" }),
  text: `${admission.text} RETURNING id`,
});

/** Adds a listener that counts from now on; answers the number of the row. */
export async function insertListener(
  tx: Tx,
  appId: Id<"app">,
  eventTypes: readonly EventType[] | null,
): Promise<number> {
  return (await tx.one(insertStatement, admission.values({ app_id: appId, event_types: eventTypes }))).id;
}

const renewStatement = defineStatement({
  name: "renew-listener",
  prepare: false,
  takes: ["text", "int8"],
  gives: row<{ id: number }>({ id: "int8" }),
  text: `UPDATE webhook_listeners SET counts_until = ${countsUntil}
    WHERE app_id = $1 AND id = $2 AND counts_until > clock_timestamp() RETURNING id`,
});

/** Lets a listener count on; false when it no longer counts. */
export async function renewListener(tx: Tx, appId: Id<"app">, id: number): Promise<boolean> {
  return (await tx.maybe(renewStatement, [appId, id])) !== undefined;
}

const deleteStatement = defineStatement({
  name: "delete-listener",
  prepare: false,
  takes: ["text", "int8"],
  text: "DELETE FROM webhook_listeners WHERE app_id = $1 AND id = $2",
});

/** Takes a listener away. */
export function sendDeleteListener(tx: Tx, appId: Id<"app">, id: number): void {
  tx.send(deleteStatement, [appId, id]);
}

const forgetStatement = defineStatement({
  name: "delete-dead-listeners",
  prepare: false,
  takes: [],
  text: "DELETE FROM webhook_listeners WHERE counts_until < clock_timestamp()",
});

/** Forgets the listeners of processes that were killed. */
export function sendForgetListeners(tx: Tx): void {
  tx.send(forgetStatement);
}
