/**
 * The presence of a listener among those of its app. Guarantees: an app has at most five, over all processes. A presence
 * counts until it ends, or until 70 seconds after it began or was last renewed, by the clock of the database: a listener of
 * a killed process counts for no longer. Nothing is written for an event. Called by the stream's route.
 */
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { withoutLimit } from "../../platform/time-limit.ts";
import type { EventType } from "../subscriptions/event-types.ts";
import { countListenersLocked, insertListener, renewListener, sendDeleteListener } from "./listeners.sql.ts";

const mostPerApp = 5;

export interface ListenerPresence {
  /** Lets the listener count for 70 seconds more; false when it has stopped counting. */
  renew(): Promise<boolean>;
  /** Ends the presence; returns also when the database does not answer, because a presence ends by itself too. */
  end(): Promise<void>;
}

/** Lets a listener in that hears these types (null: all), or refuses when the app has enough. */
export async function admitListener(
  database: Database,
  appId: Id<"app">,
  eventTypes: readonly EventType[] | null,
): Promise<ListenerPresence | Refusal<"rate_limited">> {
  const id = await database.transaction(async (tx) => {
    const active = await countListenersLocked(tx, appId);
    return active < mostPerApp ? insertListener(tx, appId, eventTypes) : undefined;
  });
  if (id === undefined) return tooManyListeners();
  let ended: Promise<void> | undefined;
  return {
    renew: () => database.transaction((tx) => renewListener(tx, appId, id)),
    // The request that opened the stream may be over its time.
    end: () => (ended ??= withoutLimit(() => endPresence(database, appId, id))),
  };
}

async function endPresence(database: Database, appId: Id<"app">, id: number): Promise<void> {
  const deleted = database.transaction(async (tx) => sendDeleteListener(tx, appId, id));
  await deleted.catch(() => undefined);
}

/** The refusal of a listener when there are enough. */
export function tooManyListeners(): Refusal<"rate_limited"> {
  return refuse("rate_limited", `an app has at most ${mostPerApp} listeners at once`, undefined, 10);
}
