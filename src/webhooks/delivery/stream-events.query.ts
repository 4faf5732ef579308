/**
 * The events that a listener hears: those of the app as they are recorded, and replayed ones, each signed like a
 * delivery.
 *
 * Guarantees: every event whose transaction commits within a minute of being recorded is heard, in whatever order
 * transactions commit: each look reads one minute back and leaves out the events already heard. A listener that comes
 * back with its last cursor misses nothing of the last hour and may hear some events twice, under the same ids. No event
 * is kept for a listener: after a crash the listener connects again. A stream ends after two minutes, when its presence has
 * ended, and before the next line once its key, its app or its scope has. Who reads the last line is no longer counted, and
 * so is let in again. Called by the stream's route.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { Wakeups } from "../../platform/jobs/wakeups.ts";
import { readDatabaseTime } from "../../platform/clock/database-time.sql.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { AttemptDeps } from "./attempt-delivery.client.ts";
import { attemptHeaders, envelopeBody } from "../ledger/envelope.ts";
import { findRecordedEvent, listEventIdsSince, listReplaysSince } from "../ledger/event-stream.sql.ts";
import type { ListenerPresence } from "../ledger/admit-listener.command.ts";
import type { EventType } from "../subscriptions/event-types.ts";

export interface Listener {
  readonly appId: Id<"app">;
  /** Where the listener forwards to: part of what is signed. */
  readonly forwardTo: string;
  /** Null for every type. */
  readonly eventTypes: readonly EventType[] | null;
  /** The cursor of the last line that was heard; undefined to begin now. */
  readonly cursor: number | undefined;
  readonly signal: AbortSignal;
  readonly presence: ListenerPresence;
  /** Whether the key that opened the stream is still good; asked before anything is told. */
  readonly mayHear: () => Promise<boolean>;
}

export interface EventStreamDeps extends AttemptDeps {
  readonly db: Db;
  readonly wakeups: Pick<Wakeups, "onWake">;
  readonly pace?: Partial<StreamPace>;
}

/** In milliseconds. */
export interface StreamPace {
  readonly heartbeat: number;
  readonly poll: number;
  /** After so long the presence is renewed: once in the life of a stream. */
  readonly renewal: number;
  readonly lifetime: number;
}

const usualPace: StreamPace = { heartbeat: 10_000, poll: 1_000, renewal: 60_000, lifetime: 120_000 };
const overlapMs = 60_000;
/** How far back a cursor reaches; what is older is replayed instead. */
export const cursorReachMs = 3_600_000;
const pageSize = 500;
const gatherMs = 20;

/** The id under which an app's listeners sign: that of the app, as a subscription's. */
export function listenerIdOf(appId: Id<"app">): Id<"dws"> {
  return `dws_${appId.slice("app_".length)}` as Id<"dws">;
}

/** The lines of a stream: `listening`, then events and heartbeats, then `reconnect`. */
export async function* streamEvents(listener: Listener, deps: EventStreamDeps) {
  const pace = { ...usualPace, ...deps.pace };
  const began = performance.now();
  const alarm = new Alarm(deps.wakeups, listener.signal);
  try {
    const now = await readDatabaseTime(deps.db);
    const reach = now - cursorReachMs;
    const missed = listener.cursor !== undefined && listener.cursor < reach;
    const ear = new Ear(listener, deps, Math.min(now, Math.max(reach, listener.cursor ?? now)));
    // Without a cursor, what was recorded before this moment is not news.
    if (listener.cursor === undefined) await ear.skipPresent();
    yield { ...listening(listener, deps, ear.cursor), missed_some: missed };
    let heardAt = performance.now();
    let renewedAt = began;
    listening: while (!listener.signal.aborted && performance.now() - began < pace.lifetime) {
      if (performance.now() - renewedAt >= pace.renewal) {
        if (!(await listener.presence.renew())) break;
        renewedAt = performance.now();
      }
      for await (const line of ear.listen()) {
        if (!(await listener.mayHear())) break listening;
        yield line;
        heardAt = performance.now();
        if (listener.signal.aborted) return;
      }
      if (performance.now() - heardAt >= pace.heartbeat) {
        if (!(await listener.mayHear())) break;
        yield { object: "heartbeat" as const, cursor: ear.cursor };
        heardAt = performance.now();
      }
      await alarm.wait(Math.min(pace.poll, pace.heartbeat));
    }
    await listener.presence.end();
    yield { object: "reconnect" as const, cursor: ear.cursor };
  } finally {
    alarm.close();
    await listener.presence.end();
  }
}

