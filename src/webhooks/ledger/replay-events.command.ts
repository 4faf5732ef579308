/**
 * Replays send events of the ledger again, under their own ids. Guarantees: a received event is sent again only when the
 * caller forces it or asks for its state. A delivery under way is left alone. A disabled subscription gets nothing.
 * Listeners hear every selected event, unless a subscription is named, and are counted. Safe to repeat. A crash leaves
 * all of a replay queued or none of it.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { subscriptionNotFound } from "../subscriptions/change-subscription.command.ts";
import { listActiveListeners } from "./listeners.sql.ts";
import { countHearing } from "./listeners.ts";
import { isReplayable } from "./replay.ts";
import {
  listReplayedEvents,
  listReplayPairs,
  maxReplayedEvents,
  queueReplay,
  sendReplayed,
  type ReplaySelection,
} from "./replays.sql.ts";
import { findSubscription } from "../subscriptions/subscriptions.sql.ts";

export interface ReplayOptions {
  /** Sends also to subscriptions that have received the event. */
  readonly force: boolean;
  /** Counts and writes nothing. */
  readonly dryRun: boolean;
}

export interface Replay {
  readonly eventIds: readonly Id<"evt">[];
  /** Deliveries queued, or that would be. */
  readonly queued: number;
  /** Pairs of event and subscription left as they are. */
  readonly skipped: number;
  /** Open listeners that hear the events, or that would; none when a subscription is named. */
  readonly listeners: number;
  /** More events fit than one replay takes; the oldest were taken. */
  readonly hasMore: boolean;
}

/** Replays the selected events; another app's event or subscription is not found. */
export async function replayEvents(
  tx: Tx,
  selection: ReplaySelection,
  options: ReplayOptions,
): Promise<Replay | Refusal<"not_found">> {
  const { appId, subscriptionId, eventId } = selection;
  if (subscriptionId !== undefined && (await findSubscription(tx, appId, subscriptionId)) === undefined) {
    return subscriptionNotFound();
  }
  const found = await listReplayedEvents(tx, selection);
  if (eventId !== undefined && found.length === 0) return refuse("not_found", "the app has no such event");
  const events = found.slice(0, maxReplayedEvents);
  const eventIds = events.map(({ id }) => id);
  const pairs = await listReplayPairs(tx, selection, eventIds);
  const force = options.force || selection.state === "delivered";
  const wanted = pairs.filter((pair) => isReplayable(pair, { force }));
  const isHeard = subscriptionId === undefined && eventIds.length > 0;
  const eventTypes = [...new Set(events.map(({ eventType }) => eventType))];
  const listeners = isHeard ? countHearing(await listActiveListeners(tx, appId), eventTypes) : 0;
  if (isHeard && !options.dryRun) {
    sendReplayed(tx, appId, eventIds);
    tx.wake("deliveries");
  }
  let queued = wanted.length;
  if (!options.dryRun && queued > 0) {
    queued = await queueReplay(
      tx,
      wanted.map((pair) => ({ ...pair, deliveryId: newId("dlv") })),
      { force },
    );
    tx.wake("deliveries");
  }
  const hasMore = found.length > maxReplayedEvents;
  return { eventIds, queued, skipped: pairs.length - queued, listeners, hasMore };
}
