/** The ledger of an app for people and programs: events with their deliveries, and the attempts of one event. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import {
  findEvent,
  listAttempts,
  listDeliveries,
  listEvents,
  type LedgerAttempt,
  type LedgerDelivery,
  type LedgerFilter,
} from "./read-events.sql.ts";
import type { LedgerEvent } from "./events.sql.ts";
import { listActiveListeners } from "./listeners.sql.ts";
import type { ActiveListener } from "./listeners.ts";
import { findAppOfEvent, listEventsOfResource, type ResourceEvent } from "./resource-events.sql.ts";

export type { LedgerEvent } from "./events.sql.ts";
export type { LedgerAttempt, LedgerDelivery, LedgerFilter } from "./read-events.sql.ts";
export type { ActiveListener } from "./listeners.ts";
export type { ResourceEvent } from "./resource-events.sql.ts";

export interface LedgerPage {
  readonly events: readonly LedgerEvent[];
  /** Of all the events together. */
  readonly deliveries: readonly LedgerDelivery[];
}

/** A page of the app's events, newest first, with their deliveries; read it within a snapshot. */
export async function readLedger(db: Db, filter: LedgerFilter): Promise<LedgerPage> {
  const events = await listEvents(db, filter);
  return {
    events,
    deliveries: await listDeliveries(
      db,
      events.map(({ id }) => id),
    ),
  };
}

export interface Listeners {
  /** Those of the app that are open now. */
  readonly listeners: readonly ActiveListener[];
}

/** A page of the ledger beside the listeners that are open now; one read for the page. */
export async function readLedgerWithListeners(db: Db, filter: LedgerFilter): Promise<LedgerPage & Listeners> {
  return { ...(await readLedger(db, filter)), listeners: await listActiveListeners(db, filter.appId) };
}

export interface WholeEvent {
  readonly event: LedgerEvent;
  readonly deliveries: readonly LedgerDelivery[];
  /** Newest first. */
  readonly attempts: readonly LedgerAttempt[];
}

/** One event of the app with all that became of it; another app's is not found. Read it within a snapshot. */
export async function getWholeEvent(
  db: Db,
  appId: Id<"app">,
  id: Id<"evt">,
): Promise<WholeEvent | Refusal<"not_found">> {
  const event = await findEvent(db, appId, id);
  if (event === undefined) return refuse("not_found", "the app has no such event");
  return { event, deliveries: await listDeliveries(db, [id]), attempts: await listAttempts(db, id) };
}

/** The same beside the listeners that are open now. */
export async function getWholeEventWithListeners(
  db: Db,
  appId: Id<"app">,
  id: Id<"evt">,
): Promise<(WholeEvent & Listeners) | Refusal<"not_found">> {
  const whole = await getWholeEvent(db, appId, id);
  return isRefusal(whole) ? whole : { ...whole, listeners: await listActiveListeners(db, appId) };
}

export interface ResourceLedger {
  readonly events: readonly ResourceEvent[];
  readonly deliveries: readonly LedgerDelivery[];
}

/** What these apps were told of an order, a booking or a party, newest first; read it within a snapshot. */
export async function readLedgerOf(
  db: Db,
  resourceId: string,
  appIds: readonly Id<"app">[],
  limit: number,
): Promise<ResourceLedger> {
  const events = await listEventsOfResource(db, resourceId, appIds, limit);
  return {
    events,
    deliveries: await listDeliveries(
      db,
      events.map(({ id }) => id),
    ),
  };
}

/** The app that an event was for, for those who read the events of every app. */
export function findEventApp(db: Db, id: Id<"evt">): Promise<Id<"app"> | undefined> {
  return findAppOfEvent(db, id);
}
