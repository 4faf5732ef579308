/**
 * Gives the live changes of locations to the streams of one process.
 *
 * Guarantees: each stream gets every change after the number at which it began, in the order of the numbers, or `reset`
 * when those changes are no longer kept. There is one query per wake-up or two seconds, for any number of streams, and
 * each changed resource is read once for all of them. A heartbeat is sent only after the database was read, so a silent
 * stream is known to be old. A stream that does not read fast enough is ended; its browser connects again and resumes.
 * Every stream ends after half a minute, and its browser begins the next one. This shows which tablets are awake: one
 * that sleeps keeps its connection but begins no new stream. Nothing is kept of a location that nobody follows.
 */
import type { Id } from "../kernel/id.ts";
import type { Wakeups } from "../platform/jobs/wakeups.ts";
import type { Database } from "../platform/postgres/database.ts";
import type { Following, LiveFeed, LiveMessage, ShowResources } from "./live-feed.ts";
import { latestOfEach, type LiveChange, type LiveTopic } from "./live-topics.ts";
import { listChangesSince, listNews, readSequence, sendShown, type LiveNews } from "./live-changes.sql.ts";

export interface LiveFeedOptions {
  readonly database: Database;
  readonly wakeups: Pick<Wakeups, "onWake">;
  readonly show: ShowResources;
  readonly onError: (error: unknown) => void;
  readonly pace?: Partial<LivePace>;
}

export interface LivePace {
  /** Between two heartbeats, in milliseconds. */
  readonly heartbeatMs: number;
  /** Wake-ups within this time are one look. */
  readonly gatherMs: number;
  /** Between two notes that a board shows the orders of a location. */
  readonly noteShownMs: number;
  /** How long a stream goes on. */
  readonly streamMs: number;
}

const usualPace: LivePace = { heartbeatMs: 2_000, gatherMs: 10, noteShownMs: 10_000, streamMs: 30_000 };
/** The changes that one look takes of a location, and that a stream can resume over. */
const mostAtOnce = 1_000;
const mostResumed = 5_000;
/** Messages that wait for a slow stream before the stream is ended. */
const mostWaiting = 2_000;

interface Listener {
  readonly topics: ReadonlySet<LiveTopic>;
  readonly waiting: LiveMessage[];
  wake: () => void;
  isBehind: boolean;
  /** No word was handed to it yet. */
  isNew: boolean;
  readonly endsAt: number;
}

interface Followed {
  readonly listeners: Set<Listener>;
  after: number;
  /** When it was last noted that a board shows the orders. */
  notedAt: number;
}