function listening(listener: Listener, deps: EventStreamDeps, cursor: number) {
  return {
    object: "listening" as const,
    cursor,
    subscription_id: listenerIdOf(listener.appId),
    signing_secret: deps.sealing.listenerSecret(listener.appId),
    notification_url: listener.forwardTo,
  };
}

/** Remembers what was heard, and finds what was not. */
class Ear {
  /** Everything that was made before this time has been heard, up to the overlap. */
  cursor: Instant;
  readonly #listener: Listener;
  readonly #deps: EventStreamDeps;
  readonly #heard = new Map<string, Instant>();

  constructor(listener: Listener, deps: EventStreamDeps, cursor: Instant) {
    this.#listener = listener;
    this.#deps = deps;
    this.cursor = cursor;
  }

  async skipPresent(): Promise<void> {
    for await (const { key, madeAt } of this.#unheard()) this.#heard.set(key, madeAt);
  }

  async *listen() {
    for await (const { key, madeAt, eventId, replayed } of this.#unheard()) {
      const event = await findRecordedEvent(this.#deps.db, eventId);
      this.#heard.set(key, madeAt);
      if (event !== undefined) yield this.#line(event, key, replayed);
    }
    for (const [key, madeAt] of this.#heard) if (madeAt < this.cursor - 5 * overlapMs) this.#heard.delete(key);
  }

  async *#unheard() {
    const { db } = this.#deps;
    const { appId, eventTypes } = this.#listener;
    const now = await readDatabaseTime(db);
    const from = this.cursor - overlapMs;
    for (let after = ""; ;) {
      const ids = await listEventIdsSince(db, appId, from, after, eventTypes, pageSize);
      for (const eventId of ids) {
        if (!this.#heard.has(eventId)) yield { key: eventId as string, madeAt: now, eventId, replayed: false };
      }
      const last = ids.at(-1);
      if (last === undefined || ids.length < pageSize) break;
      after = last;
    }
    for (const { id, eventId } of await listReplaysSince(db, appId, from, eventTypes)) {
      const key = `replay ${id}`;
      if (!this.#heard.has(key)) yield { key, madeAt: now, eventId, replayed: true };
    }
    this.cursor = Math.max(this.cursor, now);
  }

  #line(event: NonNullable<Awaited<ReturnType<typeof findRecordedEvent>>>, key: string, replayed: boolean) {
    const { appId, forwardTo } = this.#listener;
    const body = envelopeBody(event, this.#deps.source());
    const identity = {
      eventId: event.eventId,
      deliveryId: newId("dlv"),
      subscriptionId: listenerIdOf(appId),
      notificationUrl: forwardTo,
      attempt: 1,
    };
    const secrets = [this.#deps.sealing.listenerSecret(appId)];
    return {
      object: "heard_event" as const,
      cursor: this.cursor,
      heard_as: key,
      event_id: event.eventId,
      event_type: event.eventType,
      replayed,
      headers: attemptHeaders(identity, secrets, toUnixSeconds(this.#deps.now()), body),
      body: body.toString(),
    };
  }
}

/** Waits for news, for at most a while; news that come meanwhile are not missed. */
class Alarm {
  #rung = false;
  #ring = (): void => {};
  readonly #unsubscribe: () => void;
  readonly #signal: AbortSignal;

  constructor(wakeups: Pick<Wakeups, "onWake">, signal: AbortSignal) {
    this.#signal = signal;
    const ring = (): void => {
      this.#rung = true;
      this.#ring();
    };
    this.#unsubscribe = wakeups.onWake("deliveries", ring);
    signal.addEventListener("abort", ring, { once: true });
  }

  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#ring = resolve;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
    }
    this.#rung = false;
    // News come in bursts: one look finds them all.
    if (!this.#signal.aborted) await sleep(gatherMs);
  }

  close(): void {
    this.#unsubscribe();
  }
}
