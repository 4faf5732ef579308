/**
 * Keeps a screen current by one stream of changes, read as they arrive. A stream that breaks or falls silent is made
 * again and continues after the last shown number, so no change is missed. When the server no longer has that number, a
 * new snapshot is read.
 */
import { batch } from "@preact/signals";
import { callConsole } from "./calls.screen.ts";
import { heard, isStale, lost, trying } from "./connection.ts";
import { createEventReader } from "./event-stream.ts";
import { tellNoRole, tellSignedOut } from "./explain.screen.ts";
import { hearRelease, releaseHeader } from "./release.ts";
import type { ScreenStore } from "./screen-store.screen.ts";

const tickMs = 250;
/** The server ends a stream that has gone on for some time, and the next begins at once; what ends sooner is a loss. */
const wholeStreamMs = 10_000;
/** So long after a snapshot that was taken because a time is over none is taken for that. */
const askOverMs = 60_000;

interface AnyChange {
  readonly object: "change";
  readonly sequence: number;
}

type Message<Change extends AnyChange> =
  | Change
  | { readonly object: "heartbeat"; readonly now_ms: number }
  | { readonly object: "reset"; readonly sequence: number };

/** What is followed, and what becomes of what is heard. */
export interface Followed<Change extends AnyChange> {
  readonly locationId: string;
  /** The screen whose snapshot is taken. */
  readonly screen: string;
  readonly topics: readonly string[];
  /** The number of the last change that is shown. */
  sequence(): number;
  /** Whether the change could be shown; when it could not, a new snapshot is taken. */
  apply(change: Change): boolean;
  /** A new snapshot, and the changes that arrived while the snapshot was under way. */
  open(snapshot: unknown, missed: readonly Change[]): void;
  /** The stream stays open while the tab is hidden, because the screen rings. Other screens close theirs (rules/board 1.9). */
  readonly evenHidden?: true;
  /** Called four times a second. */
  onTick(): void;
  /** Whether what is shown is of a time that is over: then a new snapshot is taken, at most once a minute. */
  isOver?(): boolean;
}

/** Starts following; goes on as long as the page is there. */
export function followLocation<Change extends AnyChange>(store: ScreenStore, followed: Followed<Change>): void {
  const location = `/locations/${followed.locationId}`;
  let running: AbortController | undefined;
  /** Changes that arrive while a snapshot is under way. */
  let arrived: Change[] | undefined;
  let isTold = false;
  const isAsleep = (): boolean => followed.evenHidden !== true && document.visibilityState === "hidden";

  const takeSnapshot = async (): Promise<void> => {
    // What arrives while one is under way is put behind it.
    if (arrived !== undefined) return;
    arrived = [];
    const answer = await callConsole("GET", `${location}/snapshot?screen=${followed.screen}`);
    const missed = arrived;
    arrived = undefined;
    // Without a snapshot the stream is of no use: it is made anew, and the server says again what is missing.
    if (answer.ok) followed.open(answer.body, missed);
    else running?.abort();
  };

  let askedAt = -Infinity;
  const renewWhenOver = (): void => {
    const at = store.at.peek();
    if (followed.isOver === undefined || store.stale.peek() || at - askedAt < askOverMs || !followed.isOver()) return;
    askedAt = at;
    void takeSnapshot();
  };

  const take = (message: Message<Change>): void => {
    if (message.object === "change") {
      arrived?.push(message);
      if (arrived === undefined && !followed.apply(message)) void takeSnapshot();
    } else if (message.object === "reset") void takeSnapshot();
  };

  const run = async (): Promise<void> => {
    const controller = new AbortController();
    running = controller;
    store.connection.value = trying(store.connection.peek());
    const began = performance.now();
    let askedMs = 0;
    let isOver = false;
    try {
      const answer = await fetch(`/console/v1${location}/stream?topics=${followed.topics.join(",")}`, {
        headers: { accept: "text/event-stream", "last-event-id": String(followed.sequence()) },
        cache: "no-store",
        signal: controller.signal,
      });
      if (!answer.ok) {
        askedMs = Number(answer.headers.get("retry-after") ?? 0) * 1_000;
        if ((answer.status === 401 || answer.status === 404) && !isTold) {
          isTold = true;
          (answer.status === 401 ? tellSignedOut : tellNoRole)(store);
        }
      } else {
        store.release.value = hearRelease(store.release.peek(), answer.headers.get(releaseHeader));
        await readStream<Change>(answer, (messages) => hear(store, messages, take));
        isOver = performance.now() - began >= wholeStreamMs;
      }
    } catch {
      // The wait and the bar say what there is to say.
    }
    if (running === controller) running = undefined;
    const at = performance.now();
    store.connection.value = lost(store.connection.peek(), at, askedMs);
    if (isOver && !isAsleep()) void run();
  };

  const tick = (): void => {
    batch(() => {
      store.at.value = performance.now();
      const connection = store.connection.peek();
      const at = store.at.peek();
      if (connection.phase === "waiting" && at >= connection.retryAt && !isAsleep()) void run();
      if (connection.phase === "open" && isStale(connection, at)) running?.abort();
      followed.onTick();
    });
    renewWhenOver();
  };

  if (!isAsleep()) void run();
  document.addEventListener("visibilitychange", () => {
    if (isAsleep()) running?.abort();
    else if (running === undefined) void run();
  });
  setInterval(tick, tickMs);
  watchSilentTries(store, () => running?.abort());
  window.addEventListener("online", () => {
    const connection = store.connection.peek();
    if (connection.phase === "waiting") store.connection.value = { ...connection, retryAt: performance.now() };
  });
}

/** A try that gets no answer at all ends after five seconds. */
function watchSilentTries(store: ScreenStore, abort: () => void): void {
  let since: number | undefined;
  store.at.subscribe((at) => {
    if (store.connection.peek().phase !== "trying") since = undefined;
    else if (since === undefined) since = at;
    else if (at - since >= 5_000) {
      since = undefined;
      abort();
    }
  });
}

/** All messages of one piece are one change of what is shown. */
function hear<Change extends AnyChange>(
  store: ScreenStore,
  messages: readonly Message<Change>[],
  take: (message: Message<Change>) => void,
): void {
  batch(() => {
    const at = performance.now();
    const beat = messages.findLast((message) => message.object === "heartbeat");
    store.at.value = at;
    store.connection.value = heard(store.connection.peek(), at, beat?.now_ms);
    for (const message of messages) take(message);
  });
}

async function readStream<Change extends AnyChange>(
  answer: Response,
  hear: (messages: readonly Message<Change>[]) => void,
): Promise<void> {
  if (answer.body === null) return;
  const events = createEventReader();
  const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await pieces.read();
    if (done) return;
    hear(events.read(value).map(({ data }) => JSON.parse(data) as Message<Change>));
  }
}