/** Makes the feed of one process; it works only while somebody follows. */
export function createLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { database, wakeups, show, onError } = options;
  const pace = { ...usualPace, ...options.pace };
  const followed = new Map<Id<"str">, Followed>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let looking = false;
  let isWoken = false;
  let beatAt = 0;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    isWoken = false;
    try {
      const asked = Array.from(followed, ([locationId, { after }]) => ({ locationId, after }));
      const beats = performance.now() >= beatAt;
      for (const news of await listNews(database.read, asked, mostAtOnce)) await handOn(news, beats);
      if (beats) beatAt = performance.now() + pace.heartbeatMs;
      await noteShown();
    } catch (error) {
      onError(error);
      beatAt = performance.now() + pace.heartbeatMs;
    } finally {
      looking = false;
    }
    plan(isWoken ? pace.gatherMs : beatAt - performance.now());
  }

  async function handOn({ location_id: id, clock_offset_seconds: offset, changes }: LiveNews, beats: boolean) {
    const at = followed.get(id);
    if (at === undefined) return;
    for (const message of await messagesOf(show, id, changes ?? []))
      for (const listener of at.listeners) tell(listener, message);
    at.after = Math.max(at.after, changes?.at(-1)?.sequence ?? 0);
    if (changes?.length === mostAtOnce) isWoken = true;
    const beat = { object: "heartbeat", now_ms: Math.round(database.clock.now() + offset * 1000) } as const;
    for (const listener of at.listeners) {
      if (beats || listener.isNew) tell(listener, beat);
      listener.isNew = false;
    }
  }

  async function noteShown(): Promise<void> {
    const now = performance.now();
    const shown = Array.from(followed).filter(([, { listeners, notedAt }]) => {
      if (now < notedAt + pace.noteShownMs) return false;
      return Array.from(listeners).some(({ topics, endsAt }) => topics.has("orders") && now < endsAt);
    });
    if (shown.length === 0) return;
    for (const [, at] of shown) at.notedAt = now;
    await database.transaction(async (tx) =>
      sendShown(
        tx,
        shown.map(([id]) => id),
      ),
    );
  }

  function plan(inMs: number): void {
    clearTimeout(timer);
    timer = followed.size === 0 ? undefined : setTimeout(() => void look(), Math.max(0, inMs));
    timer?.unref();
  }

  function join(id: Id<"str">, listener: Listener, sequence: number): Followed {
    const at = followed.get(id) ?? { listeners: new Set(), after: sequence, notedAt: -Infinity };
    followed.set(id, at);
    at.listeners.add(listener);
    stopListening ??= wakeups.onWake("changes", () => {
      isWoken = true;
      if (!looking) plan(pace.gatherMs);
    });
    // Who has just come hears the first heartbeat at once.
    isWoken = true;
    if (!looking) plan(pace.gatherMs);
    return at;
  }

  function leave(id: Id<"str">, listener: Listener): void {
    const at = followed.get(id);
    at?.listeners.delete(listener);
    if (at?.listeners.size === 0) followed.delete(id);
    if (followed.size > 0) return;
    plan(0);
    stopListening?.();
    stopListening = undefined;
  }

  async function startOf(id: Id<"str">): Promise<number> {
    return followed.get(id)?.after ?? readSequence(database.read, id);
  }

  return {
    async *follow(following) {
      const { locationId, topics, signal } = following;
      const listener: Listener = {
        topics,
        waiting: [],
        wake: () => {},
        isBehind: false,
        isNew: true,
        endsAt: performance.now() + pace.streamMs,
      };
      join(locationId, listener, await startOf(locationId));
      const onAbort = (): void => listener.wake();
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        // Read once the listener has joined: what has a higher number comes to it, and what has not is resumed.
        let known = await readSequence(database.read, locationId);
        for (const message of await resume(options, following, known)) {
          if (message.object === "change") known = Math.max(known, message.sequence);
          if (message.object !== "change" || topics.has(message.topic)) yield message;
        }
        yield* wordsFor(listener, signal, known);
      } finally {
        signal.removeEventListener("abort", onAbort);
        leave(locationId, listener);
      }
    },
  };
}

function tell(listener: Listener, message: LiveMessage): void {
  if (message.object === "change" && !listener.topics.has(message.topic)) return;
  listener.waiting.push(message);
  if (listener.waiting.length > mostWaiting) listener.isBehind = true;
  listener.wake();
}

/** What is handed to the listener, until it ends, is behind or is gone; changes that it knows are left out. */
async function* wordsFor(listener: Listener, signal: AbortSignal, known: number): AsyncGenerator<LiveMessage> {
  while (!signal.aborted && !listener.isBehind && performance.now() < listener.endsAt) {
    const message = listener.waiting.shift();
    if (message === undefined) {
      const bell = Promise.withResolvers<void>();
      listener.wake = bell.resolve;
      await bell.promise;
    } else if (message.object !== "change" || message.sequence > known) yield message;
  }
}

/** The changes as they are told: each resource once, as it is now. */
async function messagesOf(
  show: ShowResources,
  id: Id<"str">,
  changes: readonly LiveChange[],
): Promise<readonly LiveMessage[]> {
  const latest = latestOfEach(changes);
  const shown = new Map<LiveTopic, ReadonlyMap<string, unknown>>();
  for (const topic of new Set(latest.map((change) => change.topic))) {
    const ids = latest.filter((change) => change.topic === topic).map(({ resource_id }) => resource_id);
    shown.set(topic, await show(id, topic, ids));
  }
  return latest.flatMap(({ sequence, topic, resource_id }) => {
    const resource = shown.get(topic)?.get(resource_id);
    return resource === undefined ? [] : [{ object: "change" as const, sequence, topic, resource }];
  });
}

/** What lies between the known number and the present one, or that it is no longer kept. */
async function resume(
  { database, show }: Pick<LiveFeedOptions, "database" | "show">,
  { locationId, after }: Following,
  sequence: number,
): Promise<readonly LiveMessage[]> {
  if (after === undefined || after === sequence) return [];
  const missed = after > sequence ? [] : await listChangesSince(database.read, locationId, after, mostResumed + 1);
  const isWhole = missed[0]?.sequence === after + 1 && missed.length <= mostResumed;
  return isWhole ? messagesOf(show, locationId, missed) : [{ object: "reset", sequence }];
}
