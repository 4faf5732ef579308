/** One stream of live changes: the messages that wait for it, and when it ends. */
import type { LiveMessage } from "./live-feed.ts";
import type { LiveTopic } from "./live-topics.ts";

/** Messages that wait for a slow stream before the stream is ended. */
const mostWaiting = 2_000;

export interface Listener {
  readonly topics: ReadonlySet<LiveTopic>;
  readonly waiting: LiveMessage[];
  wake: () => void;
  isBehind: boolean;
  /** No word was handed to it yet. */
  isNew: boolean;
  readonly endsAt: number;
}

/** A stream that has heard nothing yet; `endsAt` is of the monotonic clock. */
export function newListener(topics: ReadonlySet<LiveTopic>, endsAt: number): Listener {
  return { topics, waiting: [], wake: () => {}, isBehind: false, isNew: true, endsAt };
}

/** Lets a message wait for the stream, where the stream follows its topic. */
export function tell(listener: Listener, message: LiveMessage): void {
  if (message.object === "change" && !listener.topics.has(message.topic)) return;
  listener.waiting.push(message);
  if (listener.waiting.length > mostWaiting) listener.isBehind = true;
  listener.wake();
}

/** What is handed to the listener, until it ends, is behind or is gone; changes that it knows are left out. */
export async function* wordsFor(listener: Listener, signal: AbortSignal, known: number): AsyncGenerator<LiveMessage> {
  while (!signal.aborted && !listener.isBehind && performance.now() < listener.endsAt) {
    const message = listener.waiting.shift();
    if (message === undefined) {
      const bell = Promise.withResolvers<void>();
      listener.wake = bell.resolve;
      await bell.promise;
    } else if (message.object !== "change" || message.sequence > known) yield message;
  }
}
