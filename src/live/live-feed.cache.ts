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
import type { LiveFeed, ShowResources } from "./live-feed.ts";
import { listNews, readSequence, sendShown, type LiveNews } from "./live-changes.sql.ts";
import { newListener, tell, wordsFor, type Listener } from "./live-listener.stream.ts";
import { messagesOf, resume } from "./live-messages.query.ts";

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
/** The changes that one look takes of a location. */
const mostAtOnce = 1_000;

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
  const looks = createLooks(look, () => followed.size > 0, pace.gatherMs);
  let stopListening: (() => void) | undefined;
  let beatAt = 0;

  async function look(): Promise<number> {
    try {
      const asked = Array.from(followed, ([locationId, { after }]) => ({ locationId, after }));
      const beats = performance.now() >= beatAt;
      for (const news of await listNews(database.read, asked, mostAtOnce)) await handOn(news, beats);
      if (beats) beatAt = performance.now() + pace.heartbeatMs;
      await noteShown(database, followed, pace.noteShownMs);
    } catch (error) {
      onError(error);
      beatAt = performance.now() + pace.heartbeatMs;
    }
    return beatAt - performance.now();
  }

  async function handOn({ location_id: id, clock_offset_seconds: offset, changes }: LiveNews, beats: boolean) {
    const at = followed.get(id);
    if (at === undefined) return;
    for (const message of await messagesOf(show, id, changes ?? []))
      for (const listener of at.listeners) tell(listener, message);
    at.after = Math.max(at.after, changes?.at(-1)?.sequence ?? 0);
    if (changes?.length === mostAtOnce) looks.wake();
    const beat = { object: "heartbeat", now_ms: Math.round(database.clock.now() + offset * 1000) } as const;
    for (const listener of at.listeners) {
      if (beats || listener.isNew) tell(listener, beat);
      listener.isNew = false;
    }
  }

  function join(id: Id<"str">, listener: Listener, sequence: number): void {
    const at = followed.get(id) ?? { listeners: new Set(), after: sequence, notedAt: -Infinity };
    followed.set(id, at);
    at.listeners.add(listener);
    stopListening ??= wakeups.onWake("changes", () => looks.wake());
    // Who has just come hears the first heartbeat at once.
    looks.wake();
  }

  function leave(id: Id<"str">, listener: Listener): void {
    const at = followed.get(id);
    at?.listeners.delete(listener);
    if (at?.listeners.size === 0) followed.delete(id);
    if (followed.size > 0) return;
    looks.stop();
    stopListening?.();
    stopListening = undefined;
  }

  return {
    async *follow(following) {
      const { locationId, topics, signal } = following;
      const listener = newListener(topics, performance.now() + pace.streamMs);
      join(locationId, listener, followed.get(locationId)?.after ?? (await readSequence(database.read, locationId)));
      const onAbort = (): void => listener.wake();
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        // Read once the listener has joined: what has a higher number comes to it, and what has not is resumed.
        let known = await readSequence(database.read, locationId);
        for (const message of await resume(database.read, show, following, known)) {
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

/** Stores when boards last showed the orders of their locations, for those that are due. */
async function noteShown(
  database: Database,
  followed: ReadonlyMap<Id<"str">, Followed>,
  everyMs: number,
): Promise<void> {
  const now = performance.now();
  const shown = Array.from(followed).filter(([, { listeners, notedAt }]) => {
    if (now < notedAt + everyMs) return false;
    return Array.from(listeners).some(({ topics, endsAt }) => topics.has("orders") && now < endsAt);
  });
  if (shown.length === 0) return;
  for (const [, at] of shown) at.notedAt = now;
  const ids = shown.map(([id]) => id);
  await database.transaction(async (tx) => sendShown(tx, ids));
}

interface Looks {
  /** Looks soon; wake-ups within the time of gathering are one look. */
  wake(): void;
  /** Forgets the planned look. */
  stop(): void;
}

/** Runs a look while somebody wants it, never two at once; each answers after how many milliseconds the next one is due. */
function createLooks(look: () => Promise<number>, isWanted: () => boolean, gatherMs: number): Looks {
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let isWoken = false;

  async function run(): Promise<void> {
    if (looking) return;
    looking = true;
    isWoken = false;
    const nextMs = await look().finally(() => (looking = false));
    plan(isWoken ? gatherMs : nextMs);
  }

  function plan(inMs: number): void {
    clearTimeout(timer);
    timer = isWanted() ? setTimeout(() => void run(), Math.max(0, inMs)) : undefined;
    timer?.unref();
  }

  return {
    wake() {
      isWoken = true;
      if (!looking) plan(gatherMs);
    },
    stop: () => clearTimeout(timer),
  };
}
